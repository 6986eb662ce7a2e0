/// The range of a word in the bytes of its command line.
///
/// Not `Range<Int>`: for the first array of ranges in a process, Swift's library searches all conformances in the program
/// for that of `Int` to `Comparable`: 105,000 of the million instructions of `paint --version`.
struct Word: RangeExpression, Hashable, Sendable {
  /// The place of its first byte.
  let lowerBound: Int
  /// The place after its last byte.
  let upperBound: Int

  /// Creates the word between two places.
  @inline(__always) init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// The places of its bytes.
  @inline(__always) var range: Range<Int> { lowerBound..<upperBound }
  /// The number of its bytes.
  @inline(__always) var count: Int { upperBound - lowerBound }
  /// Whether it has no bytes.
  @inline(__always) var isEmpty: Bool { upperBound == lowerBound }

  @inline(__always) func relative<Bytes: Collection>(to bytes: Bytes) -> Range<Int> where Bytes.Index == Int { range }
  @inline(__always) func contains(_ place: Int) -> Bool { range.contains(place) }
}
