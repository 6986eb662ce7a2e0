import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("SQLiteFiles")
struct SQLiteFilesTests {
  private final class Seen: Sendable {
    let kinds = Mutex<[SQLiteCall.Kind]>([])
  }

  private func watched(_ behind: SQLiteFiles, _ seen: Seen) -> SQLiteFiles {
    SQLiteFiles(wrapping: behind) { call in
      seen.kinds.withLock { $0.append(call.kind) }
      return .pass
    }
  }

  private func write(_ database: Database) throws(HistoryError) {
    try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(x); INSERT INTO t VALUES (1)")
  }

  @Test("every kind of call is seen, on disk and in memory")
  func sees() throws {
    let folder = try TemporaryFolder()
    for (files, path) in [(SQLiteFiles.system, folder.appending("a")), (SQLiteFiles(MemoryFiles()), "/a")] {
      let seen = Seen()
      let database = try Database(path: path, mode: .creating, files: watched(files, seen))
      try write(database)
      try database.shortenLog()
      database.close()
      let kinds = Set(seen.kinds.withLock { $0 })
      #expect(kinds.isSuperset(of: [.create, .read, .write, .truncate, .sync, .size, .status, .fullPath, .lock]))
      #expect(kinds.isSuperset(of: [.mapMemory, .lockMemory]))
    }
  }

  @Test("connections with several disks in one process are independent")
  func keepsApart() throws {
    let folder = try TemporaryFolder()
    let refusing = SQLiteFiles(wrapping: .system) { $0.kind == .write ? .fail(.noSpace) : .pass }
    let seen = Seen()
    let good = try Database(path: folder.appending("a"), mode: .creating, files: watched(.system, seen))
    let bad = try Database(path: folder.appending("b"), mode: .creating, files: refusing)
    try write(good)
    #expect(throws: HistoryError.self) { try write(bad) }
    try good.execute("INSERT INTO t VALUES (2)")
    #expect(seen.kinds.withLock { $0.contains(.write) })
  }

  @Test("two connections to a file in memory share its log, and one writes at a time")
  func sharesMemory() throws {
    let files = SQLiteFiles(MemoryFiles())
    let first = try Database(path: "/a", mode: .creating, files: files)
    try write(first)
    let second = try Database(path: "/a", mode: .reading, files: files)
    try second.execute("BEGIN")
    let count = try second.statement("SELECT count(*) FROM t")
    #expect(try count.step() && count.int(0) == 1)
    count.reset()
    try first.execute("INSERT INTO t VALUES (2)")
    #expect(try count.step() && count.int(0) == 1)
    count.reset()
    try second.execute("COMMIT")
    #expect(try count.step() && count.int(0) == 2)
  }

  @Test("a reader without shared memory reads a copy in memory", arguments: [Errno.noSpace, .readOnlyFileSystem])
  func readsCopy(reason: Errno) throws {
    let document = try SampleDocument()
    var generator = SeededGenerator(seed: 8)
    try document.open().commitRevision(randomTiles(on: document.size, count: 4, using: &generator))
    let expected = try document.look()
    let disk = RefusingDisk(kind: .mapMemory, reason: reason)
    #expect(try VisibleState(of: document.open(.reading, disk: disk)) == expected)
    #expect(try SystemDisk().names(in: document.folder.path).map(\.string) == ["art.paint"])
  }

  private struct RefusingDisk: InterceptingDisk {
    var base: any Disk { SystemDisk() }
    let kind: SQLiteCall.Kind
    let reason: Errno

    func intercept<R>(_ call: DiskCall, _ body: () throws(DiskError) -> R) throws(DiskError) -> R { try body() }
    func judge(_ call: SQLiteCall) -> SQLiteVerdict { call.kind == kind ? .fail(reason) : .pass }
  }
}
