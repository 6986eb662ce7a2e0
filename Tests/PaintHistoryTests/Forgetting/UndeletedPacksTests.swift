import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("History: packs that cannot be deleted")
struct UndeletedPacksTests {
  /// A disk on which no pack can be deleted.
  private struct UndeletableDisk: InterceptingDisk {
    let base: any Disk = SystemDisk()

    func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
      if call.kind == .remove, call.matches("packs/*.png") { throw call.error(.notPermitted) }
      return try body()
    }
  }

  private let document: SampleDocument

  init() throws {
    document = try SampleDocument()
    let history = try document.open()
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<10 { try history.commitRevision(randomTiles(on: document.size, count: 3, using: &generator)) }
    try history.endEditing()
  }

  /// Forgets the first revisions while no pack can be deleted.
  private func forget() throws -> CollectionResult {
    let history = try document.open(disk: UndeletableDisk())
    try history.beginEditing()
    let stored = try history.storedBytes()
    _ = try history.forget(.before(8))
    try history.commit()
    return try history.collect(thoroughly: true, since: stored)
  }

  @Test("a gc counts them, but not their bytes, and the next one deletes them")
  func counts() throws {
    let before = try document.byteCount()
    let collected = try forget()
    #expect(collected.undeleted > 5)
    #expect(try document.packs().count == collected.packs + collected.undeleted)
    let between = try document.byteCount()
    #expect(collected.bytes == before - between)
    let again = try document.open().collect()
    #expect(again.undeleted == 0 && again.packs == collected.packs)
    #expect(try document.packs().count == again.packs)
    #expect(try again.bytes == between - document.byteCount())
  }
}
