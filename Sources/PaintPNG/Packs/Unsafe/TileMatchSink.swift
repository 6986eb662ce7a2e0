// Unsafe: literals are passed by their address in filtered rows.

/// Receives the matches that `TileMatcher` finds.
protocol TileMatchSink {
  /// Adds `count` literal bytes, then a match of `length` 3...258 at `distance` 1...4,127.
  mutating func add(literals: UnsafePointer<UInt8>, count: Int, length: Int, distance: Int)

  /// Adds the literal bytes after the last match.
  mutating func add(literals: UnsafePointer<UInt8>, count: Int)
}
