import PaintHistory
import PaintRaster
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

/// Scripts that write behind, while files cannot be opened.
@Suite("Faults: scripts that write behind")
struct WriteBehindTests {
  private static let path = FaultModel.path
  private static let log = FaultModel.path.appending("index.sqlite-wal")
  private static let reasons: [Errno] = [.tooManyOpenFiles, .ioError, .permissionDenied]

  /// Draws, undoes and commits several groups; writes behind from the first commit on.
  ///
  /// - Parameter committed: is called after each commit, before the script may write behind.
  private func draw(
    _ history: History, committed: (History) throws -> Void = { _ in }
  ) throws {
    var generator = SeededGenerator(seed: 91)
    for group in 0..<4 {
      try history.beginEditing()
      for step in 0..<2 {
        let tiles = randomTiles(on: history.current.size, count: 5, using: &generator)
        _ = try history.revise(tiles, others: step == group % 2 ? FaultModel.planeTiles(seed: generator.next()) : [])
      }
      // The tiles of committed steps are looked up again.
      _ = try history.undo(group % 2 == 0 ? 1 : 3)
      _ = try history.revise(randomTiles(on: history.current.size, count: 9, using: &generator))
      if group == 2 { try history.endEditing() } else { try history.commit() }
      try committed(history)
      try history.writeBehind()
    }
    try history.sync()
  }

  private func open(_ disk: any Disk) throws -> History {
    // Without a cache, packs are opened and read.
    try History(at: Self.path, for: .editingInGroups, options: .suite(on: disk, cache: 0))
  }

  /// The states of the document before the script and after each of its commits.
  private func states() throws -> (states: [WholeDocument], opens: Int) {
    let disk = try FaultModel.usual.disk
    var states = [try WholeDocument(at: Self.path, on: disk)]
    let counting = FailingDisk(wrapping: disk, of: .opens)
    try draw(open(counting)) { _ in states.append(try WholeDocument(at: Self.path, on: disk)) }
    return (states, counting.calls.count)
  }

  /// Runs the script, and checks that the document is in one of the states; returns the error.
  private func outcome(on disk: any Disk, _ good: MemoryDisk, _ states: [WholeDocument]) throws -> (any Error)? {
    var failure: (any Error)?
    do { try draw(open(disk)) } catch { failure = error }
    // Throws if a picture does not have its revision's fingerprint.
    let found = try WholeDocument(at: Self.path, on: good)
    #expect(failure == nil ? found == states.last : states.contains(found), "r\(found.current)")
    #expect(try DocumentCheck(of: Self.path, options: .suite(on: good)).run().problems == [])
    return failure
  }

  @Test func `each open fails once: there is an error, or every revision has its picture`() throws {
    let (states, opens) = try states()
    var tally = FaultTally("opens")
    // The thread may open files earlier or later than counted.
    for call in 1...opens + 1 {
      for (number, reason) in Self.reasons.enumerated() where isThorough || (call + number) % Self.reasons.count == 0 {
        let good = try FaultModel.usual.disk
        do {
          let failure = try outcome(on: FailingDisk(wrapping: good, .fail(call, reason), of: .opens), good, states)
          if let failure, (failure as? HistoryError)?.isDiskFailure != true { throw failure }
          tally.count(failure == nil ? "done" : "error")
        } catch {
          tally.fail("open \(call), \(reason): \(error)")
        }
      }
    }
    tally.report("script that writes behind")
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(10).joined(separator: "\n"))")
  }

  /// A disk on which the index cannot be opened while there is a reason.
  private final class LockedIndex: InterceptingDisk {
    let base: any Disk
    let reason = Mutex<Errno?>(nil)

    init(_ base: any Disk) { self.base = base }

    private func reason(against call: DiskCall) -> Errno? {
      guard call.kind.isOpening, call.matches("index.sqlite*") else { return nil }
      return reason.withLock { $0 }
    }

    func intercept<R>(_ call: DiskCall, _ body: () throws(DiskError) -> R) throws(DiskError) -> R {
      if let reason = reason(against: call) { throw call.error(reason) }
      return try body()
    }

    func judge(_ call: SQLiteCall) -> SQLiteVerdict { reason(against: DiskCall(call)).map { .fail($0) } ?? .pass }
  }

  @Test(
    "a script goes on if too many files are open, and stops if the index cannot be opened for another reason",
    arguments: reasons)
  func needsIndex(reason: Errno) throws {
    let good = try FaultModel.usual.disk
    let disk = LockedIndex(good)
    let states = try states().states
    let history = try open(disk)
    var writesBehind: [Bool] = []
    var failure: HistoryError?
    do {
      try draw(history) { history in
        disk.reason.withLock { $0 = writesBehind.count < 2 ? reason : nil }
        writesBehind.append(history.transaction.writesBehind)
      }
    } catch {
      failure = error as? HistoryError
    }
    if reason == .tooManyOpenFiles {
      #expect(failure == nil)
      // As soon as the index can be opened.
      #expect(writesBehind == [false, false, false, true])
      #expect(try WholeDocument(at: Self.path, on: good) == states.last)
    } else {
      guard case .disk(let error) = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
      #expect(error.errno == reason && error.operation == .open)
      #expect(try WholeDocument(at: Self.path, on: good) == states[1])
    }
  }

  @Test("a log that has only a header, or a part of it, is no reason for an old copy", arguments: [1, 16, 32])
  func hasHeaderOnly(bytes: Int) throws {
    let disk = try FaultModel.usual.disk
    try disk.cutLog(of: Self.path, to: bytes)
    let history = try open(disk)
    try history.beginEditing()
    try history.beginGroup(named: nil)
    _ = try history.revise([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 77)))])
    #expect(disk.bytes(of: Self.log)?.count == bytes)
    try history.writeBehind()
    #expect(history.transaction.writesBehind)
    _ = try history.endGroup()
    try history.commit()
    try draw(history)
    _ = try WholeDocument(at: Self.path, on: disk)
    #expect(try DocumentCheck(of: Self.path, options: .suite(on: disk)).run().problems == [])
  }
}

extension MemoryDisk {
  /// Empties the log of a document, except for the first bytes of its header.
  ///
  /// A process that is killed in its first commit after a checkpoint leaves such a log.
  func cutLog(of document: FilePath, to bytes: Int) throws {
    let log = document.appending("index.sqlite-wal")
    let database = try Database(path: document.appending("index.sqlite"), mode: .editing, files: sqliteFiles)
    // Writes the same number, so that there is a log.
    try database.execute("PRAGMA application_id = \(IndexSchema.applicationID)")
    let header = Array(try #require(self.bytes(of: log)).prefix(bytes))
    try #require(header.count == bytes)
    try database.shortenLog()
    database.close()
    put(header, at: log)
  }
}
