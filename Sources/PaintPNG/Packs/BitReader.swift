/// Reads bits from the lowest up out of memory, as deflate has them.
///
/// Never reads at or behind `end`. Bits of `bits` from `count` up are those that follow in memory, or 0: adding them once
/// more changes nothing, and behind the last byte stand zeros.
struct BitReader {
  /// The next bits, the very next one lowest.
  var bits: UInt64 = 0
  /// How many of them were taken out of memory, 0...63.
  var count: UInt64 = 0
  /// Where the next byte comes from.
  var position: UnsafePointer<UInt8>
  /// Behind the last byte.
  let end: UnsafePointer<UInt8>

  /// A reader of the `count` bytes at `start`.
  @inline(__always)
  init(at start: UnsafePointer<UInt8>, count: Int) {
    position = start
    end = start + count
  }

  /// Makes `count` at least 56; 8 bytes from `position` on must be readable.
  ///
  /// Looks at the lowest six bits of `count` alone, and leaves those above as they are.
  @inline(__always)
  mutating func refillFromWord() {
    bits |= UnsafeRawPointer(position).loadUnaligned(as: UInt64.self).littleEndian &<< count
    position += Int(truncatingIfNeeded: ~count &>> 3 & 7)
    count |= 56
  }

  /// Makes `count` at least 56, or as much as there is.
  @inline(__always)
  mutating func refill() {
    if end - position >= 8 {
      refillFromWord()
    } else {
      refillFromBytes()
    }
  }

  private mutating func refillFromBytes() {
    while count < 56, position < end {
      bits |= UInt64(position.pointee) &<< count
      position += 1
      count &+= 8
    }
  }

  /// Takes the next `length` bits away, at most `count`.
  @inline(__always)
  mutating func drop(_ length: UInt64) {
    bits &>>= length
    count &-= length
  }

  /// Takes the next `length` bits away if there are so many.
  @inline(__always)
  mutating func tryDrop(_ length: UInt64) -> Bool {
    guard length <= count else { return false }
    drop(length)
    return true
  }

  /// The next `length` bits, at most 32 and `count`, which it takes away.
  @inline(__always)
  mutating func take(_ length: UInt64) -> UInt64 {
    let value = bits & (1 &<< length &- 1)
    drop(length)
    return value
  }

  /// Drops what is left of a byte that was begun, and takes the whole bytes behind it back into memory.
  mutating func alignToByte() {
    position -= Int(truncatingIfNeeded: count &>> 3)
    bits = 0
    count = 0
  }
}
