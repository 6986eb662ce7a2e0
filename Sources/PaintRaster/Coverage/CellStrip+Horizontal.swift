/// Horizontal sides, which have no area but separate winding numbers as strands do.
extension CellStrip {
  /// Marks the cells that horizontal sides pass; returns a word that is not 0 if one of them has two strands now.
  @inline(never)
  mutating func mark(horizontalsOf table: borrowing EdgeTable, rows: Range<Int>) -> UInt32 {
    var again: UInt32 = 0
    var index = table.firstHorizontal(tileRow: rows.lowerBound / Tile.edge)
    while index >= 0 {
      let side = table.horizontals[index]
      index = Int(side.next)
      let pixelRow = side.y >> FixedPoint.bits
      guard rows.contains(pixelRow) else { continue }
      let first = max(Int(min(side.start, side.end)), columns.lowerBound &* Tile.edge)
      let last = min(Int(max(side.start, side.end)), columns.upperBound &* Tile.edge &- 1)
      guard first <= last else { continue }
      let local = UInt32(truncatingIfNeeded: pixelRow - rows.lowerBound)
      touch(first / Tile.edge, last / Tile.edge, rows: 1 &<< local)
      let row = row(pixelRow - rows.lowerBound)
      for x in first...last { again |= row.add(x: x, here: 0, next: 0, counted: 1) }
    }
    return again
  }
}
