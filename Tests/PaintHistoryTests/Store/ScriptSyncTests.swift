import PaintRaster
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("A sync that fails after a script's commit")
struct ScriptSyncTests {
  /// What syncs the log after the commit of a script's last step.
  enum Work: CaseIterable, CustomTestStringConvertible {
    case endWithLongLog, endWithManyPacks, syncWithLongLog

    var testDescription: String { "\(self)" }
  }

  private func document(for work: Work) throws -> SampleDocument {
    let document = try SampleDocument()
    var generator = SeededGenerator(seed: 9)
    let history = try document.open()
    let packs = work == .endWithManyPacks ? Maintenance.minimumPacksToMerge - 1 : 2
    while history.state.smallPacks < packs {
      try history.commitRevision(randomTiles(on: document.size, count: 2, using: &generator))
    }
    try history.endEditing()
    guard work != .endWithManyPacks else { return document }
    // Zeros behind the frames of a log are no frames, and make it long enough to be emptied.
    try document.rewrite("index.sqlite-wal") { $0 += [UInt8](repeating: 0, count: 36 << 20) }
    return document
  }

  private func perform(_ work: Work, with history: History) throws {
    try history.beginEditing()
    _ = try history.revise([(TileIndex(x: 0, y: 0), .pixels(Tile.color(.black).expanded))])
    try work == .syncWithLongLog ? history.sync() : history.endEditing()
  }

  @Test("is an error at once, although no call follows, and nothing is synced later", arguments: Work.allCases)
  func isThrown(work: Work) throws {
    let counting = LogSyncDisk(failing: nil)
    let first = try document(for: work)
    try perform(work, with: first.open(.editingInGroups, disk: counting))
    #expect(try first.check().problems.isEmpty)
    let syncs = counting.syncs.filter { $0 == .log }.count
    #expect(syncs > 0)
    for number in 1...max(syncs, 1) {
      let document = try document(for: work)
      let failing = LogSyncDisk(failing: number)
      let history = try document.open(.editingInGroups, disk: failing)
      // What follows the sync of everything is only a warning.
      var isSynced = false
      do {
        try perform(work, with: history)
        isSynced = failing.syncs.contains(.fileSystem)
        #expect(isSynced, "sync \(number) failed without an error")
      } catch let error as HistoryError {
        guard case .outcomeUnknown = error else { throw error }
      }
      #expect(history.stopError != nil && (history.postponed != nil) == isSynced, "sync \(number)")
      #expect(try SystemDisk().status(of: document.path.appending(UnsyncedMark.name)) != nil, "sync \(number)")
      #expect(failing.syncs.filter { $0 == .log }.count == number && failing.syncs.last == .log, "\(failing.syncs)")
      let next = try document.open()
      try next.beginEditing()
      try next.endEditing()
      #expect(try document.check().problems.isEmpty, "sync \(number)")
    }
  }
}

/// A disk on which one sync of the index's log fails.
private final class LogSyncDisk: InterceptingDisk {
  enum Sync {
    case log, fileSystem
  }

  let base: any Disk = SystemDisk()
  /// The number of the sync that fails; nil if none does.
  private let failing: Int?
  private let made = Mutex<[Sync]>([])

  init(failing: Int?) { self.failing = failing }

  /// The syncs so far, including the failed one.
  var syncs: [Sync] { made.withLock(\.self) }

  func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
    if call.kind == .syncFileSystem { made.withLock { $0.append(.fileSystem) } }
    return try body()
  }

  func judge(_ call: SQLiteCall) -> SQLiteVerdict {
    let call = DiskCall(call)
    guard call.kind == .sync, call.matches("index.sqlite-wal") else { return .pass }
    return made.withLock { made in
      made.append(.log)
      return made.count { $0 == .log } == failing ? .fail(.ioError) : .pass
    }
  }
}
