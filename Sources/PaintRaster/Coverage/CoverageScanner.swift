/// Turns an outline into coverage, one row of tiles after the other.
///
/// Signed areas are added up in integers of 1/65,536 pixel: the area to the right of each side within each pixel, upward
/// sides counting positive. The sum's size, clamped to 1, is the coverage, save in pixels where pieces of the outline
/// overlap, whose area is found by itself. Its cost follows the pixels that the outline itself touches, plus a call for
/// each run of fully covered tiles.
///
/// Owns scratch memory and so cannot be copied; a scanner that is started again keeps it. Two scanners are independent of
/// each other.
public struct CoverageScanner: ~Copyable, @unchecked Sendable {
  // Unchecked: the memory behind the pointers is owned by this value alone, which cannot be copied.

  /// Active edges from which on sums are kept in 64 bits: each edge adds at most 1.0 to a row's sum, and 32 bits hold
  /// 32,767.
  static let narrowLimit = 32_767

  private var frame: CanvasFrame
  private var antialiased = true
  private var isSimple = false
  private var canvasColumns = 0
  private var table = EdgeTable()
  private var narrow = CellStrip<Int32>()
  private var wide = CellStrip<Int64>()
  private var overlaps = OverlapCells()
  private var area = OverlapArea()
  private var sweep: TileSweep
  private var unfinished = false
  private var lastRow = -1

  /// The rows of tiles that can have coverage.
  public var tileRows: Range<Int> { table.tileRows }

  /// A scanner of `outline` on a canvas of that size; see `start`.
  public init(_ outline: Outline, canvas: CanvasSize, antialiased: Bool, rule: FillRule = .nonzero) {
    frame = CanvasFrame(outline, canvas: canvas)
    sweep = TileSweep(rule)
    start(outline, canvas: canvas, antialiased: antialiased, rule: rule)
  }

  /// Makes the scanner one of another outline.
  ///
  /// With `antialiased` false a pixel is covered wholly if its centre lies inside the outline under the rule, left and top
  /// sides counting as inside, and else not at all.
  /// - Complexity: Linear in the outline's vertices.
  public mutating func start(_ outline: Outline, canvas: CanvasSize, antialiased: Bool, rule: FillRule = .nonzero) {
    if unfinished { clear() }
    unfinished = false
    lastRow = -1
    frame = CanvasFrame(outline, canvas: canvas)
    self.antialiased = antialiased
    isSimple = outline.isSimple
    canvasColumns = canvas.tileColumns
    table.load(outline, frame: frame, antialiased: antialiased)
    narrow.prepare(table.tileColumns)
    wide.prepare(table.edgeCount > Self.narrowLimit ? table.tileColumns : 0..<0)
    sweep.rule = rule
  }

  private mutating func clear() {
    narrow.reset(clearing: true)
    wide.reset(clearing: true)
  }

  /// Calls `body` for the tile columns of a row of tiles that have coverage, from left to right.
  ///
  /// Rows must be asked for in ascending order; rows may be left out, and rows outside `tileRows` have no coverage. The
  /// range holds more than one column only for `.full`. A mask is valid during its call only. An error thrown by `body`
  /// ends the row; the next row can be scanned all the same.
  public mutating func scan<E: Error>(
    tileRow: Int, _ body: (Range<Int>, TileCoverage) throws(E) -> Void
  ) throws(E) {
    guard tileRows.contains(tileRow) else { return }
    precondition(tileRow > lastRow, "rows of tiles are scanned in ascending order")
    lastRow = tileRow
    if unfinished { clear() }
    unfinished = true
    table.advance(to: tileRow)
    let top = tileRow * Tile.edge
    let height = min(Tile.edge, frame.height - top)
    if table.activeCount > Self.narrowLimit {
      let overlapping = Self.accumulate(
        table, into: &wide, rows: top..<top + height, frame: frame, antialiased: antialiased)
      if overlapping && !isSimple {
        overlaps.collect(from: wide, table, tileRow: tileRow, height: height, frame: frame)
      }
      sweep.restart(wide.left)
      try Self.emit(
        from: wide, overlapping && !isSimple, &overlaps, &area, sweep, height: height, columns: canvasColumns, body
      ) { $0.sweepPlainly($1, $2, height: $3) }
      wide.reset(clearing: false)
    } else {
      let overlapping = Self.accumulate(
        table, into: &narrow, rows: top..<top + height, frame: frame, antialiased: antialiased)
      if overlapping && !isSimple {
        overlaps.collect(from: narrow, table, tileRow: tileRow, height: height, frame: frame)
      }
      sweep.restart(narrow.left)
      try Self.emit(
        from: narrow, overlapping && !isSimple, &overlaps, &area, sweep, height: height, columns: canvasColumns, body
      ) { $0.sweep($1, $2, height: $3) }
      narrow.reset(clearing: false)
    }
    unfinished = false
  }

  /// Adds the active edges to the strip; says whether there are cells with two strands.
  @inline(never)
  private static func accumulate<Cell>(
    _ table: borrowing EdgeTable, into strip: inout CellStrip<Cell>, rows: Range<Int>, frame: CanvasFrame,
    antialiased: Bool
  ) -> Bool {
    let edges = table.edges
    let active = table.active
    var again: UInt32 = 0
    if antialiased {
      for i in 0..<table.activeCount {
        again |= strip.accumulate(edges + Int(active[i]), rows: rows, frame: frame)
      }
    } else {
      for i in 0..<table.activeCount { strip.accumulateCenters(edges + Int(active[i]), rows: rows, frame: frame) }
    }
    return again != 0
  }

  /// Sweeps the strip from left to right and hands out what is covered.
  private static func emit<Cell, E: Error>(
    from strip: borrowing CellStrip<Cell>, _ overlapping: Bool, _ overlaps: inout OverlapCells,
    _ area: inout OverlapArea, _ sweep: borrowing TileSweep, height: Int, columns: Int,
    _ body: (Range<Int>, TileCoverage) throws(E) -> Void,
    sweepTile: (
      borrowing TileSweep, UnsafeMutablePointer<Cell>, UnsafeMutablePointer<StrandMarks>, Int
    ) -> Void
  ) throws(E) {
    guard strip.lastTouched >= 0 else { return }
    var column = strip.firstTouched
    var full = column..<column  // fully covered columns not handed out yet
    while column < columns {
      var end = column + 1
      let result: TileSweep.Result
      if strip.isTouched(column) {
        let (cells, marks, _) = strip.tile(column)
        if overlapping { overlaps.resolve(column: column, cells: cells, carry: sweep.carry, area: &area, sweep.rule) }
        sweepTile(sweep, cells, marks, height)
        if overlapping {
          for (pixel, value) in area.found { sweep.replace(pixel, by: value) }
        }
        result = sweep.result(height: height)
      } else {
        if column > strip.lastTouched {
          if sweep.isEmpty { break }
          end = columns
        }
        while end < columns && !strip.isTouched(end) { end += 1 }
        result = sweep.sweepEmpty(height: height)
      }
      switch result {
      case .full:
        full = full.isEmpty ? column..<end : full.lowerBound..<end
      case .none, .mask:
        if !full.isEmpty { try body(full, .full) }
        full = end..<end
        if case .mask(let rows) = result {
          let mask = CoverageMask(
            bytes: UnsafePointer(sweep.mask), rows: rows, occupied: UnsafePointer(sweep.occupied),
            solid: UnsafePointer(sweep.solid))
          for each in column..<end { try body(each..<each + 1, .mask(mask)) }
        }
      }
      column = end
    }
    if !full.isEmpty { try body(full, .full) }
  }
}
