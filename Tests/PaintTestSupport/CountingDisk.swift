import PaintHistory
import Synchronization

/// A disk that records each call before forwarding it.
public final class CountingDisk: InterceptingDisk {
  /// The underlying disk.
  public let base: any Disk

  private let record = Mutex<[DiskCall]>([])

  /// Wraps a disk.
  public init(wrapping base: any Disk = SystemDisk()) {
    self.base = base
  }

  /// Records the call and makes it.
  public func intercept<Result>(
    _ call: DiskCall, _ body: () throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    record.withLock { $0.append(call) }
    return try body()
  }

  /// All calls so far, in order, including failed ones.
  public var calls: [DiskCall] { record.withLock { $0 } }

  /// Forgets all calls so far.
  public func reset() { record.withLock { $0.removeAll() } }

  /// The number of calls of a kind (of any kind: nil) whose path ends in a shell pattern.
  public func count(_ kind: DiskCall.Kind? = nil, matching pattern: String = "*") -> Int {
    select(kind, pattern).count
  }

  /// The bytes requested by reads or writes of a kind, on paths that end in a shell pattern.
  public func bytes(_ kind: DiskCall.Kind, matching pattern: String = "*") -> Int {
    select(kind, pattern).reduce(0) { $0 + $1.bytes }
  }

  private func select(_ kind: DiskCall.Kind?, _ pattern: String) -> [DiskCall] {
    calls.filter { (kind == nil || $0.kind == kind) && $0.matches(pattern) }
  }
}
