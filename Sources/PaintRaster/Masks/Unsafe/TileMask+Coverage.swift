// Unsafe: a scanner's mask is memory that is lent for one call; it is only read here.

extension TileMask {
  /// Adds the pixels that a mask covers, even if only partly.
  mutating func add(_ mask: CoverageMask) {
    for y in mask.rows {
      var row: UInt32 = 0
      for x in 0..<Tile.edge where unsafe mask.bytes[y * Tile.edge + x] != 0 { row |= 1 << UInt32(x) }
      rows[y] |= row
    }
  }
}
