/// Turns an outline into coverage, one row of tiles after the other.
///
/// Signed areas are added up in integers of 1/65,536 pixel: the area to the right of each side within each pixel, upward
/// sides counting positive. The sum's size, clamped to 1, is the coverage. Its cost follows the pixels that the outline
/// itself touches, plus a call for each run of fully covered tiles.
///
/// Owns scratch memory and so cannot be copied. Two scanners are independent of each other.
public struct CoverageScanner: ~Copyable, @unchecked Sendable {
  // Unchecked: the memory behind the pointers is owned by this value alone, which cannot be copied.

  /// Active edges from which on sums are kept in 64 bits: each edge adds at most 1.0 to a row's sum, and 32 bits hold
  /// 32,767.
  static let narrowLimit = 32_767

  private let frame: CanvasFrame
  private let antialiased: Bool
  private let canvasColumns: Int
  private var table: EdgeTable
  private var narrow: CellStrip<Int32>
  private var wide: CellStrip<Int64>
  private let sweep: TileSweep
  private var unfinished = false
  private var lastRow = -1

  /// The rows of tiles that can have coverage.
  public var tileRows: Range<Int> { table.tileRows }

  /// A scanner of `outline` on a canvas of that size.
  ///
  /// With `antialiased` false a pixel is covered wholly if its centre lies inside the outline under the non-zero rule,
  /// left and top sides counting as inside, and else not at all.
  /// - Complexity: Linear in the outline's vertices.
  public init(_ outline: Outline, canvas: CanvasSize, antialiased: Bool) {
    frame = CanvasFrame(outline, canvas: canvas)
    self.antialiased = antialiased
    canvasColumns = canvas.tileColumns
    table = EdgeTable(outline, frame: frame, antialiased: antialiased)
    narrow = CellStrip(columns: table.tileColumns)
    wide = CellStrip(columns: table.edgeCount > Self.narrowLimit ? table.tileColumns : 0..<0)
    sweep = TileSweep()
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
    if unfinished {
      narrow.reset(clearing: true)
      wide.reset(clearing: true)
    }
    unfinished = true
    table.advance(to: tileRow)
    let top = tileRow * Tile.edge
    let height = min(Tile.edge, frame.height - top)
    sweep.restart()
    if table.activeCount > Self.narrowLimit {
      Self.accumulate(table, into: &wide, rows: top..<top + height, frame: frame, antialiased: antialiased)
      try emit(from: wide, height: height, body) { $0.sweepPlainly($1, touched: $2, height: $3) }
      wide.reset(clearing: false)
    } else {
      Self.accumulate(table, into: &narrow, rows: top..<top + height, frame: frame, antialiased: antialiased)
      try emit(from: narrow, height: height, body) { $0.sweep($1, touched: $2, height: $3) }
      narrow.reset(clearing: false)
    }
    unfinished = false
  }

  /// Adds the active edges to the strip.
  private static func accumulate<Cell>(
    _ table: borrowing EdgeTable, into strip: inout CellStrip<Cell>, rows: Range<Int>, frame: CanvasFrame,
    antialiased: Bool
  ) {
    let edges = table.edges
    let active = table.active
    if antialiased {
      for i in 0..<table.activeCount { strip.accumulate(edges[Int(active[i])], rows: rows, frame: frame) }
    } else {
      for i in 0..<table.activeCount { strip.accumulateCenters(edges[Int(active[i])], rows: rows, frame: frame) }
    }
  }

  /// Sweeps the strip from left to right and hands out what is covered.
  private borrowing func emit<Cell, E: Error>(
    from strip: borrowing CellStrip<Cell>, height: Int, _ body: (Range<Int>, TileCoverage) throws(E) -> Void,
    sweepTile: (borrowing TileSweep, UnsafeMutablePointer<Cell>, UInt64, Int) -> TileSweep.Result
  ) throws(E) {
    guard strip.lastTouched >= 0 else { return }
    var column = strip.firstTouched
    var full = column..<column  // fully covered columns not handed out yet
    while column < canvasColumns {
      var end = column + 1
      let result: TileSweep.Result
      if let (cells, rows) = strip.touched(column) {
        result = sweepTile(sweep, cells, rows, height)
      } else {
        while end < canvasColumns && strip.touched(end) == nil { end += 1 }
        result = sweep.sweepEmpty(height: height)
      }
      switch result {
      case .full:
        full = full.isEmpty ? column..<end : full.lowerBound..<end
      case .none, .mask:
        if !full.isEmpty { try body(full, .full) }
        full = end..<end
        if case .mask(let rows) = result {
          let mask = CoverageMask(bytes: UnsafePointer(sweep.mask), rows: rows)
          for each in column..<end { try body(each..<each + 1, .mask(mask)) }
        }
      }
      column = end
    }
    if !full.isEmpty { try body(full, .full) }
  }
}
