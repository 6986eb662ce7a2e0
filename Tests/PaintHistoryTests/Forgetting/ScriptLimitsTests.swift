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

  @Test("a limit that a script itself sets drops no step before it syncs")
  func setInScript() throws {
    var generator = SeededGenerator(seed: 32)
    let document = try SampleDocument()
    let script = try document.open(.editingInGroups)
    try script.beginEditing()
    for _ in 0..<9 { _ = try script.revise(randomTiles(on: document.size, count: 1, using: &generator)) }
    #expect(try script.setLimits(Limits(steps: 5, bytes: 0, sideAge: 0)) == 0)
    try script.commit()
    #expect(script.state.root == 0 && script.state.revisions == 10)
    try script.sync()
    try script.endEditing()
    #expect(try document.open(.reading).state.revisions == 6)
  }
}
