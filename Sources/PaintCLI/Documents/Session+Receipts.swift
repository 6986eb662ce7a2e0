import PaintHistory

extension Session {
  /// Counts an edit of that name and prints its receipt; nil made no revision.
  func finishEdit(_ line: ParsedLine, _ revision: Revision?, named name: String) throws {
    if revision != nil { steps += 1 }
    var receipt = try receipt(of: history.current, isChanged: revision != nil)
    receipt.unusedName = name
    try writePreview(line, revision?.bounds)
    show(receipt)
  }

  /// The receipt of a revision, with what undo and redo would do next.
  func receipt(of revision: Revision, isChanged: Bool) throws -> Receipt {
    var receipt = Receipt(revision: revision, isChanged: isChanged, isDryRun: isDryRun, line: lineNumber)
    // Words have no place for it, and looking names up costs a move a look at the index.
    guard console.isJSON else { return receipt }
    receipt.undoName = try history.undoName()
    receipt.redoName = try history.redoName()
    return receipt
  }

  /// Prints a receipt: in a script at once, and only as JSON, since its summary tells; else with `printReceipt`.
  ///
  /// - Parameter text: what words say in the place of the receipt's own.
  func show(_ receipt: Receipt, text: String? = nil) {
    guard isScript else {
      pendingReceipt = PendingReceipt(receipt: receipt, text: text ?? receipt.text, warnings: console.warnings)
      return
    }
    if console.isJSON, !console.isQuiet { receipt.write(to: &console.json, warnings: console.warnings) }
  }

  /// Prints the receipt of a command that is part of the document now: only its commit tells what limits dropped.
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
