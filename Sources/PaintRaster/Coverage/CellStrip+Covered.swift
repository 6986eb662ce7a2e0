/// Cells that are covered whatever the pieces of edges in them are.
extension CellStrip {
  /// Forgets that two strands pass those cells of the first tile.
  func forget(_ covered: SolidPixels) {
    guard isTouched(0) else { return }
    let marks = tileMarks(0)
    for row in 0..<Tile.edge { marks[row].twice &= ~covered.rows[row] }
  }

  /// Forgets that two strands pass those cells of the strip whose sum and count tell that no winding number in them is 0.
  ///
  /// Of a cell's winding numbers, of which the sum is the mean, one is at least as far from 0 as that. From there to any
  /// other point one walks level to the left border, along it, and level to the point: of what is crossed on level ways
  /// each piece takes one way at most, since those count from the border on, and no more cross the border.
  func forgetCovered(height: Int) {
    guard Self.isCounting, lastTouched >= 0 else { return }
    let one = FixedPoint.one
    for row in 0..<height {
      var sum = firstTouched == 0 ? Int(truncatingIfNeeded: left[row]) : 0
      for column in firstTouched...lastTouched where isTouched(column) {
        let source = tileCells(column) + row * Self.stride
        let count = tileCounts(column) + row * Tile.edge
        let mark = tileMarks(column) + row
        var covered: UInt32 = 0
        for x in 0..<Tile.edge {
          sum &+= Int(truncatingIfNeeded: source[x])
          let pieces = Int(count[x])
          // Each piece's area is rounded.
          let isCovered = Int(sum.magnitude) >= (pieces + 1) * one + pieces
          covered |= (isCovered ? 1 : 0) &<< UInt32(truncatingIfNeeded: x)
        }
        sum &+= Int(truncatingIfNeeded: source[Tile.edge])
        mark.pointee.twice &= ~covered
      }
    }
  }
}
