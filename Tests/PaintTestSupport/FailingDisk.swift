import PaintHistory
import Synchronization
import SystemPackage

/// A disk on which one chosen call fails, or all calls from it on.
///
/// Calls in the `Scope` are numbered from 1. To fail each call of an operation in turn, run it once without a fault and
/// iterate over `1...calls.count`.
public final class FailingDisk: InterceptingDisk {
  /// The fault, and the number of the call at which it happens.
  public enum Fault: Sendable, Hashable {
    /// The call fails and changes nothing; later calls succeed.
    case fail(Int, Errno)

    /// The call and all later calls in the scope fail.
    case failFrom(Int, Errno)

    /// Half of the bytes of a write are written before the disk is full; any other call just fails with a full disk.
    case cutShort(Int)

    /// This call and all later ones fail, including reads, as if the program had died.
    case stop(Int)

    /// Like `stop`, but half of the bytes of a write are still written.
    case stopHalfway(Int)
  }

  /// Which calls are numbered and can fail.
  public enum Scope: Sendable, Hashable {
    /// Mutating calls (`DiskCall.Kind.isMutating`), except SQLite's on the index.
    case changesOfFiles
    /// Mutating calls, including SQLite's.
    case changes
    /// Every call except releasing locks, which also happens when a process dies.
    case everything
    /// Calls that open a file, including SQLite's.
    case opens
  }

  /// The underlying disk.
  public let base: any Disk

  /// The fault, or nil if no call fails.
  public let fault: Fault?

  /// Which calls count.
  public let scope: Scope

  private struct State {
    var calls: [DiskCall] = []
    var isStopped = false
    var hasTriggered = false
  }

  private enum Verdict {
    case pass
    case fail(Errno)
    case writeHalf(Errno)
  }

  private let state = Mutex(State())

  /// Wraps a disk.
  public init(wrapping base: any Disk = SystemDisk(), _ fault: Fault? = nil, of scope: Scope = .changesOfFiles) {
    self.base = base
    self.fault = fault
    self.scope = scope
  }

  /// The numbered calls so far, including the failed one.
  public var calls: [DiskCall] { state.withLock { $0.calls } }

  /// The mutating calls so far, including the failed one.
  public var mutations: [DiskCall] { calls.filter(\.kind.isMutating) }

  /// Whether the fault has happened.
  public var hasTriggered: Bool { state.withLock { $0.hasTriggered } }

  /// Makes the call, or fails it if the fault applies to it.
  public func intercept<Result>(
    _ call: DiskCall, _ body: () throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    switch judge(call) {
    case .pass: return try body()
    case .fail(let errno), .writeHalf(let errno): throw call.error(errno)
    }
  }

  /// Writes all, half or nothing.
  public func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(DiskError) {
    let call = DiskCall(.write, file.path, bytes: bytes.count)
    switch judge(call) {
    case .pass: try base.write(file, bytes)
    case .fail(let errno): throw call.error(errno)
    case .writeHalf(let errno):
      try base.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]))
      throw call.error(errno)
    }
  }

  /// Allows SQLite's call, or fails it if the fault applies to it.
  public func judge(_ call: SQLiteCall) -> SQLiteVerdict {
    switch judge(DiskCall(call)) {
    case .pass: .pass
    case .fail(let errno): .fail(errno)
    case .writeHalf(let errno): .fail(errno, afterWriting: call.kind == .write ? Int(call.count / 2) : 0)
    }
  }

  private func judge(_ call: DiskCall) -> Verdict {
    state.withLock { state in
      let isSeen = scope != .changesOfFiles || !call.isOfIndex
      if state.isStopped && isSeen { return .fail(.ioError) }
      let counts =
        switch scope {
        case .everything: call.kind != .unlock
        case .opens: call.kind.isOpening
        case .changes, .changesOfFiles: call.kind.isMutating && isSeen
        }
      guard counts else { return .pass }
      state.calls.append(call)
      let number = state.calls.count
      let verdict: Verdict
      switch fault {
      case .fail(number, let errno): verdict = .fail(errno)
      case .failFrom(let first, let errno) where number >= first: verdict = .fail(errno)
      case .cutShort(number): verdict = .writeHalf(.noSpace)
      case .stop(number):
        state.isStopped = true
        verdict = .fail(.ioError)
      case .stopHalfway(number):
        state.isStopped = true
        verdict = .writeHalf(.ioError)
      default: return .pass
      }
      state.hasTriggered = true
      return verdict
    }
  }
}
