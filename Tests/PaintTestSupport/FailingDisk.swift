import PaintHistory
import Synchronization
import SystemPackage

/// A disk on which one chosen mutating call goes wrong.
///
/// Calls are numbered from 1; only those count that can change something (`DiskCall.Kind.isMutating`). To fail a piece
/// of work call by call, run it once without a fault and go through `1...mutations.count`.
public final class FailingDisk: InterceptingDisk {
  /// What goes wrong, and at which mutating call.
  public enum Fault: Sendable, Hashable {
    /// The call fails and changes nothing; those after it work again.
    case fail(Int, Errno)

    /// Half of the bytes of a write are written before the disk is full; any other call just finds it full.
    case cutShort(Int)

    /// From this call on every call fails, reading ones too, like those of a program that has died.
    case stop(Int)

    /// Like `stop`, but half of the bytes of a write are written still.
    case stopHalfway(Int)
  }

  /// The disk behind.
  public let base: any Disk

  /// What goes wrong, or nil where nothing does.
  public let fault: Fault?

  private struct State {
    var mutations: [DiskCall] = []
    var isStopped = false
    var hasStruck = false
  }

  private enum Verdict {
    case pass
    case fail(Errno)
    case writeHalf(Errno)
  }

  private let state = Mutex(State())

  /// Puts itself before a disk.
  public init(wrapping base: any Disk = SystemDisk(), _ fault: Fault? = nil) {
    self.base = base
    self.fault = fault
  }

  /// The mutating calls so far, the failed one among them.
  public var mutations: [DiskCall] { state.withLock { $0.mutations } }

  /// Whether the chosen call has come.
  public var hasStruck: Bool { state.withLock { $0.hasStruck } }

  /// Makes the call, or fails it if its turn has come.
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

  private func judge(_ call: DiskCall) -> Verdict {
    state.withLock { state in
      if state.isStopped { return .fail(.ioError) }
      guard call.kind.isMutating else { return .pass }
      state.mutations.append(call)
      let number = state.mutations.count
      let verdict: Verdict
      switch fault {
      case .fail(number, let errno): verdict = .fail(errno)
      case .cutShort(number): verdict = .writeHalf(.noSpace)
      case .stop(number):
        state.isStopped = true
        verdict = .fail(.ioError)
      case .stopHalfway(number):
        state.isStopped = true
        verdict = .writeHalf(.ioError)
      default: return .pass
      }
      state.hasStruck = true
      return verdict
    }
  }
}
