// Unsafe: compares bytes at an address with its own memory.

/// The beginning of the last tile's first block, including its codes, with which the tables are filled.
///
/// All drawings share one code (`DrawingCode`) and begin with the same bits, and filling the tables takes longer than
/// decoding a small one.
@safe struct KnownHeader {
  /// An upper bound of a header's bytes: 17 bits, 19 times 3, 316 lengths of at most 7 bits; a repeat takes fewer for
  /// each.
  private static let limit = 304
  /// Bytes of memory that a header takes.
  static let byteCount = limit + 8

  private let bytes: UnsafeMutablePointer<UInt8>
  /// The number of known bits, 0 if none.
  private var bitCount = 0
  /// Whether the tables have pairs of literals.
  private var hasPairs = false

  /// A header in `memory`, `byteCount` bytes that the caller keeps alive.
  init(in memory: UnsafeMutablePointer<UInt8>) {
    unsafe bytes = unsafe memory
    unsafe bytes.update(repeating: 0, count: Self.byteCount)
  }

  /// Forgets the header, because the tables are about to change.
  mutating func forget() { bitCount = 0 }

  /// Stores the bits from `start` up to the position of `reader`.
  mutating func remember(from start: UnsafePointer<UInt8>, to reader: BitReader, hasPairs: Bool) {
    let bitCount = unsafe (reader.position - start) &* 8 &- Int(truncatingIfNeeded: reader.count)
    let byteCount = (bitCount &+ 7) / 8
    guard byteCount <= Self.limit else { return }
    unsafe bytes.update(from: start, count: byteCount)
    self.bitCount = bitCount
    self.hasPairs = hasPairs
  }

  /// Skips the header and returns true if the bytes at `reader` begin with it and the tables are suitable.
  func skip(_ reader: inout BitReader, wantingPairs: Bool) -> Bool {
    let start = unsafe reader.position
    let whole = bitCount / 8
    guard bitCount > 0, hasPairs || !wantingPairs, unsafe whole < reader.end - start else { return false }
    var place = 0
    while place &+ 8 <= whole {
      guard unsafe Self.word(start + place) == Self.word(UnsafePointer(bytes) + place) else { return false }
      place &+= 8
    }
    while place < whole {
      guard unsafe start[place] == bytes[place] else { return false }
      place &+= 1
    }
    let rest = bitCount & 7
    guard unsafe (start[whole] ^ bytes[whole]) & (1 &<< UInt8(truncatingIfNeeded: rest) &- 1) == 0 else { return false }
    unsafe reader.position += whole
    reader.refill()
    reader.drop(UInt64(truncatingIfNeeded: rest))
    return true
  }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    unsafe UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
  }
}
