// Unsafe: writes matches into memory that the deflater owns.

/// Counts the symbols of a tile and keeps its matches, to be written when their codes are known.
@safe struct SequenceRecorder: TileMatchSink {
  /// The most matches in a tile: none is shorter than 3 bytes.
  static let limit = PackFormat.tileLength / 3 + 2

  /// The number of literal bytes, then a match: `literals | length << 16 | distance << 32`.
  let sequences: UnsafeMutablePointer<UInt64>
  private(set) var count = 0
  private let counts: SymbolCounts

  /// A recorder into `sequences`, memory for `limit` of them, and cleared `counts`.
  init(sequences: UnsafeMutablePointer<UInt64>, counts: SymbolCounts) {
    unsafe self.sequences = unsafe sequences
    self.counts = counts
  }

  @inline(__always)
  mutating func add(literals: UnsafePointer<UInt8>, count literalCount: Int, length: Int, distance: Int) {
    unsafe counts.countLiterals(literals, count: literalCount)
    counts.countMatch(length: length, distance: distance)
    unsafe sequences[count] =
      UInt64(truncatingIfNeeded: literalCount) | UInt64(truncatingIfNeeded: length) &<< 16
      | UInt64(truncatingIfNeeded: distance) &<< 32
    count &+= 1
  }

  @inline(__always)
  mutating func add(literals: UnsafePointer<UInt8>, count: Int) {
    unsafe counts.countLiterals(literals, count: count)
  }
}
