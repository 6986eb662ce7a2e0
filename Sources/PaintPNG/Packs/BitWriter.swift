/// Writes bits from the lowest up into memory, as deflate has them.
///
/// `flush()` must come before more than 64 bits are pending, and 8 bytes behind the last one must be writable.
struct BitWriter {
  private var pending: UInt64 = 0
  private var pendingCount: UInt64 = 0
  /// Where the next whole byte goes.
  private(set) var position: UnsafeMutablePointer<UInt8>

  @inline(__always)
  init(at position: UnsafeMutablePointer<UInt8>) { self.position = position }

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
    UnsafeMutableRawPointer(position).storeBytes(of: pending.littleEndian, as: UInt64.self)
    position += Int(truncatingIfNeeded: pendingCount &>> 3)
    pending &>>= pendingCount & 0x38
    pendingCount &= 7
  }

  /// Fills the byte up with zeros.
  @inline(__always)
  mutating func alignToByte() {
    pendingCount = (pendingCount &+ 7) & ~7
    flush()
  }
}
