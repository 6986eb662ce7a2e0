#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: the system writes from the memory of a span.

/// Where a written picture goes: to a descriptor, or into memory.
public final class PictureOutput {
  /// The bytes so far, of an output into memory.
  public private(set) var bytes: [UInt8] = []
  /// Nil for memory.
  let descriptor: CInt?

  /// Writes to a descriptor from its current offset on.
  ///
  /// The caller keeps it: it is neither synced nor closed.
  public init(fileDescriptor: CInt) { descriptor = fileDescriptor }

  /// Collects the bytes in memory.
  public init() { descriptor = nil }

  /// Appends bytes.
  ///
  /// - Throws: `.io` if a write fails.
  func write(_ part: Span<UInt8>) throws(PictureError) {
    guard let descriptor else { return unsafe part.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) } }
    var done = 0
    while done < part.count {
      let rest = part.extracting(done...)
      #if canImport(Glibc)
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #elseif canImport(Musl)
        let count = unsafe rest.withUnsafeBytes { unsafe Musl.write(descriptor, $0.baseAddress, $0.count) }
      #else
        let count = unsafe rest.withUnsafeBytes { unsafe Darwin.write(descriptor, $0.baseAddress, $0.count) }
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        throw .writing(errno: errno)
      }
      done += count
    }
  }
}
