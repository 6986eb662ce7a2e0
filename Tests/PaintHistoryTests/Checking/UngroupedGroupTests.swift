import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("Ungrouped groups in packs")
struct UngroupedGroupTests {
  @Test("an ungrouped group stays so in its packs, even if its first revision is forgotten and the note copied")
  func staysUngrouped() throws {
    var generator = SeededGenerator(seed: 41)
    let document = try SampleDocument()
    let history = try document.open()
    for _ in 0..<6 { try history.commitRevision(randomTiles(on: document.size, count: 2, using: &generator)) }
    try history.beginEditing()
    #expect(try history.join(steps: 4, named: "Four") != nil)
    try history.commit()
    try history.beginEditing()
    #expect(try history.ungroup()?.first == 3)
    try history.commit()
    let parting = try #require(try history.index.notes(after: 0).last)
    try history.beginEditing()
    _ = try history.forget(.before(5))
    try history.commit()
    // Of the two packs with notes about the group, only the later one is rewritten.
    try history.beginEditing()
    let pack = try #require(try history.index.allPacks().first { $0.number == parting.pack })
    #expect(try history.maintenance.rewrite([pack], until: nil) == [pack])
    try history.commit()
    // Its file is removed in a separate slice.
    try history.beginEditing()
    _ = try history.maintenance.rewrite(try history.index.allPacks().filter(\.isEmptied), until: nil)
    try history.endEditing()
    #expect(try document.check().problems == [])
    try document.removeIndex()
    _ = try document.repair()
    #expect(try document.open(.reading).revision(6).group == nil)
  }
}
