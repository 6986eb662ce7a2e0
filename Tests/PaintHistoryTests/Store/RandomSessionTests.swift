import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("History")
struct RandomSessionTests {
  @Test(
    "any session shows the same as a simple list of pictures, however often it is closed and opened",
    arguments: [1, 2, 3, 4, .random(in: 5 ... .max)] as [UInt64], [History.Access.editing, .editingInGroups])
  func agreesWithModel(seed: UInt64, access: History.Access) throws {
    var generator = SeededGenerator(seed: seed)
    let document = try SampleDocument(width: 130, height: 70)
    var model = PlainHistory(PlainPicture(document.size, filledWith: .white))
    for session in 0..<8 {
      // Small, so that tiles are evicted often.
      let history = try document.open(access, cache: 20 * Tile.byteCount)
      if access == .editingInGroups, session % 2 == 1 { try history.writeBehind() }
      for step in 0..<Int.random(in: 1...25, using: &generator) {
        let note: Comment = "seed \(seed), session \(session), step \(step)"
        try history.beginEditing()
        try model.step(history, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: try history.commit()
        case 1: try history.endEditing()
        // The next step is in the same transaction, as in a script.
        default: break
        }
        try model.checkCurrent(history, note)
      }
      try history.endEditing()
      if Bool.random(using: &generator) { try history.sync() }
      if session % 3 == 0 { try model.checkAll(history, note: "seed \(seed), session \(session)") }
    }
    let history = try document.open(.reading)
    try model.checkCurrent(history, "seed \(seed), read")
    try model.checkAll(history, note: "seed \(seed), read")
    #expect(try history.line().map(\.number) == model.line)
    #expect(try history.line(limit: 3).map(\.number) == model.line.suffix(3))
    #expect(history.state.revisions == model.pictures.count)
  }

  /// The names of steps that are single revisions.
  private func move(_ numbers: ClosedRange<Int>, isBack: Bool) -> Move {
    let steps = numbers.map { Step(first: $0, last: $0, name: "Edit") }
    let order = isBack ? steps.reversed() : steps
    return Move(steps: order.count, named: order.count <= 3 ? order : [order[0], order[order.count - 1]])
  }

  @Test("undo followed by redo restores every picture, and steps beyond the ends are not taken")
  func walksBackAndForth() throws {
    var generator = SeededGenerator(seed: 9)
    let document = try SampleDocument()
    let history = try document.open(.editingInGroups)
    var fingerprints = [history.current.fingerprint]
    try history.beginEditing()
    for _ in 0..<90 {
      fingerprints.append(
        try history.revise(randomTiles(on: document.size, count: 2, using: &generator)).fingerprint)
    }
    for steps in [1, 3, 64, 65, 89] {
      #expect(try history.undo(steps) == move(91 - steps...90, isBack: true))
      #expect(history.current.fingerprint == fingerprints[90 - steps])
      #expect(try PlainPicture(canvasOf: history).fingerprint == fingerprints[90 - steps])
      #expect(try history.redo(steps) == move(91 - steps...90, isBack: false))
      #expect(try PlainPicture(canvasOf: history).fingerprint == fingerprints[90])
    }
    #expect(try history.redo(1).steps == 0)
    #expect(try history.undo(1_000).steps == 90)
    #expect(try history.undo(1).steps == 0)
    #expect(!history.canUndo)
    #expect(try history.redo(0).steps == 0)
    #expect(try history.redo(1_000).steps == 90)
    try history.commit()
  }
}
