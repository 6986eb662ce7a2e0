import PaintRaster

/// An area expanded by some pixels in every direction, including diagonally: the dilation by a square of 2·N + 1
/// pixels.
///
/// Expands first along rows, then along columns, by at most 32 pixels at a time, so that only adjacent tiles are
/// needed.
///
/// - Complexity: O(tiles of the canvas · N / 32); memory for two areas.
struct ExpandedArea {
  /// The result.
  private(set) var area: PixelArea

  /// Expands an area by `distance` pixels, within the canvas.
  init(_ area: consuming PixelArea, by distance: Int) {
    self.area = area
    for isHorizontal in [true, false] {
      var rest = distance
      while rest > 0 {
        let step = min(rest, Tile.edge)
        grow(by: step, isHorizontal)
        rest -= step
      }
    }
  }

  private mutating func grow(by distance: Int, _ isHorizontal: Bool) {
    let canvas = area.canvas
    let (dx, dy) = isHorizontal ? (1, 0) : (0, 1)
    func parts(_ bits: TileBits) -> Parts {
      isHorizontal ? Self.alongRows(bits, distance) : Self.alongColumns(bits, distance)
    }
    var grown = PixelArea(on: canvas)
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns {
        let codes = (area.code(x - dx, y - dy), area.code(x, y), area.code(x + dx, y + dy))
        if codes.1 == PixelArea.whole {
          grown.addWhole(x: x, y: y)
          continue
        }
        if codes == (PixelArea.none, PixelArea.none, PixelArea.none) { continue }
        var bits = parts(area[x, y]).middle
        if codes.0 != PixelArea.none { bits = bits.union(parts(area[x - dx, y - dy]).after) }
        if codes.2 != PixelArea.none { bits = bits.union(parts(area[x + dx, y + dy]).before) }
        grown.add(bits, x: x, y: y)
      }
    }
    area = grown
  }

  private typealias Parts = (before: TileBits, middle: TileBits, after: TileBits)

  /// The expanded pixels in the tile itself and in its left and right neighbours.
  private static func alongRows(_ tile: TileBits, _ distance: Int) -> Parts {
    var parts: Parts = (.none, .none, .none)
    for y in 0..<Tile.edge where tile.rows[y] != 0 {
      // 96 pixels with this tile's in the middle; bits that are shifted out are lost.
      var (low, high) = (UInt64(tile.rows[y]) << 32, UInt64(tile.rows[y]) << 32)
      var done = 0
      while done < distance {
        let step = min(max(done, 1), distance - done)
        low |= low >> UInt64(step)
        high |= high << UInt64(step)
        done += step
      }
      // Bits 0…31 of `low` are in the left neighbour, bits 32…63 of both in the tile; bits that `high` lost are in the
      // right neighbour.
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

  /// The expanded pixels in the tile itself and in its upper and lower neighbours.
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
