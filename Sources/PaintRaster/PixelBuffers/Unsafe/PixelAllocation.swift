#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

// Unsafe: allocates memory, which its callers own.

/// Memory for many pixels at once, and what happens if there is not enough.
public enum PixelAllocation {
  private static let shortage = Mutex<(@Sendable () -> Never)?>(nil)

  /// Sets what ends the process if there is not enough memory for pixels; it is called on any thread.
  ///
  /// Without it the process traps, as it does for other memory. It must not allocate much itself.
  public static func setShortage(_ body: @escaping @Sendable () -> Never) { shortage.withLock { $0 = body } }

  /// Memory for `count` values, uninitialised; `release` gives it back.
  public static func allocate<Value>(_ count: Int) -> UnsafeMutablePointer<Value> {
    let bytes = max(count, 1) * MemoryLayout<Value>.stride
    let memory = unsafe allocate(byteCount: bytes, alignment: MemoryLayout<Value>.alignment)
    return unsafe memory.bindMemory(to: Value.self, capacity: max(count, 1))
  }

  /// Memory of `byteCount` bytes, uninitialised; `release` gives it back.
  ///
  /// - Parameter alignment: a power of two.
  public static func allocate(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
    var memory: UnsafeMutableRawPointer?
    let code = unsafe posix_memalign(&memory, max(alignment, MemoryLayout<UnsafeRawPointer>.size), byteCount)
    guard code == 0, let memory = unsafe memory else { end() }
    return unsafe memory
  }

  /// Ends the process because there is not enough memory.
  public static func end() -> Never {
    if let body = shortage.withLock({ $0 }) { body() }
    preconditionFailure("there is not enough memory for pixels")
  }

  /// Gives memory of `allocate` back.
  public static func release(_ memory: UnsafeMutableRawPointer) { unsafe free(memory) }
}
