/// What takes the matches that `TileMatcher` finds.
protocol TileMatchSink {
  /// Takes `count` bytes to be copied as they are, then a match of `length` 3...258 at `distance` 1...4,127.
  mutating func add(literals: UnsafePointer<UInt8>, count: Int, length: Int, distance: Int)

  /// Takes the bytes behind the last match.
  mutating func add(literals: UnsafePointer<UInt8>, count: Int)
}
