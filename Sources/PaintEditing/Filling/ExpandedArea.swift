import PaintRaster

/// An area grown by some pixels in every direction, also across corners: all that a square of 2·N + 1 pixels around one of
/// its pixels holds.
///
/// First along rows, then along columns; 32 pixels at most at a time, so that only the next tile is looked at.
///
/// - Complexity: O(tiles of the result · N / 32).
struct ExpandedArea {
  private var bits: [TileIndex: TileBits] = [:]
  private let canvas: CanvasSize

  /// The area, which must lie on the canvas, grown by `distance` pixels, as far as the canvas goes.
  init(_ area: [(index: TileIndex, bits: TileBits)], by distance: Int, on canvas: CanvasSize) {
    self.canvas = canvas
    bits.reserveCapacity(area.count)
    for (index, rows) in area { bits[index] = rows }
    for isHorizontal in [true, false] {
      var rest = distance
      while rest > 0 {
        let step = min(rest, Tile.edge)
        grow(by: step, isHorizontal)
        rest -= step
      }
    }
  }

  /// The tiles of the result, row by row of tiles.
  var tiles: [(index: TileIndex, bits: TileBits)] {
    bits.lazy.map { (index: $0.key, bits: $0.value) }.sorted { ($0.0.y, $0.0.x) < ($1.0.y, $1.0.x) }
  }

  private mutating func grow(by distance: Int, _ isHorizontal: Bool) {
    var grown: [TileIndex: TileBits] = [:]
    grown.reserveCapacity(bits.count)
    func add(_ part: TileBits, _ x: Int, _ y: Int) {
      guard !part.isEmpty, x >= 0, y >= 0, x < canvas.tileColumns, y < canvas.tileRows else { return }
      let index = TileIndex(x: x, y: y)
      let box = index.box(on: canvas)
      let inside = part.intersection(TileBits(width: box.width, height: box.height))
      if !inside.isEmpty { grown[index] = grown[index]?.union(inside) ?? inside }
    }
    for (index, tile) in bits {
      let parts = isHorizontal ? Self.alongRows(tile, distance) : Self.alongColumns(tile, distance)
      add(parts.middle, index.x, index.y)
      add(parts.before, index.x - (isHorizontal ? 1 : 0), index.y - (isHorizontal ? 0 : 1))
      add(parts.after, index.x + (isHorizontal ? 1 : 0), index.y + (isHorizontal ? 0 : 1))
    }
    bits = grown
  }

  private typealias Parts = (before: TileBits, middle: TileBits, after: TileBits)

  /// What becomes of the tile itself and of its neighbours to the left and to the right.
  private static func alongRows(_ tile: TileBits, _ distance: Int) -> Parts {
    var parts: Parts = (.none, .none, .none)
    for y in 0..<Tile.edge where tile.rows[y] != 0 {
      // 96 pixels, this tile's in the middle; wide shifts give 0 where nothing is left.
      var (low, high) = (UInt64(tile.rows[y]) << 32, UInt64(tile.rows[y]) << 32)
      var done = 0
      while done < distance {
        let step = min(max(done, 1), distance - done)
        low |= low >> UInt64(step)
        high |= high << UInt64(step)
        done += step
      }
      // Bits 0…31 of `low` lie to the left, 32…63 of both within; what `high` lost above lies to the right.
      parts.before.rows[y] = UInt32(truncatingIfNeeded: low)
      parts.middle.rows[y] = UInt32(truncatingIfNeeded: low >> 32) | UInt32(truncatingIfNeeded: high >> 32)
      var right = UInt64(tile.rows[y])
      done = 0
      while done < distance {
        let step = min(max(done, 1), distance - done)
        right |= right << UInt64(step)
        done += step
      }
      parts.after.rows[y] = UInt32(truncatingIfNeeded: right >> 32)
    }
    return parts
  }

  /// What becomes of the tile itself and of its neighbours above and below.
  private static func alongColumns(_ tile: TileBits, _ distance: Int) -> Parts {
    var window = [UInt32](repeating: 0, count: 3 * Tile.edge)
    for y in 0..<Tile.edge where tile.rows[y] != 0 {
      for row in Tile.edge + y - distance...Tile.edge + y + distance { window[row] |= tile.rows[y] }
    }
    var parts: Parts = (.none, .none, .none)
    for y in 0..<Tile.edge {
      parts.before.rows[y] = window[y]
      parts.middle.rows[y] = window[Tile.edge + y]
      parts.after.rows[y] = window[2 * Tile.edge + y]
    }
    return parts
  }
}
