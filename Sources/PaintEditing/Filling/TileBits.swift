import PaintRaster

/// A set of pixels of a tile, one word per row: bit x of row y represents pixel (x, y).
///
/// Operations use vectors of eight lanes: with 32 lanes the compiler works lane by lane and spills the vector each
/// time, some 1,600 instructions for `==`; with an `InlineArray` it copies the whole array for every element.
struct TileBits: Equatable {
  /// The rows from top to bottom.
  var rows: SIMD32<UInt32>

  /// No pixels.
  static let none = TileBits(rows: SIMD32(repeating: 0))
  /// All pixels.
  static let all = TileBits(rows: SIMD32(repeating: .max))

  /// Whether the set is empty.
  @inline(__always) var isEmpty: Bool {
    let sixteen = rows.lowHalf | rows.highHalf
    let eight = sixteen.lowHalf | sixteen.highHalf
    let four = eight.lowHalf | eight.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y == 0
  }

  @inline(__always) static func == (first: TileBits, second: TileBits) -> Bool {
    first.combined(with: second, ^).isEmpty
  }

  init(rows: SIMD32<UInt32>) { self.rows = rows }

  /// The pixels of a box at the tile's top left corner.
  init(width: Int, height: Int) {
    let row = width >= Tile.edge ? UInt32.max : (1 << UInt32(width)) - 1
    rows = SIMD32(repeating: row)
    for y in min(height, Tile.edge)..<Tile.edge { rows[y] = 0 }
  }

  /// The pixels in both.
  @inline(__always) func intersection(_ other: TileBits) -> TileBits { combined(with: other, &) }

  /// The pixels in either.
  @inline(__always) func union(_ other: TileBits) -> TileBits { combined(with: other, |) }

  /// The pixels that are not in the other.
  @inline(__always) func subtracting(_ other: TileBits) -> TileBits { combined(with: other) { $0 & ~$1 } }

  @inline(__always)
  private func combined(with other: TileBits, _ operation: (Eight, Eight) -> Eight) -> TileBits {
    let (first, second) = (rows, other.rows)
    return TileBits(
      rows: SIMD32(
        lowHalf: SIMD16(
          lowHalf: operation(first.lowHalf.lowHalf, second.lowHalf.lowHalf),
          highHalf: operation(first.lowHalf.highHalf, second.lowHalf.highHalf)),
        highHalf: SIMD16(
          lowHalf: operation(first.highHalf.lowHalf, second.highHalf.lowHalf),
          highHalf: operation(first.highHalf.highHalf, second.highHalf.highHalf))))
  }

  private typealias Eight = SIMD8<UInt32>

  /// The seeds in the left tile's last column for the filled pixels in the first column.
  var seedsToTheLeft: TileBits { combined(with: self) { eight, _ in eight &<< UInt32(Tile.edge - 1) } }

  /// The seeds in the right tile's first column for the filled pixels in the last column.
  var seedsToTheRight: TileBits { combined(with: self) { eight, _ in eight &>> UInt32(Tile.edge - 1) } }

  /// The seeds in the upper tile's last row for the filled pixels in the first row.
  var seedsAbove: TileBits {
    var seeds = TileBits.none
    seeds.rows[Tile.edge - 1] = rows[0]
    return seeds
  }

  /// The seeds in the lower tile's first row for the filled pixels in the last row.
  var seedsBelow: TileBits {
    var seeds = TileBits.none
    seeds.rows[0] = rows[Tile.edge - 1]
    return seeds
  }

  /// Flood-fills `self` from seeds: the pixels of `self` that are 4-connected to a seed in it.
  ///
  /// Works on whole rows: seeds spread along runs of a row in steps of 1, 2, 4, 8 and 16 pixels, like carries in the
  /// adder of Kogge and Stone (1973), then down and up, until nothing changes.
  func flooded(from seeds: TileBits) -> TileBits {
    var flood = intersection(seeds)
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
    var (rightOpen, leftOpen) = (row, row)
    var step: UInt32 = 1
    while step < 32 {
      right |= rightOpen & right << step
      rightOpen &= rightOpen << step
      left |= leftOpen & left >> step
      leftOpen &= leftOpen >> step
      step *= 2
    }
    return right | left
  }

  /// Passes these pixels as coverages, 255 or 0, row by row.
  func withMask<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Tile.pixelCount) { mask in
      for y in 0..<Tile.edge {
        for x in 0..<Tile.edge { mask[y * Tile.edge + x] = rows[y] >> UInt32(x) & 1 == 1 ? 255 : 0 }
      }
      // The buffer is not empty, so there is an address.
      return body(UnsafePointer(mask.baseAddress.unsafelyUnwrapped))
    }
  }
}
