/// The expansion of a tile's pixels along rows or columns, into the tile and its two neighbours in that direction.
extension TileMask {
  typealias Expanded = (before: TileMask, middle: TileMask, after: TileMask)

  /// The pixels at most `distance`, 0…32, to the left or right of one of these, in the left neighbour, the tile and the
  /// right neighbour.
  func expandedAlongRows(by distance: Int) -> Expanded {
    var parts: Expanded = (.none, .none, .none)
    for y in 0..<Tile.edge where rows[y] != 0 {
      // 96 pixels with this tile's in the middle; bits that are shifted out are lost.
      var (low, high) = (UInt64(rows[y]) << 32, UInt64(rows[y]) << 32)
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
      var right = UInt64(rows[y])
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

  /// The pixels at most `distance`, 0…32, above or below one of these, in the upper neighbour, the tile and the lower
  /// neighbour.
  func expandedAlongColumns(by distance: Int) -> Expanded {
    var window = [UInt32](repeating: 0, count: 3 * Tile.edge)
    for y in 0..<Tile.edge where rows[y] != 0 {
      for row in Tile.edge + y - distance...Tile.edge + y + distance { window[row] |= rows[y] }
    }
    var parts: Expanded = (.none, .none, .none)
    for y in 0..<Tile.edge {
      parts.before.rows[y] = window[y]
      parts.middle.rows[y] = window[Tile.edge + y]
      parts.after.rows[y] = window[2 * Tile.edge + y]
    }
    return parts
  }
}
