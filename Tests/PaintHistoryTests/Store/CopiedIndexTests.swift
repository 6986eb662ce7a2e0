import PaintHistory
import PaintRaster
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Readers with a private copy of the index")
struct CopiedIndexTests {
  private static let path = FaultModel.path

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
