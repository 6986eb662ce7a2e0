import CSQLite
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory
@testable import PaintPNG

@Suite("History, opening")
struct OpeningTests {
  private let document: SampleDocument

  init() throws {
    document = try SampleDocument()
    let history = try document.open()
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<3 {
      try history.commitRevision(randomTiles(on: document.size, count: 4, using: &generator))
    }
    try history.endEditing()
  }

  private static let accesses: [History.Access] = [.reading, .editing, .editingInGroups, .dryRun]

  private func failure(_ access: History.Access, at path: FilePath? = nil) -> HistoryError? {
    do throws(HistoryError) {
      let history = try History(at: path ?? document.path, for: access)
      _ = try history.tile(at: TileIndex(x: 0, y: 0))
      if access != .reading { try history.beginEditing() }
      return nil
    } catch {
      return error
    }
  }

  private func expectDamaged(_ access: History.Access, _ note: Comment) {
    guard let error = failure(access) else { return #expect(Bool(false), "\(note): opened") }
    guard case .damaged = error else { return #expect(Bool(false), "\(note): \(error)") }
  }

  private func expectOtherVersion(_ version: Int, _ call: () throws(HistoryError) -> Void) throws {
    do throws(HistoryError) {
      try call()
      Issue.record("version \(version) is not noticed")
    } catch {
      guard case .otherVersion(version) = error else { throw error }
    }
  }

  private func expectRefused(_ document: SampleDocument, _ version: Int) throws {
    try expectOtherVersion(version) { () throws(HistoryError) in _ = try DocumentCheck(of: document.path).run() }
    try expectOtherVersion(version) { () throws(HistoryError) in
      _ = try DocumentRepair(DocumentCheck(of: document.path)).run()
    }
  }

  /// Checkpoints the log, so that the index is complete.
  private func checkpoint(_ sql: String = "") throws {
    let database = try Database(path: document.path.appending("index.sqlite"), mode: .editing)
    try database.execute(sql + "; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  @Test("nothing, a file and an empty folder are not documents", arguments: accesses)
  func needsDocument(access: History.Access) throws {
    try document.folder.write("hello", to: "file")
    try SystemDisk().createDirectory(document.folder.appending("empty"))
    for name in ["missing", "file", "empty", "missing/deeper", "file/deeper"] {
      guard case .notFound = failure(access, at: document.folder.appending(name)) else {
        return #expect(Bool(false), "\(name)")
      }
    }
    #expect(try SystemDisk().names(in: document.folder.appending("empty")).isEmpty)
  }

  @Test("packs without an index are a damaged document, which opening does not change", arguments: accesses)
  func needsIndex(access: History.Access) throws {
    for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
      try? SystemDisk().remove(document.path.appending(name))
    }
    let before = try document.contents()
    expectDamaged(access, "no index")
    #expect(try document.contents() == before)
  }

  @Test("a base whose row is lost is damage")
  func lostBase() throws {
    let history = try document.open()
    try history.beginEditing()
    _ = try history.remake(BlankCanvas(size: document.size, background: .black), [])
    _ = try history.revise([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 12_345)))])
    try history.endEditing()
    try document.execute("DELETE FROM revision WHERE id = 4", sealing: false)
    let reader = try document.open(.reading)
    do throws(HistoryError) {
      _ = try reader.basePicture()
      Issue.record("there is no base")
    } catch {
      #expect(error.isDamage, "\(error)")
    }
  }

  @Test("the number is looked at before any checksum, and before anything is created", arguments: accesses)
  func refusesOtherVersions(access: History.Access) throws {
    try checkpoint()
    let whole = try document.contents()
    let versions = [
      (0, true), (0, false), (1, true), (2, true), (3, true), (5, true), (999, true), (2, false), (5, false),
    ]
    for (version, isSealed) in versions {
      try document.restore(whole)
      try checkpoint("PRAGMA user_version = \(version)")
      for name in ["index.sqlite-wal", "index.sqlite-shm", "lock"] {
        try? SystemDisk().remove(document.path.appending(name))
      }
      if !isSealed {
        // The rest of the first page, and all others, are what another version makes of them.
        try document.rewrite("index.sqlite") { bytes in for i in 100..<bytes.count { bytes[i] ^= 0x55 } }
      }
      let before = try document.contents()
      guard case .otherVersion(version) = failure(access) else {
        Issue.record("version \(version): \(failure(access).map { "\($0)" } ?? "opened")")
        return
      }
      try expectRefused(document, version)
      #expect(try document.contents() == before)
      #expect(try SystemDisk().status(of: document.path.appending("index.sqlite-shm")) == nil)
    }
  }

  @Test("a number that is only in the log is found, too", arguments: accesses)
  func refusesOtherVersionsInLog(access: History.Access) throws {
    let database = try Database(path: document.path.appending("index.sqlite"), mode: .editing)
    try database.execute("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 5")
    guard case .otherVersion(5) = failure(access) else { return #expect(Bool(false)) }
    database.skipCheckpointOnClose()
  }

  @Test("another program that changes version and schema while the document is open is named, not damage")
  func changedWhileOpen() throws {
    let history = try document.open()
    try history.endEditing()
    history.lock?.release()
    let reader = try document.open(.reading)
    // Otherwise it reads the old state.
    try reader.index.database.execute("COMMIT")
    do {
      let database = try Database(path: document.path.appending("index.sqlite"), mode: .editing)
      try database.execute("BEGIN; DROP TABLE document; DROP TABLE revision; PRAGMA user_version = 5; COMMIT")
      database.skipCheckpointOnClose()
    }
    try expectOtherVersion(5) { () throws(HistoryError) in try history.beginEditing() }
    try expectOtherVersion(5) { () throws(HistoryError) in _ = try reader.line() }
  }

  @Test("packs without an index say of which version they are, with or without right checksums")
  func refusesPacksOfOtherVersions() throws {
    for (start, isSealed) in [("1", true), ("2 ", false), ("5 ", true), ("9 ", false)] {
      let document = try SampleDocument()
      let history = try document.open()
      try history.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 7)))])
      try history.endEditing()
      try document.removeIndex()
      try? SystemDisk().remove(document.path.appending("lock"))
      for name in try document.contents().keys where name.hasPrefix("packs/") {
        try document.rewrite(name) { bytes in
          guard let place = bytes.firstRange(of: Array("paNT4 ".utf8)) else { return }
          let length = bytes[place.lowerBound - 4..<place.lowerBound].reduce(0) { $0 << 8 | Int($1) }
          let text = Array(start.utf8) + bytes[place.upperBound..<place.lowerBound + 4 + length]
          let rest = bytes[(place.lowerBound + 4 + length + 4)...]
          var new = Array(bytes[..<(place.lowerBound - 4)])
          PackFormat.appendChunk(PackFormat.record, text, to: &new)
          if !isSealed { new[new.count - 1] ^= 1 }
          bytes = new + rest
        }
      }
      let before = try document.contents()
      let version = try #require(Int(start.prefix(1)))
      for access in Self.accesses {
        guard case .otherVersion(version) = failure(access, at: document.path) else {
          Issue.record("\(start), \(access): \(failure(access, at: document.path).map { "\($0)" } ?? "opened")")
          continue
        }
      }
      try expectRefused(document, version)
      #expect(try document.contents() == before)
    }
  }

  @Test(
    "one pack of another version in a folder of this one's is refused by check and repair, and by all without an index",
    arguments: [true, false])
  func refusesOnePack(isSealed: Bool) throws {
    try document.rewrite("packs/0000000002.png") { bytes in
      guard let place = bytes.firstRange(of: Array("paNT4 ".utf8)) else { return }
      let length = bytes[place.lowerBound - 4..<place.lowerBound].reduce(0) { $0 << 8 | Int($1) }
      var new = Array(bytes[..<(place.lowerBound - 4)])
      PackFormat.appendChunk(
        PackFormat.record, Array("5 ".utf8) + bytes[place.upperBound..<place.lowerBound + 4 + length], to: &new)
      if !isSealed { new[new.count - 1] ^= 1 }
      bytes = new + bytes[(place.lowerBound + 4 + length + 4)...]
    }
    let before = try document.contents()["packs/0000000002.png"]
    if isSealed { try expectRefused(document, 5) }
    try document.removeIndex()
    for access in Self.accesses {
      guard isSealed else {
        // It is damaged, so its number may be, too.
        expectDamaged(access, "no index")
        continue
      }
      guard case .otherVersion(5) = failure(access) else {
        Issue.record("\(access): \(failure(access).map { "\($0)" } ?? "opened")")
        continue
      }
    }
    #expect(try document.contents()["packs/0000000002.png"] == before)
  }

  @Test("a document row that is older than the others is damage, and a repair uses the others")
  func refusesOlderRow() throws {
    let history = try document.open()
    func fill(_ color: UInt32) throws {
      _ = try history.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: color)))])
    }
    try fill(0xff00_0001)
    let older = try row()
    try fill(0xff00_0002)
    try history.endEditing()
    let whole = try WholeDocument(at: document.path, on: SystemDisk())
    // Its checksum is valid: a disk that has lost one write shows the old content.
    try document.execute("UPDATE document SET \(older)", sealing: false)
    for access in Self.accesses { expectDamaged(access, "\(access)") }
    #expect(try document.check().problems.map(\.code) == [.indexDamaged])
    let report = try document.repair()
    #expect(!report.remarks.isEmpty)
    #expect(try WholeDocument(at: document.path, on: SystemDisk()).revisions == whole.revisions)
  }

  /// The columns of the document's row that change with each step, as SQL sets them.
  private func row() throws -> String {
    let columns = [
      "commits", "current", "tip", "next_revision", "revisions", "next_pack", "synced_revision", "pack_bytes",
      "steps", "live_bytes", "small_packs", "sum",
    ]
    let database = try Database(path: document.path.appending("index.sqlite"), mode: .reading)
    let query = try database.statement("SELECT \(columns.joined(separator: ", ")) FROM document")
    defer { query.reset() }
    #expect(try query.step())
    return columns.enumerated().map { "\($1) = \(query.int(Int32($0)))" }.joined(separator: ", ")
  }

  @Test("a file that is not an index of paint is damage", arguments: accesses)
  func refusesOthers(access: History.Access) throws {
    try checkpoint("PRAGMA application_id = 7")
    expectDamaged(access, "another application")
    for bytes in [[], Array("not a database, but some text that is long enough to be looked at".utf8)] as [[UInt8]] {
      for name in ["index.sqlite-wal", "index.sqlite-shm"] {
        try? SystemDisk().remove(document.path.appending(name))
      }
      try document.rewrite("index.sqlite") { $0 = bytes }
      expectDamaged(access, "\(bytes.count) bytes")
    }
  }

  @Test("a truncated index is damage wherever it ends", arguments: accesses)
  func refusesTruncated(access: History.Access) throws {
    try checkpoint()
    let whole = try SystemDisk().contents(of: document.path.appending("index.sqlite"))
    for count in [1, 50, 100, 1_000, 4_096, 4_100, 8_192, 12_288] where count < whole.count {
      try document.rewrite("index.sqlite") { $0 = Array(whole.prefix(count)) }
      expectDamaged(access, "\(count) of \(whole.count) bytes")
    }
  }

  @Test("invalid rows are damage and cause neither a crash nor an endless search", arguments: [true, false])
  func refusesNonsense(isSealed: Bool) throws {
    let nonsense = [
      "DELETE FROM document", "DELETE FROM revision", "UPDATE document SET current = 77",
      "UPDATE document SET current = -1", "UPDATE document SET tip = 9223372036854775807",
      "UPDATE document SET next_revision = -9223372036854775808",
      "UPDATE document SET next_revision = 9223372036854775807",
      "UPDATE document SET next_revision = 2", "UPDATE document SET synced_revision = -9223372036854775808",
      "UPDATE document SET synced_revision = 50",
      "UPDATE document SET next_pack = 9223372036854775807", "UPDATE document SET next_pack = 0",
      "UPDATE document SET pack_bytes = 9223372036854775807", "UPDATE document SET commits = 9223372036854775807",
      "UPDATE document SET revisions = 9223372036854775807",
      "UPDATE revision SET depth = 9223372036854775807", "UPDATE revision SET depth = -5 WHERE id = 3",
      "UPDATE revision SET parent = 3 WHERE id = 3", "UPDATE revision SET jump = 77 WHERE id = 3",
      "UPDATE revision SET jump = -9 WHERE id = 3", "UPDATE revision SET width = 0",
      "UPDATE revision SET height = 70000",
      "UPDATE revision SET base = 50", "UPDATE revision SET x = 9223372036854775807, w = 9223372036854775807",
      "UPDATE revision SET bytes = 9223372036854775807", "UPDATE revision SET tile_count = -1",
      "UPDATE tile SET pack = 99", "UPDATE tile SET offset = 4294967295 WHERE pack > 0",
      "UPDATE tile SET offset = -1 WHERE pack > 0",
      "UPDATE tile SET length = 2147483647 WHERE pack > 0", "UPDATE tile SET length = 0 WHERE pack > 0",
      "UPDATE tile SET pack = -9223372036854775808 WHERE pack > 0", "UPDATE tile SET crc = 7 WHERE pack > 0",
      "DROP TABLE tile", "DROP TABLE revision",
    ]
    let before = try document.contents()
    for sql in nonsense {
      try document.execute(sql, sealing: isSealed)
      for access in Self.accesses {
        do throws(HistoryError) {
          let history = try document.open(access)
          if access != .reading { try history.beginEditing() }
          for index in PlainPicture.indices(of: document.size) { _ = try history.tile(at: index) }
          if access == .reading {
            _ = try history.line()
          } else {
            _ = try history.undo(2)
            _ = try history.redo(9)
            try history.goTo(1)
            _ = try history.revisions(between: 1, and: 3)
            _ = try history.revise([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 5)))])
            history.rollback()
          }
        } catch {
          guard case .damaged = error else {
            if case .unknownRevision = error { continue }
            #expect(Bool(false), "\(sql), \(access): \(error)")
            continue
          }
        }
      }
      for (name, bytes) in before where !name.hasPrefix("packs") { try document.rewrite(name) { $0 = bytes } }
      try? SystemDisk().remove(document.path.appending("index.sqlite-shm"))
    }
  }

  @Test("a document that cannot be opened in place is read from a private copy of its index and log")
  func readsCopies() throws {
    let expected = try document.look()
    let before = try document.contents()
    var options = History.Options()
    options.temporaryFolder = document.folder.path
    do {
      let opened = try History.openCopy(of: document.path, options: options)
      #expect(opened.state.current == expected.current)
      let revision = try opened.index.revision(3)
      #expect(revision?.number == 3)
      // In memory, so that reading needs no disk space.
      #expect(try SystemDisk().names(in: document.folder.path).map(\.string) == ["art.paint"])
    }
    #expect(try document.contents() == before)
    #expect(try SystemDisk().names(in: document.folder.path).map(\.string) == ["art.paint"])
  }

  @Test(
    "a row with a number that no edit has is damaged, although its checksum is valid",
    arguments: ["time", "pixels", "tile_count", "bytes"], [Int.min, .max])
  func refusesNumbers(column: String, number: Int) throws {
    try document.execute("UPDATE revision SET \(column) = \(number) WHERE id = 2")
    let history = try document.open(.reading)
    let error = #expect(throws: HistoryError.self) { try history.list(HistoryQuery()) }
    #expect(error?.isDamage == true, "\(String(describing: error))")
  }
}
