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

  private func check() throws -> CheckReport { try document.check() }

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

  @Test("a check calls them leftovers, and a gc deletes them")
  func leftovers() throws {
    let collected = try forget()
    for report in [try check(), try document.repair()] {
      #expect(report.problems == [] && report.leftovers == collected.undeleted)
      #expect(report.unconfirmed == 0 && report.damagedLeftovers == 0 && report.unsortedPacks == 0)
    }
    _ = try document.open().collect()
    let report = try check()
    #expect(report.problems == [] && report.leftovers == 0 && report.unfinishedPacks == 0)
  }

  /// A disk on which each pack is only read while nobody has locked the document.
  private struct UnlockedDisk: InterceptingDisk {
    let base: any Disk = SystemDisk()
    let document: FilePath

    func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
      if call.matches("packs/*.png") {
        #expect(throws: Never.self, "locked during \(call)") {
          try DocumentLock.acquire(document, on: base, wait: .zero).release()
        }
      }
      return try body()
    }
  }

  @Test("a check does not keep others from writing while it reads them")
  func unlocked() throws {
    let collected = try forget()
    var options = History.Options()
    options.disk = UnlockedDisk(document: document.path)
    #expect(try DocumentCheck(of: document.path, options: options).run().leftovers == collected.undeleted)
  }

  @Test("a damaged one is set aside by a gc, and then deleted on request")
  func damaged() throws {
    let collected = try forget()
    let first = try #require(document.packs().first)
    try document.rewrite("packs/\(first)") { $0[$0.count / 2] ^= 1 }
    let report = try check()
    #expect(report.problems == [] && report.unconfirmed == 0)
    #expect(report.damagedLeftovers == 1 && report.leftovers == collected.undeleted - 1)
    let history = try document.open()
    _ = try history.collect()
    #expect(try document.unconfirmed() == [first])
    let aside = try check()
    #expect(aside.problems == [] && aside.unconfirmed == 1 && aside.damagedLeftovers == 0 && aside.leftovers == 0)
    try history.beginEditing()
    #expect(try history.forgetUnconfirmed().packs == 1)
    try history.endEditing()
    #expect(try check().unconfirmed == 0)
  }

  @Test("another document's pack in the place of one is a problem that a repair ends, and then a gc works again")
  func foreign() throws {
    _ = try forget()
    let first = try #require(document.packs().first)
    let other = try SampleDocument()
    let foreign = try SystemDisk().contents(of: other.path.appending("packs/0000000001.png"))
    try document.rewrite("packs/\(first)") { $0 = foreign }
    #expect(throws: HistoryError.self) { _ = try document.open().collect() }
    let found = try check().problems
    #expect(found.map(\.code) == [.unexpectedFile] && found.map(\.pack) == [Int(first.prefix(10))])
    let repaired = try document.repair()
    #expect(repaired.isRepaired && repaired.problems == found && repaired.unconfirmed == 1)
    #expect(try document.unconfirmed() == [first])
    _ = try document.open().collect()
    let after = try check()
    #expect(after.problems == [] && after.unconfirmed == 1 && after.leftovers == 0)
  }
}
