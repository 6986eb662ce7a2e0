import PaintHistory
import PaintRaster

extension Session {
  /// `paint undo [N]`.
  func undo(_ line: ParsedLine) throws(Failure) {
    let steps = try line.operands.isEmpty ? 1 : line.operand(0, PlainValues.steps)
    let undone = try catching { () throws(HistoryError) in try history.undo(steps) }
    guard !undone.isEmpty else { throw Failure(.nothingToUndo, "nothing to undo") }
    try finishMove(line, "undid", undone, steps: undone.count)
  }

  /// `paint redo [N]`.
  func redo(_ line: ParsedLine) throws(Failure) {
    let steps = try line.operands.isEmpty ? 1 : line.operand(0, PlainValues.steps)
    let redone = try catching { () throws(HistoryError) in try history.redo(steps) }
    guard !redone.isEmpty else { throw Failure(.nothingToRedo, "nothing to redo") }
    try finishMove(line, "redid", redone, steps: redone.count)
  }

  /// `paint goto REV`.
  func goTo(_ line: ParsedLine) throws(Failure) {
    let number = revision(try line.operand(0, RevisionArgument.parse))
    let (undone, redone) = try catching { () throws(HistoryError) in
      let path = try history.path(from: history.current.number, to: number)
      try history.goTo(number)
      return path
    }
    var parts: [String] = []
    if !undone.isEmpty { parts.append("undid " + Self.names(undone)) }
    if !redone.isEmpty { parts.append("redid " + Self.names(redone)) }
    let bounds = (undone + redone).reduce(PixelBox.empty) { $0.union($1.bounds) }
    try finishMove(line, text: parts.joined(separator: ", "), bounds, steps: undone.count + redone.count)
  }

  private func finishMove(
    _ line: ParsedLine, _ verb: String, _ crossed: [Revision], steps: Int
  ) throws(Failure) {
    let bounds = crossed.reduce(PixelBox.empty) { $0.union($1.bounds) }
    try finishMove(line, text: "\(verb) \(Self.names(crossed))", bounds, steps: steps)
  }

  private func finishMove(_ line: ParsedLine, text: String, _ bounds: PixelBox, steps: Int) throws(Failure) {
    if steps > 0 { self.steps += 1 }
    try writePreview(line, bounds)
    let receipt = Receipt(
      revision: history.current, isChanged: steps > 0, canUndo: history.canUndo, canRedo: history.canRedo,
      steps: steps, line: lineNumber)
    if console.isJSON {
      show(receipt)
    } else if !isScript {
      let here = "now r\(history.current.number)"
      console.report(text.isEmpty ? here : "\(text), \(here)")
    }
  }

  /// `r42 Pencil`, or for many `12 steps (r42 to r31)`.
  private static func names(_ revisions: [Revision]) -> String {
    guard let first = revisions.first, let last = revisions.last, revisions.count > 3 else {
      return revisions.map { "r\($0.number) \(Failure.oneLine($0.name))" }.joined(separator: ", ")
    }
    return "\(revisions.count) steps (r\(first.number) to r\(last.number))"
  }
}
