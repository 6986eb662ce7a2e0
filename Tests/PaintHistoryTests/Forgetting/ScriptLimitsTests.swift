import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("History: limits in scripts")
struct ScriptLimitsTests {
  @Test("a script keeps all steps until it syncs, then as many as the limit allows, however many it made")
  func dropsWhenSynced() throws {
    var generator = SeededGenerator(seed: 31)
    let document = try SampleDocument()
    let history = try document.open()
    for _ in 0..<8 { try history.commitRevision(randomTiles(on: document.size, count: 1, using: &generator)) }
    try history.beginEditing()
    try history.setLimits(Limits(steps: 7, bytes: 0, sideAge: 0))
    try history.endEditing()
    let root = history.state.root
    let script = try document.open(.editingInGroups)
    for _ in 0..<300 {
      try script.beginEditing()
      _ = try script.revise(randomTiles(on: document.size, count: 1, using: &generator))
      try script.commit()
      #expect(script.state.root == root)
    }
    try script.sync()
    try script.endEditing()
    let reader = try document.open()
    try reader.beginEditing()
    #expect(try reader.undo(1_000).steps == 7)
    #expect(reader.state.revisions == 8)
    #expect(try document.check().problems == [])
  }
}
