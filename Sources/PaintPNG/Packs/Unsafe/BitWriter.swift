// Unsafe: writes words at an address; the encoder makes room for the longest output.

/// Writes bits to memory, lowest first, as in deflate.
///
/// `flush()` must be called before more than 64 bits are pending, and 8 bytes after the last one must be writable.
@safe struct BitWriter {
  private var pending: UInt64 = 0
  private var pendingCount: UInt64 = 0
  /// The address for the next whole byte.
  private(set) var position: UnsafeMutablePointer<UInt8>

  @inline(__always)
  init(at position: UnsafeMutablePointer<UInt8>) { unsafe self.position = unsafe position }

  /// A writer that starts after the `bitCount` bits at `start`, which it copies to `position`.
  @inline(__always)
  init(copying start: UnsafePointer<UInt8>, bitCount: UInt64, to position: UnsafeMutablePointer<UInt8>) {
    let whole = Int(truncatingIfNeeded: bitCount &>> 3)
    unsafe position.update(from: start, count: whole)
    unsafe self.position = unsafe position + whole
    pendingCount = bitCount & 7
    pending = unsafe UInt64(start[whole]) & (1 &<< pendingCount &- 1)
  }

  /// The number of bits written since the writer began at `start`.
  func bitCount(since start: UnsafePointer<UInt8>) -> UInt64 {
    unsafe UInt64(UnsafePointer(position) - start) * 8 + pendingCount
  }

  /// Adds the lowest `count` bits of `bits`; those above must be 0.
  @inline(__always)
  mutating func add(_ bits: UInt64, count: UInt64) {
    pending |= bits &<< pendingCount
    pendingCount &+= count
  }

  /// Adds a code from a table of `code | length << 16`.
  @inline(__always)
  mutating func add(_ entry: UInt32) {
    add(UInt64(entry & 0xFFFF), count: UInt64(entry &>> 16))
  }

  /// Moves the whole bytes to memory; up to 7 bits stay pending.
  @inline(__always)
  mutating func flush() {
    unsafe UnsafeMutableRawPointer(position).storeBytes(of: pending.littleEndian, as: UInt64.self)
    unsafe position += Int(truncatingIfNeeded: pendingCount &>> 3)
    pending &>>= pendingCount & 0x38
    pendingCount &= 7
  }

  /// Fills the current byte with zeros.
  @inline(__always)
  mutating func alignToByte() {
    pendingCount = (pendingCount &+ 7) & ~7
    flush()
  }

  /// Adds the codes of `count` bytes, none longer than 14 bits; 3 more bytes must be readable.
  @inline(__always)
  mutating func addLiterals(_ literals: UnsafePointer<UInt8>, count: Int, codes: UnsafePointer<UInt32>) {
    var bytes = unsafe literals
    var left = count
    while left >= 4 {
      unsafe add(codes[Int(bytes[0])])
      unsafe add(codes[Int(bytes[1])])
      unsafe add(codes[Int(bytes[2])])
      unsafe add(codes[Int(bytes[3])])
      flush()
      unsafe bytes += 4
      left &-= 4
    }
    // Without branches, which would be mispredicted: 0...3 more; the others add no bits.
    unsafe add(codes[Int(bytes[0])] & (left > 0 ? .max : 0))
    unsafe add(codes[Int(bytes[1])] & (left > 1 ? .max : 0))
    unsafe add(codes[Int(bytes[2])] & (left > 2 ? .max : 0))
    flush()
  }
}
