// Unsafe: passes the cells of a strip, which is its own memory, to the sweep.

/// The steps of a scanner from tile to tile.
extension CoverageScanner {
  /// Where the outline runs in a tile that is not yet swept; nil if it does not.
  func hint(_ column: Int) -> PrefetchHint? {
    guard !isWide, column < canvasColumns, narrow.isTouched(column) else { return nil }
    let (_, marks, changes) = unsafe narrow.tile(column)
    return unsafe PrefetchHint(rows: changes, marks: UnsafePointer(marks))
  }

  mutating func stepNarrow() -> TileSweep.Result? {
    unsafe Self.step(
      &column, canvasColumns, in: narrow, isOverlapping, &overlaps, &area, &sweep, height: height
    ) { (sweep, cells, marks, changes, height) in unsafe sweep.sweep(cells, marks, changes: changes, height: height) }
  }

  mutating func stepWide() -> TileSweep.Result? {
    unsafe Self.step(
      &column, canvasColumns, in: wide, isOverlapping, &overlaps, &area, &sweep, height: height
    ) { (sweep, cells, marks, _, height) in unsafe sweep.sweepScalar(cells, marks, height: height) }
  }

  /// Adds the active edges to the strip; returns whether there are cells with two strands.
  @inline(never)
  static func accumulate<Cell>(
    _ table: borrowing EdgeTable, into strip: inout CellStrip<Cell>, rows: Range<Int>, frame: CanvasFrame,
    antialiased: Bool, isSimple: Bool
  ) -> Bool {
    let edges = unsafe table.edges
    let active = unsafe table.active
    var again: UInt32 = 0
    if antialiased {
      for i in 0..<table.activeCount {
        unsafe again |= strip.accumulate(edges + Int(active[i]), rows: rows, frame: frame)
      }
      if !isSimple { again |= strip.mark(horizontalsOf: table, rows: rows) }
    } else {
      for i in 0..<table.activeCount {
        unsafe strip.accumulateCenters(edges + Int(active[i]), rows: rows, frame: frame)
      }
    }
    return again != 0
  }

  /// Sweeps the tile in `column`, and if no edge reaches it also the following ones that no edge reaches, and moves
  /// `column` past them; nil when everything covered was swept.
  @inline(__always)
  private static func step<Cell>(
    _ column: inout Int, _ columns: Int, in strip: borrowing CellStrip<Cell>, _ overlapping: Bool,
    _ overlaps: inout OverlapCells, _ area: inout OverlapArea, _ sweep: inout TileSweep, height: Int,
    sweepTile: (
      inout TileSweep, UnsafeMutablePointer<Cell>, UnsafeMutablePointer<StrandMarks>, UInt32, Int
    ) -> Void
  ) -> TileSweep.Result? {
    guard column < columns, strip.lastTouched >= 0 else { return nil }
    if strip.isTouched(column) {
      let (cells, marks, changes) = unsafe strip.tile(column)
      if overlapping {
        unsafe overlaps.resolve(column: column, cells: cells, carry: sweep.carry, area: &area, sweep.rule)
      }
      unsafe sweepTile(&sweep, cells, marks, changes, height)
      column += 1
      return sweep.result(height: height)
    }
    var end = column + 1
    if column > strip.lastTouched {
      if sweep.isEmpty { return nil }
      end = columns
    }
    while end < columns && !strip.isTouched(end) { end += 1 }
    column = end
    return sweep.sweepEmpty(height: height)
  }
}
