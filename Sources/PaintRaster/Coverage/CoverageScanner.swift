/// Turns an outline into coverage, one row of tiles after the other.
///
/// Signed areas are added up in integers of 1/65,536 pixel: the area to the right of each side within each pixel,
/// upward sides counting positive. The sum's magnitude, clamped to 1, is the coverage, except in pixels where pieces of
/// the outline overlap, whose area is computed separately. The cost is proportional to the pixels that the outline
/// itself touches, plus a call for each run of fully covered tiles.
///
/// Owns scratch memory and so cannot be copied; a restarted scanner keeps it. Scanners are independent of
/// each other.
public struct CoverageScanner: ~Copyable, @unchecked Sendable {
  // Unchecked: the memory behind the pointers is owned only by this value, which cannot be copied.

  /// The number of active edges above which sums are kept in 64 bits and pieces are counted.
  ///
  /// Each edge adds at most 1.0 to a row's sum, and 32 bits hold 32,767; but where so many pieces overlap, counting
  /// them pays off much earlier.
  static let narrowLimit = 4_095

  private var frame: CanvasFrame
  private var antialiased = true
  var isSimple = false
  var canvasColumns = 0
  private var table = EdgeTable()
  var narrow = CellStrip<Int32>()
  var wide = CellStrip<Int64>()
  var overlaps = OverlapCells()
  var area = OverlapArea()
  var sweep: TileSweep
  private var unfinished = false
  /// Pixels of a one-tile canvas that the caller knows to be covered; overlaps in them are not resolved.
  var known: TileMask?
  private var lastRow = -1

  // The row of tiles that is being scanned.
  var height = 0
  var isWide = false
  var isOverlapping = false
  /// The next column.
  var column = 0
  /// Fully covered columns not handed out yet.
  private var full = 0..<0
  /// Columns not handed out yet that `mask` covers.
  private var masked = 0..<0
  private var mask: CoverageMask

  /// The rows of tiles that can have coverage.
  public var tileRows: Range<Int> { table.tileRows }

  /// A scanner of `outline` on a canvas of this size; see `start`.
  public init(_ outline: Outline, canvas: CanvasSize, antialiased: Bool, rule: FillRule = .nonzero) {
    frame = CanvasFrame(outline, canvas: canvas)
    sweep = TileSweep(rule)
    mask = sweep.currentMask(0..<0)
    start(outline, canvas: canvas, antialiased: antialiased, rule: rule)
  }

  /// Restarts the scanner with another outline.
  ///
  /// With `antialiased` false a pixel is fully covered if its centre is inside the outline under the rule, left and top
  /// sides counting as inside, and otherwise not at all.
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
    sweep.rule = rule
  }

  private mutating func clear() {
    narrow.reset(clearing: true)
    wide.reset(clearing: true)
  }

  /// Calls `body` for the tile columns of a row of tiles that have coverage, from left to right.
  ///
  /// Rows must be scanned in ascending order; rows may be skipped, and rows outside `tileRows` have no coverage. The
  /// range has more than one column only for `.full`. A mask is valid only during its call. An error thrown by `body`
  /// ends the row; the next row can still be scanned.
  ///
  /// - Throws: what `body` throws.
  public mutating func scan<E: Error>(
    tileRow: Int, _ body: (Range<Int>, TileCoverage) throws(E) -> Void
  ) throws(E) {
    guard begin(tileRow) else { return }
    while let (columns, coverage) = next() {
      if !columns.isEmpty { try body(columns, coverage) }
    }
    finish()
  }

  /// The same, and before `body` calls `expecting` with the column of a tile that the outline itself passes, and the
  /// pixels it passes there: a hint that is not given for rows with very many edges.
  ///
  /// - Throws: what `body` throws.
  public mutating func scan<E: Error>(
    tileRow: Int, expecting: (Int, PrefetchHint) -> Void, _ body: (Range<Int>, TileCoverage) throws(E) -> Void
  ) throws(E) {
    guard begin(tileRow) else { return }
    // One tile ahead: while this one is swept and composited, the next one's memory is fetched.
    var announced = column
    if let hint = hint(column) { expecting(column, hint) }
    while let (columns, coverage) = next() {
      if column != announced {
        announced = column
        if let hint = hint(column) { expecting(column, hint) }
      }
      if !columns.isEmpty { try body(columns, coverage) }
    }
    finish()
  }

  // The functions below are not generic, so other modules call them as compiled here, for the two types of cells.

  /// Accumulates the edges of a row of tiles; returns false if none reaches it.
  private mutating func begin(_ tileRow: Int) -> Bool {
    guard tileRows.contains(tileRow) else { return false }
    precondition(tileRow > lastRow, "rows of tiles are scanned in ascending order")
    lastRow = tileRow
    if unfinished { clear() }
    unfinished = true
    table.advance(to: tileRow)
    let top = tileRow * Tile.edge
    height = min(Tile.edge, frame.height - top)
    let rows = top..<top + height
    isWide = table.activeCount > Self.narrowLimit
    if !isWide {
      let twice = Self.accumulate(
        table, into: &narrow, rows: rows, frame: frame, antialiased: antialiased, isSimple: isSimple)
      isOverlapping = twice && !isSimple
      if let known { narrow.clearOverlaps(in: known) }
      if isOverlapping && !overlaps.collect(from: narrow, table, tileRow: tileRow, height: height, frame: frame) {
        narrow.reset(clearing: true)
        isWide = true
      }
      sweep.restart(at: narrow)
      column = narrow.firstTouched
    }
    if isWide {
      wide.prepare(table.tileColumns)
      let twice = Self.accumulate(
        table, into: &wide, rows: rows, frame: frame, antialiased: antialiased, isSimple: isSimple)
      isOverlapping = twice && !isSimple
      if isOverlapping {
        if sweep.rule == .nonzero { wide.clearCoveredOverlaps(height: height) }
        if let known { wide.clearOverlaps(in: known) }
        overlaps.solve(
          wide, table, tileRow: tileRow, height: height, frame: frame, area: &area, sweep.rule)
      }
      sweep.restart(at: wide)
      column = wide.firstTouched
    }
    full = column..<column
    masked = column..<column
    return true
  }

  /// Ends a row of tiles.
  private mutating func finish() {
    if isWide { wide.reset(clearing: false) } else { narrow.reset(clearing: false) }
    unfinished = false
  }

  /// The next columns of the row that have coverage; an empty range while their end is not yet known.
  private mutating func next() -> (Range<Int>, TileCoverage)? {
    if !masked.isEmpty {
      let first = masked.lowerBound
      masked = first + 1..<masked.upperBound
      return (first..<first + 1, .mask(mask))
    }
    let start = column
    let covered = full
    let result = isWide ? stepWide() : stepNarrow()
    switch result {
    case .full:
      full = covered.isEmpty ? start..<column : covered.lowerBound..<column
      return (column..<column, .full)
    case .mask(let rows):
      mask = sweep.currentMask(rows)
      masked = start..<column
      full = column..<column
    case .empty: full = column..<column
    case nil:
      full = start..<start
      if covered.isEmpty { return nil }
    }
    return (covered, .full)
  }
}
