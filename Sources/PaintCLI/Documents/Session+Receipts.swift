import PaintHistory

extension Session {
  /// Counts an edit and prints its receipt; the revision is nil if no pixel changed.
  func finishEdit(_ line: ParsedLine, _ revision: Revision?, named name: String) throws {
    if let revision {
      steps += 1
      try warnOfLostSelection(revision)
    } else {
      warnOfExclusion()
    }
    var receipt = try receipt(of: history.current, isChanged: revision != nil)
    receipt.unusedName = name
    try writePreview(line, revision?.bounds)
    show(receipt)
  }

  /// The receipt of a revision, with the next steps of undo and redo.
  func receipt(of revision: Revision, isChanged: Bool) throws -> Receipt {
    var revision = revision
    // The group is only that of the dry run.
    if isRehearsing { revision.group = nil }
    var receipt = Receipt(revision: revision, isChanged: isChanged, isDryRun: isDryRun, line: lineNumber)
    receipt.isPending = isPending
    // Words do not contain these names, and finding them costs an index lookup.
    guard console.isJSON else { return receipt }
    if revision.number == history.current.number { receipt.selection = try document.selection()?.summary }
    receipt.undoName = try history.undoName()
    receipt.redoName = try history.redoName()
    return receipt
  }

  /// Prints a receipt: in a script immediately, and only as JSON or of a dry run because there is a summary;
  /// otherwise with `printReceipt`.
  ///
  /// - Parameter text: the words to print instead of the receipt's own.
  func show(_ receipt: Receipt, text: String? = nil) {
    guard isScript else {
      pendingReceipt = PendingReceipt(receipt: receipt, text: text ?? receipt.text, warnings: console.warnings)
      return
    }
    if console.isJSON {
      if !console.isQuiet { receipt.write(to: &console.json, warnings: console.warnings) }
    } else if isRehearsing {
      // The summary does not count it.
      console.report(text ?? receipt.text)
    }
  }

  /// Prints the receipt of a committed command: only the commit determines what the limits dropped.
  func printReceipt() {
    defer { console.endCommand() }
    warnOfPostponed()
    guard var pending = pendingReceipt.take() else { return }
    pending.warnings += console.warnings
    pending.receipt.dropped = history.droppedByLimits
    if console.isJSON {
      if !console.isQuiet { pending.receipt.write(to: &console.json, warnings: pending.warnings) }
    } else {
      console.report(pending.text + Receipt.clause(ofDropped: history.droppedByLimits))
    }
  }

  /// A receipt whose command is not committed yet.
  struct PendingReceipt {
    var receipt: Receipt
    var text: String
    var warnings: [String]
  }
}
