import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

/// A step that is taken over has the tiles of another one; random ones are in the sessions of the model.
@Suite("Shared tiles")
struct SharedTilesTests {
  /// A document whose second line has the tiles of the first one, and the pictures at the ends of both.
  private func makeDocument() throws -> (document: SampleDocument, first: PlainPicture, second: PlainPicture) {
    var generator = SeededGenerator(seed: 38)
    let document = try SampleDocument(width: 320, height: 200)
    let history = try document.open()
    for _ in 0..<3 {
      try history.commitRevision(randomTiles(on: document.size, count: 12, using: &generator))
    }
    let first = try PlainPicture(canvasOf: history)
    try history.beginEditing()
    try history.goTo(0)
    _ = try history.revise(randomTiles(on: document.size, count: 1, using: &generator))
    for number in [2, 3] { try takeOver(number, in: history) }
    try history.commit()
    return (document, first, try PlainPicture(canvasOf: history))
  }

  private func takeOver(_ number: Int, in history: History) throws {
    let other = try history.snapshot(at: number)
    var picture = try PlainPicture(canvasOf: history)
    let before = picture
    for index in try history.tiles(writtenBy: number) { picture[index] = try other.tile(at: index) }
    let difference = picture.difference(from: before)
    try history.beginRevision(name: "Take over", command: "take over \(number)")
    _ = try history.addTiles(of: other.revision)
    _ = try history.endRevision(pixels: difference.count, bounds: difference.bounds, fingerprint: picture.fingerprint)
  }

  @Test("a step with the tiles of another one adds a record and no pixels")
  func addsNoPixels() throws {
    let document = try makeDocument().document
    let history = try document.open(.reading)
    for number in [5, 6] {
      let revision = try history.revision(number)
      #expect(revision.sameAs == number - 3 && revision.tileCount == 12)
      #expect(revision.bytes <= 500, "\(revision.bytes)")
    }
  }

  @Test("the new line stays whole when the old one is forgotten, and the old one when the new one is")
  func survivesForgetting() throws {
    for forgetsOld in [true, false] {
      let (document, first, second) = try makeDocument()
      let history = try document.open()
      try history.beginEditing()
      if !forgetsOld { try history.goTo(3) }
      #expect(try history.forget(.all) > 0)
      try history.commit()
      _ = try history.collect(thoroughly: true)
      #expect(try PlainPicture(canvasOf: history) == (forgetsOld ? second : first))
      #expect(try document.check().problems == [])
    }
  }

  @Test("what is rebuilt from the packs alone is the same, and what is lost of the old step is lost of the new one")
  func survivesDamage() throws {
    let (document, first, second) = try makeDocument()
    let disk = SystemDisk()
    try disk.remove(document.path.appending("index.sqlite"))
    #expect(try document.repair().isRepaired)
    #expect(try document.check().problems == [])
    do {
      let history = try document.open(.reading)
      #expect(try PlainPicture(of: history.snapshot(at: 3)) == first)
      #expect(try PlainPicture(of: history.snapshot(at: 6)) == second)
    }
    // The pack with the tiles of r3.
    let pack = try #require(try document.packs().dropFirst(3).first)
    try document.rewrite("packs/\(pack)") { $0[$0.count / 2] ^= 1 }
    let lost = try document.check().problems.filter { $0.code == .tilesLost }.compactMap(\.revision)
    #expect(lost.contains(3) && lost.contains(6), "\(lost)")
    #expect(try document.repair().isRepaired)
    #expect(try document.check().problems == [])
    let history = try document.open(.reading)
    #expect(try history.revision(6).sameAs == nil)
  }
}
