import PaintEditing
import PaintHistory

extension Session {
  /// `paint stroke …`: draws one stroke as one step.
  func stroke(_ line: ParsedLine, brush: CommandID) throws(Failure) {
    let command = try strokeCommand(line, brush: brush)
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
    let receipt = Receipt(
      revision: history.current, isChanged: revision != nil, canUndo: history.canUndo, canRedo: history.canRedo,
      line: lineNumber)
    try writePreview(line, revision?.bounds)
    show(receipt)
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
