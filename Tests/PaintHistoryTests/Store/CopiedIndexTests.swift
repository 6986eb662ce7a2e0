import PaintHistory
import PaintRaster
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Readers with a private copy of the index")
struct CopiedIndexTests {
  /// Why the index is not read in place.
  enum Cause: CaseIterable {
    case logOfHeader, noSharedMemory
  }

  private static let path = FaultModel.path

  /// A disk on which other work is done before some calls.
  private final class InterruptedDisk: InterceptingDisk {
    let base: any Disk
    private let cause: Cause
    private let times: Int
    private let left: Mutex<Int>
    private let isMoment: @Sendable (DiskCall) -> Bool
    private let work: @Sendable () throws -> Void

    /// - Parameter skipped: the number of such calls before the first interruption.
    init(
      _ base: any Disk, _ cause: Cause, skipping skipped: Int = 0, times: Int,
      when isMoment: @escaping @Sendable (DiskCall) -> Bool,
      _ work: @escaping @Sendable () throws -> Void
    ) {
      self.base = base
      self.cause = cause
      self.isMoment = isMoment
      self.work = work
      self.times = times
      left = Mutex(skipped + times)
    }

    /// How often work is still to be done.
    var rest: Int { left.withLock { $0 } }

    func intercept<R>(_ call: DiskCall, _ body: () throws(DiskError) -> R) throws(DiskError) -> R {
      if isMoment(call) {
        let isInterrupted = left.withLock { left in
          defer { left = max(left - 1, 0) }
          return (1...max(times, 1)).contains(left)
        }
        if isInterrupted {
          do { try work() } catch { Issue.record("\(error)") }
        }
      }
      return try body()
    }

    func judge(_ call: SQLiteCall) -> SQLiteVerdict {
      cause == .noSharedMemory && call.kind == .mapMemory ? .fail(.readOnlyFileSystem) : .pass
    }
  }

  private static func opensPack(_ call: DiskCall) -> Bool { call.kind == .open && call.matches("packs/*.png") }

  @Test("take a new copy when a gc has moved the tiles, as often as necessary", arguments: Cause.allCases, [1, 3])
  func followsCollecting(cause: Cause, times: Int) throws {
    let disk = MemoryDisk()
    try disk.createDirectory("/tmp")
    let size = try #require(CanvasSize(width: 20 * Tile.edge, height: Tile.edge))
    try SampleDocument.make(at: Self.path, size: size, options: .suite(on: disk))
    var generator = SeededGenerator(seed: 12)
    do {
      let writer = try History(at: Self.path, for: .editing, options: .suite(on: disk))
      for _ in 0..<3 { try writer.commitRevision(randomTiles(on: size, count: 15, using: &generator)) }
    }
    let expected = try WholeDocument(at: Self.path, on: disk)
    for way in 0..<3 {
      if cause == .logOfHeader { try disk.cutLog(of: Self.path, to: 32) }
      let interrupted = InterruptedDisk(disk, cause, times: times, when: Self.opensPack) {
        let writer = try History(at: Self.path, for: .editing, options: .suite(on: disk))
        try writer.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: UInt32(disk.paths.count))))])
        try writer.beginEditing()
        try writer.setBranch("side", to: writer.current.number)
        try writer.goTo(3)
        try writer.commit()
        _ = try writer.collect(thoroughly: true)
      }
      let reader = try History(at: Self.path, for: .reading, options: .suite(on: interrupted, cache: 0))
      #expect(reader.current.number == 3)
      let picture =
        switch way {
        case 0: try PlainPicture(canvasOf: reader)
        case 1: try PlainPicture(rowsOf: reader.snapshot(at: 3))
        default: try PlainPicture(concurrentTilesOf: reader.snapshot(at: 3), threads: 2)
        }
      #expect(picture.fingerprint == expected.revisions[3]?.picture, "\(way)")
      #expect(interrupted.rest == 0, "\(way)")
    }
  }

  @Test("report a pack that is missing while nobody writes as damage", arguments: Cause.allCases)
  func reportsDamage(cause: Cause) throws {
    let disk = try FaultModel.usual.disk
    if cause == .logOfHeader { try disk.cutLog(of: Self.path, to: 32) }
    let interrupted = InterruptedDisk(disk, cause, times: 0, when: Self.opensPack) {}
    let reader = try History(at: Self.path, for: .reading, options: .suite(on: interrupted, cache: 0))
    for path in disk.paths where path.extension == "png" { try disk.remove(path) }
    let error = #expect(throws: HistoryError.self) { try PlainPicture(canvasOf: reader) }
    #expect(error?.isDamage == true, "\(String(describing: error))")
  }

  @Test("have the content of one moment, also if the log is filled and emptied meanwhile", arguments: [1, 4])
  func areOfOneMoment(times: Int) throws {
    let disk = MemoryDisk()
    try disk.createDirectory("/tmp")
    let size = try #require(CanvasSize(width: 60, height: 60))
    try SampleDocument.make(at: Self.path, size: size, options: .suite(on: disk))
    /// Fills more pages than are copied with one call, and leaves an empty log.
    @Sendable func fill() throws {
      let writer = try History(at: Self.path, for: .editing, options: .suite(on: disk))
      try writer.beginEditing()
      let letter = ["a", "b", "c"][writer.state.serial % 3]
      writer.setSettings(String(repeating: letter, count: 600_000))
      try writer.endEditing()
      try writer.index.database.shortenLog()
    }
    try fill()
    #expect(disk.bytes(of: Self.path.appending("index.sqlite-wal"))?.count == 0)
    // After the first part was copied. SQLite's own calls are not among these.
    let busy = InterruptedDisk(
      disk, .noSharedMemory, skipping: 1, times: times, when: { $0.kind == .read && $0.matches("index.sqlite") }, fill)
    let reader = try History(at: Self.path, for: .reading, options: .suite(on: busy))
    #expect(busy.rest == 0)
    let settings = reader.state.settings
    #expect(settings.utf8.count == 600_000 && Set(settings.utf8).count == 1)
  }

  /// A disk on which one file of the index cannot be opened, once or always.
  private final class RefusingDisk: InterceptingDisk {
    let base: any Disk
    private let name: String
    private let reason: Errno
    private let left: Mutex<Int>

    init(_ base: any Disk, _ name: String, _ reason: Errno, times: Int) {
      self.base = base
      self.name = name
      self.reason = reason
      left = Mutex(times)
    }

    private func refuses(_ call: DiskCall) -> Bool {
      guard call.kind.isOpening, call.path.lastComponent?.string == name else { return false }
      return left.withLock { left in
        defer { left = max(left - 1, 0) }
        return left > 0
      }
    }

    func intercept<R>(_ call: DiskCall, _ body: () throws(DiskError) -> R) throws(DiskError) -> R {
      if refuses(call) { throw call.error(reason) }
      return try body()
    }

    func judge(_ call: SQLiteCall) -> SQLiteVerdict { refuses(DiskCall(call)) ? .fail(reason) : .pass }
  }

  @Test(
    "are not used if the index itself cannot be opened: that is an error of the disk, even if it passes",
    arguments: [Errno.tooManyOpenFiles, .ioError, .permissionDenied], [1, Int.max])
  func reportsIndex(reason: Errno, times: Int) throws {
    let disk = RefusingDisk(try FaultModel.usual.disk, "index.sqlite", reason, times: times)
    let error = #expect(throws: HistoryError.self) {
      try History(at: Self.path, for: .reading, options: .suite(on: disk))
    }
    guard times > 1 else {
      #expect(error?.isDiskFailure == true, "\(String(describing: error))")
      return
    }
    guard case .disk(let error) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(error.errno == reason)
  }

  @Test(
    "are used if the log cannot be opened once, and a log that cannot be opened at all is an error of the disk",
    arguments: [Errno.tooManyOpenFiles, .ioError, .permissionDenied], [1, Int.max])
  func reportsLog(reason: Errno, times: Int) throws {
    let good = try FaultModel.usual.disk
    let expected = try WholeDocument(at: Self.path, on: good)
    let disk = RefusingDisk(good, "index.sqlite-wal", reason, times: times)
    guard times > 1 else {
      #expect(try WholeDocument(of: History(at: Self.path, for: .reading, options: .suite(on: disk))) == expected)
      return
    }
    let error = #expect(throws: HistoryError.self) {
      try History(at: Self.path, for: .reading, options: .suite(on: disk))
    }
    guard case .disk(let error) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(error.errno == reason)
  }
}
