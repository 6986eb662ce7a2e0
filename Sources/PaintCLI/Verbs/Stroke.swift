import PaintEditing
import PaintHistory

extension Session {
  /// `paint stroke …`: draws one stroke as one step.
  func stroke(_ line: ParsedLine, brush: CommandID) throws(Failure) {
    let command = try strokeCommand(line, brush: brush)
    for option in CommandTable.spec(brush).ignoredOptions where line.has(option) {
      let brush = CommandTable.spec(brush).title
      console.warn("--\(OptionSpec.spec(option).name) has no effect: \(brush) is always round and solid")
    }
    let edit = command.edit(name: line.text(.name) ?? label)
    let revision = try catching { () throws(HistoryError) in try document.draw(edit) }
    if revision != nil { steps += 1 }
    try finishEdit(line, revision)
  }

  /// The line with its meaning, on a canvas of the current size.
  func strokeCommand(_ line: ParsedLine, brush: CommandID) throws(Failure) -> StrokeCommand {
    try StrokeCommand(line, brush: brush, settings: settings, canvas: document.size) { (argument) throws(Failure) in
      try self.revision(argument)
    }
  }

  /// Prints the receipt of an edit; nil made no revision.
  func finishEdit(_ line: ParsedLine, _ revision: Revision?) throws(Failure) {
    let receipt = try receipt(of: history.current, isChanged: revision != nil)
    try writePreview(line, revision?.bounds)
    show(receipt)
  }

  /// The receipt of a revision, with what undo and redo would do next.
  func receipt(of revision: Revision, isChanged: Bool) throws(Failure) -> Receipt {
    var receipt = Receipt(revision: revision, isChanged: isChanged, line: lineNumber)
    // Words have no place for it, and looking names up costs a move a look at the index.
    guard console.isJSON else { return receipt }
    receipt.undoName = try catching { () throws(HistoryError) in try history.undoName() }
    receipt.redoName = try catching { () throws(HistoryError) in try history.redoName() }
    return receipt
  }

  /// Prints a receipt: in a script only as JSON, since its summary tells.
  func show(_ receipt: Receipt) {
    if console.isJSON {
      if !console.isQuiet { receipt.write(to: &console.json, warnings: console.warnings) }
    } else if !isScript {
      console.report(receipt.text)
    }
  }
}
