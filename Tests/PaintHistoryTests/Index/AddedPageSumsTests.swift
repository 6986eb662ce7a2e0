import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Checksums of pages that the first writer adds")
struct AddedPageSumsTests {
  private static let index = FaultModel.path.appending("index.sqlite")
  private static let tile = (index: TileIndex(x: 0, y: 0), tile: Tile.color(Pixel(bits: 12_345)))

  private func draw(on disk: any Disk, _ access: History.Access = .editing) throws -> Revision {
    let history = try History(at: FaultModel.path, for: access, options: .suite(on: disk))
    let revision = try history.commitRevision([Self.tile])
    try history.endEditing()
    return revision
  }

  /// Checks that everything is as before, besides the new revision.
  private func expectSame(
    _ disk: MemoryDisk, as before: WholeDocument, drawn: Int?, _ note: Comment? = nil
  ) throws {
    let whole = try WholeDocument(at: FaultModel.path, on: disk)
    #expect(whole.revisions.filter { $0.key != drawn } == before.revisions, note)
    #expect(whole.branches == before.branches && whole.groups == before.groups, note)
    guard let drawn else { return }
    #expect(whole.revisions[drawn]?.parent == before.current, note)
    // What the stroke was drawn on.
    let reader = try History(at: FaultModel.path, for: .reading, options: .suite(on: disk))
    var expected = try PlainPicture(of: reader.snapshot(at: before.current))
    expected[Self.tile.index] = Self.tile.tile
    #expect(try PlainPicture(of: reader.snapshot(at: drawn)) == expected, note)
  }

  @Test(
    "every page has one afterwards, and nothing else changes", arguments: [History.Access.editing, .editingInGroups])
  func adds(access: History.Access) throws {
    let disk = try FaultModel.withoutPageSums.disk
    #expect(disk.bytes(of: Self.index)?[20] == 0)
    let before = try WholeDocument(at: FaultModel.path, on: disk)
    _ = try draw(on: disk, .dryRun)
    #expect(disk.bytes(of: Self.index)?[20] == 0)
    // Opened before; a reader keeps the log from being emptied.
    var reader: History? = try History(at: FaultModel.path, for: .reading, options: .suite(on: disk))
    let script = try History(at: FaultModel.path, for: .editingInGroups, options: .suite(on: disk))
    script.lock?.release()
    let drawn = try draw(on: disk, access).number
    let seen = try reader.map { try PlainPicture(of: $0.snapshot(at: before.current)).fingerprint }
    #expect(seen != nil && seen == before.revisions[before.current]?.picture)
    reader = nil
    try expectSame(disk, as: before, drawn: drawn)
    try script.commitRevision([(TileIndex(x: 1, y: 1), .color(Pixel(bits: 7)))])
    try script.endEditing()
    try script.sync()
    _ = try History(at: FaultModel.path, for: .editing, options: .suite(on: disk)).collect()
    let bytes = try #require(disk.bytes(of: Self.index))
    #expect(bytes[20] == 8)
    for page in stride(from: 4_096, through: bytes.count, by: 4_096) {
      #expect(bytes[page - 8..<page].contains { $0 != 0 }, "before \(page)")
    }
    let report = try DocumentCheck(of: FaultModel.path, options: .suite(on: disk)).run()
    #expect(report.problems == [])
  }

  @Test("a damaged index gets none: the writer stops, or it was drawn on the correct picture")
  func flips() throws {
    let model = try FaultModel.withoutPageSums.disk
    let before = try WholeDocument(at: FaultModel.path, on: model)
    let bytes = try #require(model.bytes(of: Self.index))
    var damaged = 0
    // The headers of the pages and the pointers to their cells.
    var offsets: [Int] = []
    for page in stride(from: 0, to: bytes.count, by: 4_096) {
      let header = max(page, 100)
      offsets += Array(header..<header + 60)
    }
    for (place, offset) in offsets.enumerated() {
      for bit in 0..<8 where isThorough || (place + bit) % 12 == 0 {
        let disk = MemoryDisk(copying: model)
        var flipped = bytes
        flipped[offset] ^= 1 << UInt8(bit)
        disk.put(flipped, at: Self.index)
        let drawn: Int
        do { drawn = try draw(on: disk).number } catch {
          #expect(error.isDamage, "bit \(bit) of byte \(offset): \(error)")
          #expect(disk.bytes(of: Self.index) == flipped, "bit \(bit) of byte \(offset)")
          damaged += 1
          continue
        }
        try expectSame(disk, as: before, drawn: drawn, "bit \(bit) of byte \(offset)")
      }
    }
    #expect(damaged > 0)
  }

  @Test("a disk that fails, fills up or stops at any call leaves the same document, with or without them")
  func failingDisk() throws {
    let model = try FaultModel.withoutPageSums.disk
    let before = try WholeDocument(at: FaultModel.path, on: model)
    let whole = FailingDisk(wrapping: MemoryDisk(copying: model), of: .changes)
    _ = try draw(on: whole)
    for call in 1...whole.calls.count {
      let kinds: [FailingDisk.Fault] = [.fail(call, .ioError), .cutShort(call), .stop(call), .stopHalfway(call)]
      for fault in isThorough ? kinds : [kinds[call % kinds.count]] {
        let disk = MemoryDisk(copying: model)
        let note: Comment = "\(fault): \(whole.calls[call - 1])"
        _ = try? draw(on: FailingDisk(wrapping: disk, fault, of: .changes))
        let drawn = try draw(on: disk).number
        let problems = try DocumentCheck(of: FaultModel.path, options: .suite(on: disk)).run().problems
        #expect(problems == [], note)
        let found = try WholeDocument(at: FaultModel.path, on: disk)
        #expect(found.current == drawn, note)
        for (number, revision) in before.revisions { #expect(found.revisions[number] == revision, note) }
      }
    }
  }

  @Test("a base whose row is lost is damage")
  func lostBase() throws {
    let document = try SampleDocument()
    let history = try document.open()
    try history.beginEditing()
    _ = try history.remake(BlankCanvas(size: document.size, background: .black), [])
    _ = try history.revise([Self.tile])
    try history.endEditing()
    try document.execute("DELETE FROM revision WHERE id = 1", sealing: false)
    let reader = try document.open(.reading)
    do throws(HistoryError) {
      _ = try reader.basePicture()
      Issue.record("there is no base")
    } catch {
      #expect(error.isDamage, "\(error)")
    }
  }
}
