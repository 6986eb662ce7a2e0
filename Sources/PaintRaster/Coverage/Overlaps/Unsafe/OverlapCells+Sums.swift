// Unsafe: writes into the cells of a strip, and reads a sweep's sums.

/// Corrects the sums of such cells before their tile is swept.
extension OverlapCells {
  /// Sets the sums of such cells of a tile to their true coverage, before it is swept.
  @inline(never)
  mutating func resolve<Cell: FixedWidthInteger & SignedInteger>(
    column: Int, cells: UnsafeMutablePointer<Cell>, carry: UnsafePointer<Int>, area: inout OverlapArea, _ rule: FillRule
  ) {
    guard columns.contains(column) else { return }
    var rest = rows
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      rest &= rest &- 1
      let (twice, first) = unsafe rowCells[(column - columns.lowerBound) * Tile.edge + row]
      var left = twice
      var number = Int(first)
      var sum = unsafe Cell(truncatingIfNeeded: carry[row])
      var x = 0
      let source = unsafe cells + row &* CellStrip<Cell>.stride
      while left != 0 {
        let end = left.trailingZeroBitCount
        left &= left &- 1
        while x <= end {
          unsafe sum &+= source[x]
          x &+= 1
        }
        let covered =
          unsafe hasValues
          ? TileSweep.covered(byte: values[number])
          : area.covered(sum: Int(truncatingIfNeeded: sum), pieces, heads[number], rule)
        // The next cell reverts the change.
        let change = Cell(truncatingIfNeeded: covered) &- sum
        unsafe source[end] &+= change
        unsafe source[end &+ 1] &-= change
        sum &+= change
        number &+= 1
      }
    }
  }
}
