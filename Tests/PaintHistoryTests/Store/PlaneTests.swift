import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Planes of tiles")
struct PlaneTests {
  private let place = TileIndex(x: 1, y: 2)

  private func tile(_ seed: UInt64) -> Tile {
    var generator = SeededGenerator(seed: seed)
    var pixels = TilePixels(filledWith: .white)
    for x in 0..<Tile.edge { pixels[x, x] = Pixel(bits: UInt32(truncatingIfNeeded: generator.next())) }
    return .pixels(pixels)
  }

  private func equal(_ first: Tile?, _ second: Tile?) -> Bool {
    first.map { PlaneTiles.Written($0, by: 0).hash } == second.map { PlaneTiles.Written($0, by: 0).hash }
  }

  @Test func `a key is the plane and the position`() {
    let last = TileIndex(x: 2_047, y: 2_047)
    for (index, plane, key) in [
      (TileIndex(x: 3, y: 1), TilePlane.picture, 2_051), (TileIndex(x: 0, y: 0), .base, 1 << 22),
      (last, .picture, 1 << 22 - 1), (last, TilePlane(number: 1_023), .max),
    ] as [(TileIndex, TilePlane, UInt32)] {
      let place = TilePlace(index, in: plane)
      #expect(place.key == key && TilePlace(key: key) == place && plane.keys.contains(key))
    }
    let keys: ClosedRange<UInt32> = 8_388_608...12_582_911
    #expect(TilePlane.selection.keys == keys)
  }

  @Test func `tiles of other planes are no part of the picture, also while the revision is open or not committed`()
    throws
  {
    let document = try SampleDocument(width: 100, height: 100)
    let history = try document.open()
    try history.beginEditing()
    try history.beginRevision(name: "Select", command: "select")
    try history.add(tile(1), at: place, in: .selection)
    #expect(try history.tile(at: place, in: .selection, since: 0) == nil)
    let before = history.current.fingerprint
    let revision = try history.endRevision(pixels: 0, bounds: .empty, fingerprint: before)
    #expect(revision.tileCount == 1 && revision.fingerprint == before)
    for isCommitted in [false, true] {
      if isCommitted { try history.commit() }
      #expect(equal(try history.tile(at: place, in: .selection, since: 0), tile(1)))
      #expect(equal(try history.tile(at: place, in: .selection, since: 1), tile(1)))
      #expect(try history.tile(at: place, in: .selection, since: 2) == nil)
      #expect(try history.tile(at: place, in: .selectionSummary, since: 0) == nil)
      #expect(equal(try history.tile(at: place), .color(.white)))
    }
    #expect(try history.tiles(writtenBy: 1) == [])
    var changed = 0
    try history.snapshot(at: 0).forEachChangedTile(to: history.snapshot(at: 1)) { (_, _, _) throws(Never) in
      changed += 1
    }
    #expect(changed == 0)
    #expect(try history.lastWriter(of: place, at: history.current).number == 0)
    try history.beginEditing()
    _ = try history.undo(1)
    #expect(try history.tile(at: place, in: .selection, since: 0) == nil)
    _ = try history.redo(1)
    try history.endEditing()
    let reader = try document.open(.reading)
    #expect(equal(try reader.tile(at: place, in: .selection, since: 0), tile(1)))
    #expect(try reader.snapshot(at: 0).tile(at: place, in: .selection, since: 0) == nil)
    #expect(try document.check().problems.isEmpty)
  }

  @Test func `the tiles of an abandoned edit are in no plane`() throws {
    let document = try SampleDocument(width: 100, height: 100)
    let history = try document.open()
    try history.beginEditing()
    try history.beginRevision(name: "Select", command: "select")
    try history.add(tile(1), at: place, in: .selection)
    try history.abandonRevision()
    _ = try history.revise([(place, .color(.black))])
    try history.endEditing()
    #expect(try history.tile(at: place, in: .selection, since: 0) == nil)
    try document.removeIndex()
    _ = try document.repair()
    #expect(try document.open(.reading).tile(at: place, in: .selection, since: 0) == nil)
    #expect(try document.check().problems.isEmpty)
  }

  @Test func `runs of one-colour tiles end with their plane`() throws {
    let size = try #require(CanvasSize(width: 65_536, height: 65_536))
    let revision = Revision(
      number: 1, parent: 0, depth: 1, size: size, background: .white, base: 0,
      fingerprint: Fingerprint(high: 0, low: 0), time: 0, name: "", command: "", pixels: 0, bounds: .empty,
      tileCount: 0, bytes: 0)
    var record = RevisionRecord(document: "d", revision: revision)
    let edge: UInt32 = 1 << 22
    record.colors = [edge - 2, edge - 1, edge, edge + 1].map { .init(tile: $0, color: .white) }
    record.slots = [.init(tile: .max, adler: 1)]
    #expect(record.text.contains("colors ffffffff:\(edge - 2)+1 ffffffff:\(edge)+1\n"))
    guard case .revision(let read)? = PackRecord(record.text) else {
      Issue.record("the record is not read")
      return
    }
    #expect(read.colors == record.colors && read.slots == record.slots)
    let wrong = record.text.replacingFirst("+1", by: "+3")
    #expect(PackRecord(wrong) == nil)
  }

  @Test func `keys beyond the canvas are rejected in every plane`() throws {
    let size = try #require(CanvasSize(width: 100, height: 40))
    for plane in [0, 1, 3, 1_023] as [UInt32] {
      let positions = [(0, true), (3, true), (4, false), (2_048 + 3, true), (4_096, false)] as [(UInt32, Bool)]
      for (position, isValid) in positions {
        #expect(TilePlace(key: plane << 22 | position).isOn(size) == isValid)
      }
    }
  }

  @Test func `a damaged tile of another plane is reported as such, and a repair keeps everything else`() throws {
    let document = try SampleDocument(width: 100, height: 100)
    let history = try document.open()
    try history.beginEditing()
    _ = try history.revise(
      [(place, tile(1))], others: [(place, .selection, tile(2)), (TileIndex(x: 0, y: 0), .base, tile(3))])
    try history.endEditing()
    let fingerprint = history.current.fingerprint
    let key = TilePlace(place, in: .selection).key
    let location = try #require(try history.index.version(of: key, writtenBy: 1))
    guard case .slot(let slot) = location.location else {
      Issue.record("the tile has no slot")
      return
    }
    history.index.database.close()
    let name = try #require(try document.packs().last)
    try document.rewrite("packs/\(name)") { $0[Int(slot.offset) + Int(slot.length) / 2] ^= 1 }
    let report = try document.repair()
    #expect(report.problems.contains { $0.code == .tilesLost && $0.message.contains("32,64,32x32 of the selection") })
    #expect(!report.problems.contains { $0.code == .wrongFingerprint })
    #expect(try document.check().problems.isEmpty)
    let reader = try document.open(.reading)
    #expect(reader.current.fingerprint == fingerprint)
    #expect(equal(try reader.tile(at: place), tile(1)))
    #expect(try reader.tile(at: place, in: .selection, since: 0) == nil)
    #expect(equal(try reader.tile(at: TileIndex(x: 0, y: 0), in: .base, since: 0), tile(3)))
  }

  @Test func `a lost step comes back with all its planes, or not at all`() throws {
    for isDamaged in [false, true] {
      let document = try SampleDocument(width: 100, height: 100)
      let history = try document.open()
      try history.beginEditing()
      // The tile of the other plane is the last one, in a pack of its own.
      let others: [History.PlaneTile] = [(place, .selection, tile(2))]
      _ = try history.revise([(place, tile(1))], others: others)
      try history.endEditing()
      let version = try #require(try history.index.version(of: TilePlace(place, in: .selection).key, writtenBy: 1))
      guard case .slot(let slot) = version.location else {
        Issue.record("the tile has no slot")
        return
      }
      history.index.database.close()
      for name in ["index.sqlite-wal", "index.sqlite-shm"] { try? SystemDisk().remove(document.path.appending(name)) }
      if isDamaged {
        let name = try #require(try document.packs().last)
        try document.rewrite("packs/\(name)") { $0[Int(slot.offset) + Int(slot.length) / 2] ^= 1 }
      }
      let writer = try document.open()
      try writer.beginEditing()
      let recovered = try writer.recoverUnconfirmed()
      #expect(recovered.revisions == (isDamaged ? [] : [1]))
      try writer.endEditing()
      guard !isDamaged else { continue }
      #expect(equal(try writer.snapshot(at: 1).tile(at: place, in: .selection, since: 0), tile(2)))
    }
  }

  @Test func `the root keeps the newest tiles of each plane, and forgetting erases the others`() throws {
    let document = try SampleDocument(width: 100, height: 100)
    let history = try document.open()
    for number in 1...4 {
      try history.beginEditing()
      _ = try history.revise([], others: [(place, .selection, tile(UInt64(number)))])
      try history.commit()
    }
    try history.beginEditing()
    _ = try history.revise([(place, .color(.black))])
    _ = try history.forget(.all)
    try history.commit()
    _ = try history.collect(thoroughly: true)
    #expect(equal(try history.tile(at: place, in: .selection, since: 0), tile(4)))
    #expect(equal(try history.tile(at: place, in: .selection, since: 4), tile(4)))
    #expect(try history.tile(at: place, in: .selection, since: 5) == nil)
    #expect(try history.index.writers(of: TilePlace(place, in: .selection).key, atOrBefore: .max) == [4])
    #expect(try document.check().problems.isEmpty)
    history.index.database.close()
    try document.removeIndex()
    _ = try document.repair()
    #expect(equal(try document.open(.reading).tile(at: place, in: .selection, since: 0), tile(4)))
  }
}

extension String {
  fileprivate func replacingFirst(_ word: String, by other: String) -> String {
    guard let range = firstRange(of: word) else { return self }
    return replacingCharacters(in: range, by: other)
  }

  private func replacingCharacters(in range: Range<Index>, by other: String) -> String {
    String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
