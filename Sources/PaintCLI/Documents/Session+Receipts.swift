import PaintHistory

extension Session {
  /// The result of an edit; the revision is nil if no pixel changed.
  func result(_ line: ParsedLine, ofEdit revision: Revision?, named name: String) throws -> CommandResult {
    if let revision {
      try warnOfLostSelection(revision)
    } else {
      warnOfExclusion()
    }
    var receipt = try receipt(of: history.current, isChanged: revision != nil)
    receipt.unusedName = name
    try writePreview(line, revision?.bounds)
    return CommandResult(receipt: receipt, isStep: revision != nil)
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

  /// Prints the receipt of a line of a script, and only as JSON or of a dry run, because there is a summary.
  func show(_ result: CommandResult) {
    guard let receipt = result.receipt else { return }
    if console.isJSON {
      if !console.isQuiet { receipt.write(to: &console.json, warnings: result.warnings) }
    } else if isRehearsing {
      // The summary does not count it.
      console.report(result.text ?? receipt.text)
    }
  }

  /// Prints the receipt of a committed command: only the commit determines what the limits dropped.
  func printReceipt(_ result: CommandResult) {
    defer { console.endCommand() }
    warnOfPostponed()
    guard var receipt = result.receipt else { return }
    receipt.dropped = history.droppedByLimits
    if console.isJSON {
      if !console.isQuiet { receipt.write(to: &console.json, warnings: result.warnings + console.warnings) }
    } else {
      console.report((result.text ?? receipt.text) + Receipt.clause(ofDropped: history.droppedByLimits))
    }
  }
}
