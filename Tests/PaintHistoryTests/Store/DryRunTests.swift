import PaintRaster
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("History, dry runs")
struct DryRunTests {
  @Test("a dry run reports the same as the edit, and changes no byte", arguments: [1, 9, 1_100])
  func isTrue(tiles: Int) throws {
    var generator = SeededGenerator(seed: 41)
    let document = try SampleDocument(width: 1_100, height: 1_100)
    do {
      let history = try document.open(.editingInGroups)
      try history.commitRevision(randomTiles(on: document.size, count: 5, using: &generator))
      try history.commitRevision(randomTiles(on: document.size, count: 5, using: &generator))
      try history.endEditing()
    }
    let changes = randomTiles(on: document.size, count: tiles, using: &generator)
    // Leftovers of a dead process are not touched either.
    try document.folder.write("orphan", to: "art.paint/packs/0000000004.png")
    let before = try document.contents()
    var dryRunResult: Revision
    do {
      let dryRun = try document.open(.dryRun, cache: 0)
      dryRunResult = try dryRun.commitRevision(changes)
      #expect(try PlainPicture(canvasOf: dryRun).fingerprint == dryRunResult.fingerprint)
      _ = try dryRun.undo(1)
      #expect(dryRun.current.number == 2)
      _ = try dryRun.redo(1)
      try dryRun.endEditing()
      #expect(dryRun.current.number == 3)
      #expect(try document.look().current == 2)
    }
    #expect(try document.contents() == before)
    #expect(try SystemDisk().names(in: document.folder.path).map(\.string) == ["art.paint"])
    var revision = try document.open(.editing, cache: 0).commitRevision(changes)
    revision.time = 0
    dryRunResult.time = 0
    #expect(revision == dryRunResult)
  }

  /// A document with three steps in its log.
  private func drawn() throws -> SampleDocument {
    var generator = SeededGenerator(seed: 42)
    let document = try SampleDocument(width: 640, height: 640)
    let history = try document.open()
    for _ in 0..<3 { try history.commitRevision(randomTiles(on: document.size, count: 5, using: &generator)) }
    return document
  }

  /// Adds revisions with more rows than the pages that SQLite caches.
  private func draw(_ dryRun: History, on document: SampleDocument) throws {
    try dryRun.beginEditing()
    let tiles = PlainPicture.indices(of: document.size)
    for step in 0..<150 {
      let name = String(repeating: "n", count: 80_000)
      _ = try dryRun.revise(tiles.prefix(50).map { ($0, .color(Pixel(bits: UInt32(step)))) }, name: name)
      try dryRun.commit()
    }
    #expect(try dryRun.tile(at: tiles[3])[0, 0].bits == 149)
  }

  @Test("a dry run of a long script changes no byte, also while it runs: its pages are in a private log")
  func isLong() throws {
    let document = try drawn()
    let before = try document.contents()
    do {
      let dryRun = try document.open(.dryRun)
      try draw(dryRun, on: document)
      #expect(try document.contents() == before)
      let names = try SystemDisk().names(in: document.folder.path).filter { $0.string.hasPrefix(".paint-") }
      let folder = try #require(names.first)
      let log = try SystemDisk().status(of: document.folder.path.appending(folder).appending("index.log"))
      #expect(names.count == 1 && (log?.size ?? 0) > 1 << 20, "\(String(describing: log?.size))")
      // What it wrote is read from there after a rollback and in the next transaction, too.
      dryRun.rollback()
      #expect(dryRun.current.number == 3)
      try draw(dryRun, on: document)
      #expect(dryRun.current.number == 153)
      #expect(try document.look().current == 3)
    }
    #expect(try document.contents() == before)
    #expect(try SystemDisk().names(in: document.folder.path).map(\.string) == ["art.paint"])
  }

  @Test("whatever SQLite does in a dry run, it does not reach the document")
  func isApart() throws {
    let document = try drawn()
    let before = try document.contents()
    do {
      let dryRun = try document.open(.dryRun)
      let database = dryRun.index.database
      try database.execute("UPDATE document SET settings = 'x'; CREATE TABLE t(x); PRAGMA user_version = 7; VACUUM")
      for sql in ["PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode = DELETE"] {
        #expect(throws: HistoryError.self, "\(sql)") { try database.execute(sql) }
      }
      #expect(try document.contents() == before)
    }
    #expect(try document.contents() == before)
    #expect(try document.check().problems == [])
  }

  /// A disk on which nothing more can be written to a dry run's log after some writes.
  private final class FullDisk: InterceptingDisk {
    let base: any Disk = SystemDisk()
    let reason: Errno
    let allowed: Int
    private let writes = Atomic<Int>(0)

    init(_ reason: Errno, after allowed: Int) {
      self.reason = reason
      self.allowed = allowed
    }

    func intercept<R>(_ call: DiskCall, _ body: () throws(DiskError) -> R) throws(DiskError) -> R {
      if allowed < 0, call.kind == .create, call.path.lastComponent == "index.log" { throw call.error(reason) }
      return try body()
    }

    func judge(_ call: SQLiteCall) -> SQLiteVerdict {
      guard call.kind == .write, call.path.lastComponent == "index.log" else { return .pass }
      let number = writes.add(1, ordering: .relaxed).newValue
      return number > allowed ? .fail(reason, afterWriting: number % 2 * Int(call.count / 2)) : .pass
    }
  }

  @Test(
    "a dry run whose private log cannot be written fails and changes no byte",
    arguments: [Errno.noSpace, .ioError], [-1, 0, 1, 100, 101])
  func fails(reason: Errno, writes: Int) throws {
    let document = try drawn()
    let before = try document.contents()
    do {
      let error = #expect(throws: HistoryError.self) {
        try draw(document.open(.dryRun, disk: FullDisk(reason, after: writes)), on: document)
      }
      #expect(error?.isDiskFailure == true, "\(String(describing: error))")
    }
    #expect(try document.contents() == before)
    #expect(try SystemDisk().names(in: document.folder.path).map(\.string) == ["art.paint"])
    #expect(try document.open().commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 7)))]).number == 4)
    #expect(try document.check().problems == [])
  }

  @Test("a dry run that dies before any of its calls changes no byte")
  func dies() throws {
    let document = try drawn()
    let before = try document.contents()
    let counting = FailingDisk(nil, of: .changes)
    try draw(document.open(.dryRun, disk: counting), on: document)
    let calls = counting.calls.count
    #expect(calls > 500)
    let early = Array(1...min(40, calls))
    for call in early + Array(stride(from: 41, through: calls, by: max(1, calls / 12))) {
      let disk = FailingDisk(.stop(call), of: .changes)
      // Some of the last calls remove what was made.
      try? draw(document.open(.dryRun, disk: disk), on: document)
      #expect(disk.hasTriggered)
      #expect(try document.contents() == before, "call \(call) of \(calls)")
    }
    #expect(try document.look().current == 3)
    #expect(try document.check().problems == [])
  }

  @Test("if the log is damaged, a dry run sees the same steps as the next command")
  func seesDamagedLog() throws {
    let document = try drawn()
    // It keeps the shared memory, so that the next commands do not recover the log.
    let reader = try document.open(.reading)
    // In the first page of the log, which later ones replace.
    let log = try #require(document.contents()["index.sqlite-wal"])
    let pages = stride(from: 32, to: log.count, by: 24 + 4_096).map { Array(log[$0..<$0 + 4]) }
    try #require(pages.dropFirst().contains(pages[0]))
    try document.rewrite("index.sqlite-wal") { $0[32 + 24 + 100] ^= 1 }
    let before = try document.contents()
    do {
      let dryRun = try document.open(.dryRun)
      #expect(dryRun.current.number == 3)
      try draw(dryRun, on: document)
    }
    #expect(try document.contents() == before)
    #expect(reader.current.number == 3)
  }
}
