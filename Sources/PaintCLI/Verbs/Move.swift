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
    let start = history.current.number
    let number = revision(try line.operand(0, RevisionArgument.parse))
    let (text, steps) = try catching { () throws(HistoryError) in
      // A number that is none says so before the way there is looked for.
      _ = try history.revision(number)
      let way = try history.way(from: start, to: number)
      var parts: [String] = []
      if way.undone > 0 { parts.append("undid " + (try names(from: start, back: way.undone, isForward: false))) }
      if way.redone > 0 { parts.append("redid " + (try names(from: number, back: way.redone, isForward: true))) }
      try history.goTo(number)
      return (parts.joined(separator: ", "), way.undone + way.redone)
    }
    // Every step is looked at only where the box of them all is asked for.
    var bounds = PixelBox.empty
    if line.has(.out) {
      let path = try catching { () throws(HistoryError) in try history.path(from: start, to: number) }
      bounds = (path.undone + path.redone).reduce(.empty) { $0.union($1.bounds) }
    }
    try finishMove(line, text: text, bounds, steps: steps)
  }

  /// The names of the steps that lead up to a revision, as many as are said, in the order they are taken.
  private func names(from number: Int, back steps: Int, isForward: Bool) throws(HistoryError) -> String {
    let places = steps > 3 ? [0, steps - 1] : Array(0..<steps)
    var revisions: [Revision] = []
    for place in places { revisions.append(try history.ancestor(of: number, stepsBack: place)) }
    if isForward { revisions.reverse() }
    return Self.names(revisions, count: steps)
  }

  private func finishMove(
    _ line: ParsedLine, _ verb: String, _ crossed: [Revision], steps: Int
  ) throws(Failure) {
    let bounds = crossed.reduce(PixelBox.empty) { $0.union($1.bounds) }
    try finishMove(line, text: "\(verb) \(Self.names(crossed, count: steps))", bounds, steps: steps)
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

  /// `r42 Pencil`, or for many `12 steps (r42 to r31)`; of many the first and the last suffice.
  private static func names(_ revisions: [Revision], count: Int) -> String {
    guard count > 3, let first = revisions.first, let last = revisions.last else {
      return revisions.map { "r\($0.number) \(Failure.oneLine($0.name))" }.joined(separator: ", ")
    }
    return "\(count) steps (r\(first.number) to r\(last.number))"
  }
}
