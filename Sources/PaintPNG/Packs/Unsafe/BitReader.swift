// Unsafe: reads words at an address; the end is checked a word before it.

/// Reads bits from memory, lowest first, as in deflate.
///
/// Never reads at or after `end`. Bits of `bits` from `count` up are the next ones in memory, or 0: adding them again
/// changes nothing, and after the last byte they are zeros.
@safe struct BitReader {
  /// The next bits, the first one lowest.
  var bits: UInt64 = 0
  /// The number of them that were read from memory, 0...63.
  var count: UInt64 = 0
  /// The address of the next byte.
  var position: UnsafePointer<UInt8>
  /// The address after the last byte.
  let end: UnsafePointer<UInt8>

  /// A reader of the `count` bytes at `start`.
  @inline(__always)
  init(at start: UnsafePointer<UInt8>, count: Int) {
    unsafe position = unsafe start
    unsafe end = unsafe start + count
  }

  /// Raises `count` to at least 56; 8 bytes from `position` on must be readable.
  ///
  /// Uses only the lowest six bits of `count`, and leaves those above unchanged.
  @inline(__always)
  mutating func refillFromWord() {
    unsafe bits |= UnsafeRawPointer(position).loadUnaligned(as: UInt64.self).littleEndian &<< count
    unsafe position += Int(truncatingIfNeeded: ~count &>> 3 & 7)
    count |= 56
  }

  /// Raises `count` to at least 56, or to the number of bits left.
  @inline(__always)
  mutating func refill() {
    if unsafe end - position >= 8 {
      refillFromWord()
    } else {
      refillFromBytes()
    }
  }

  private mutating func refillFromBytes() {
    while count < 56, unsafe position < end {
      unsafe bits |= UInt64(position.pointee) &<< count
      unsafe position += 1
      count &+= 8
    }
  }

  /// Drops the next `length` bits, at most `count`.
  @inline(__always)
  mutating func drop(_ length: UInt64) {
    bits &>>= length
    count &-= length
  }

  /// Drops the next `length` bits; returns false without a change if there are fewer.
  @inline(__always)
  mutating func tryDrop(_ length: UInt64) -> Bool {
    guard length <= count else { return false }
    drop(length)
    return true
  }

  /// Removes and returns the next `length` bits, at most 32 and `count`.
  @inline(__always)
  mutating func take(_ length: UInt64) -> UInt64 {
    let value = bits & (1 &<< length &- 1)
    drop(length)
    return value
  }

  /// Drops the rest of a partly read byte, and moves `position` back to the byte after it.
  mutating func alignToByte() {
    unsafe position -= Int(truncatingIfNeeded: count &>> 3)
    bits = 0
    count = 0
  }
}
