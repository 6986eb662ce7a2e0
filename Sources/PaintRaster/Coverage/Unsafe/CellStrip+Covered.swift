// Unsafe: reads and writes the cells of a strip, which are its own memory.

/// Cells that are fully covered, independent of the pieces of edges in them.
extension CellStrip {
  /// Clears the marks for two strands of those cells of the first tile.
  func clearOverlaps(in covered: TileMask) {
    guard isTouched(0) else { return }
    let marks = unsafe tileMarks(0)
    for row in 0..<Tile.edge { unsafe marks[row].twice &= ~covered.rows[row] }
  }

  /// Clears the marks for two strands of those cells of the strip whose sum and count prove that no winding number in
  /// them is 0.
  ///
  /// The sum is the mean of a cell's winding numbers, so one of them is at least as far from 0. A path from there to
  /// any other point runs horizontally to the left border, along it, and horizontally to the point. Each piece is
  /// crossed by at most one of the horizontal parts, since they count from the border on, and no more pieces cross the
  /// border.
  func clearCoveredOverlaps(height: Int) {
    guard Self.isCounting, lastTouched >= 0 else { return }
    let one = FixedPoint.one
    for row in 0..<height {
      var sum = unsafe firstTouched == 0 ? Int(truncatingIfNeeded: left[row]) : 0
      for column in firstTouched...lastTouched where isTouched(column) {
        let source = unsafe tileCells(column) + row * Self.stride
        let count = unsafe tileCounts(column) + row * Tile.edge
        let mark = unsafe tileMarks(column) + row
        var covered: UInt32 = 0
        for x in 0..<Tile.edge {
          unsafe sum &+= Int(truncatingIfNeeded: source[x])
          let pieces = unsafe Int(count[x])
          // Each piece's area is rounded.
          let isCovered = Int(sum.magnitude) >= (pieces + 1) * one + pieces
          covered |= (isCovered ? 1 : 0) &<< UInt32(truncatingIfNeeded: x)
        }
        unsafe sum &+= Int(truncatingIfNeeded: source[Tile.edge])
        unsafe mark.pointee.twice &= ~covered
      }
    }
  }
}
