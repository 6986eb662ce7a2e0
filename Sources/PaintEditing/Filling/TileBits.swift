import PaintRaster

/// Some of a tile's pixels, a row a word: bit x of row y stands for pixel (x, y).
struct TileBits: Equatable {
  /// The rows, the upper first.
  var rows: SIMD32<UInt32>

  /// No pixel.
  static let none = TileBits(rows: SIMD32(repeating: 0))
  /// All pixels.
  static let all = TileBits(rows: SIMD32(repeating: .max))

  /// True where it has no pixel.
  @inline(__always) var isEmpty: Bool {
    // Halves at a time: comparing lane by lane takes some hundred instructions.
    let sixteen = rows.lowHalf | rows.highHalf
    let eight = sixteen.lowHalf | sixteen.highHalf
    let four = eight.lowHalf | eight.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y == 0
  }

  @inline(__always) static func == (first: TileBits, second: TileBits) -> Bool {
    TileBits(rows: first.rows ^ second.rows).isEmpty
  }

  /// The pixels of a tile-relative box that begins in the tile's corner.
  init(width: Int, height: Int) {
    let row = width >= Tile.edge ? UInt32.max : (1 << UInt32(width)) - 1
    rows = SIMD32(repeating: row)
    for y in min(height, Tile.edge)..<Tile.edge { rows[y] = 0 }
  }

  init(rows: SIMD32<UInt32>) { self.rows = rows }

  /// Those of the seeds and the pixels that a way of neighbours in `self`, left, right, above or below, leads to.
  ///
  /// Whole rows at a time: seeds spread along runs of a row in steps of 1, 2, 4, 8 and 16 pixels, as carries do in the
  /// adder of Kogge and Stone (1973), then down and up, until nothing changes.
  func flooded(from seeds: TileBits) -> TileBits {
    var flood = TileBits(rows: rows & seeds.rows)
    if flood.isEmpty { return flood }
    if self == .all { return .all }
    while true {
      let before = flood
      var above: UInt32 = 0
      for y in 0..<Tile.edge {
        above = Self.spread(flood.rows[y] | above & rows[y], along: rows[y])
        flood.rows[y] = above
      }
      var below: UInt32 = 0
      for y in stride(from: Tile.edge - 1, through: 0, by: -1) {
        below = Self.spread(flood.rows[y] | below & rows[y], along: rows[y])
        flood.rows[y] = below
      }
      if flood == before { return flood }
    }
  }

  private static func spread(_ seeds: UInt32, along row: UInt32) -> UInt32 {
    if seeds == 0 || seeds == row { return seeds }
    var (right, left) = (seeds, seeds)
    var (rightWay, leftWay) = (row, row)
    var step: UInt32 = 1
    while step < 32 {
      right |= rightWay & right << step
      rightWay &= rightWay << step
      left |= leftWay & left >> step
      leftWay &= leftWay >> step
      step *= 2
    }
    return right | left
  }

  /// These pixels as coverages, 255 or 0, row by row.
  func withMask<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Tile.pixelCount) { mask in
      for y in 0..<Tile.edge {
        for x in 0..<Tile.edge { mask[y * Tile.edge + x] = rows[y] >> UInt32(x) & 1 == 1 ? 255 : 0 }
      }
      // The buffer has bytes, so there is an address.
      return body(UnsafePointer(mask.baseAddress.unsafelyUnwrapped))
    }
  }
}
