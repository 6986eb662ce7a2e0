// Unsafe: owns the memory of its cells, most of which is never touched; bounds checks would double the inner loops.

/// The accumulators of one row of tiles: for each tile, the changes of coverage from pixel to pixel.
///
/// A cell holds, in fixed point, coverage minus that of the pixel to its left. Every tile column of the outline has its
/// own memory, cleared when an edge first reaches it, so memory that no edge reaches is never written. Owns its memory;
/// between rows all cells and marks that were ever written are zero.
@safe struct CellStrip<Cell: FixedWidthInteger & SignedInteger>: ~Copyable {
  /// Cells from one pixel row to the next: the tile's own, one for the pixel after the tile's last column, which is
  /// carried into the next tile, and three that keep rows aligned to vectors of four.
  static var stride: Int { Tile.edge + 4 }
  /// Cells of a tile.
  static var tileCells: Int { stride * Tile.edge }

  /// Whether pieces are counted, from which cells are found that are certainly covered.
  static var isCounting: Bool { Cell.bitWidth == 64 }

  private static var prepared: UInt8 { 1 }
  private static var touched: UInt8 { 2 }

  /// The columns of tiles that can be touched.
  private(set) var columns = 0..<0
  /// The cells and marks, tile after tile.
  private var cells: UnsafeMutablePointer<Cell>
  private var marks: UnsafeMutablePointer<StrandMarks>
  /// For each cell, if they are counted, an upper bound of its pieces of edges plus those of them that cross its left
  /// border.
  private var counts: UnsafeMutablePointer<UInt32>
  /// For each column whether its memory was cleared, and whether it was touched.
  private var states: UnsafeMutablePointer<UInt8>
  /// For each touched column a bit for every pixel row that was changed, and possibly for others.
  private var changes: UnsafeMutablePointer<UInt32>
  private var capacity = 0
  /// For each pixel row the coverage at the canvas' left edge that comes from edges left of it.
  let left: UnsafeMutablePointer<Cell>
  /// The first and last touched column of tiles.
  private(set) var firstTouched = Int.max
  private(set) var lastTouched = -1

  init() {
    unsafe cells = .allocate(capacity: 0)
    unsafe marks = .allocate(capacity: 0)
    unsafe counts = .allocate(capacity: 0)
    unsafe states = .allocate(capacity: 0)
    unsafe changes = .allocate(capacity: 0)
    unsafe left = .allocate(capacity: Tile.edge)
    unsafe left.initialize(repeating: 0, count: Tile.edge)
  }

  deinit {
    deallocate()
    unsafe left.deallocate()
  }

  private func deallocate() {
    unsafe cells.deallocate()
    unsafe marks.deallocate()
    unsafe counts.deallocate()
    unsafe states.deallocate()
    unsafe changes.deallocate()
  }

  /// Prepares for an outline that reaches these columns of tiles.
  mutating func prepare(_ columns: Range<Int>) {
    self.columns = columns
    guard columns.count > capacity else { return }
    deallocate()
    capacity = columns.count
    unsafe cells = .allocate(capacity: capacity * Self.tileCells)
    unsafe marks = .allocate(capacity: capacity * Tile.edge)
    unsafe counts = .allocate(capacity: Self.isCounting ? capacity * Tile.pixelCount : 0)
    unsafe states = .allocate(capacity: capacity)
    unsafe states.initialize(repeating: 0, count: capacity)
    unsafe changes = .allocate(capacity: capacity)
  }

  /// The bits of the rows `first` ..< `end`, at least one.
  @inline(__always)
  static func bits(from first: Int, to end: Int) -> UInt32 {
    (UInt32.max &<< UInt32(truncatingIfNeeded: first)) & (UInt32.max &>> UInt32(truncatingIfNeeded: Tile.edge &- end))
  }

  /// Records that `rows` of the columns of tiles from `first` to `last` are about to be changed; they may be outside
  /// `columns`.
  @inline(__always)
  mutating func touch(_ first: Int, _ last: Int, rows: UInt32) {
    let first = Swift.max(first, columns.lowerBound)
    let last = Swift.min(last, columns.upperBound &- 1)
    var column = first
    while column <= last {
      touch(column, rows: rows)
      column &+= 1
    }
  }

  /// Records that `rows` of one of the `columns` of tiles are about to be changed.
  @inline(__always)
  mutating func touch(_ column: Int, rows: UInt32) {
    let place = column &- columns.lowerBound
    if unsafe states[place] & Self.touched == 0 { begin(column) }
    unsafe changes[place] |= rows
  }

  @inline(never)
  private mutating func begin(_ column: Int) {
    let place = column - columns.lowerBound
    if unsafe states[place] == 0 {
      unsafe (cells + place * Self.tileCells).initialize(repeating: 0, count: Self.tileCells)
      unsafe (marks + place * Tile.edge).initialize(repeating: StrandMarks(), count: Tile.edge)
    }
    if Self.isCounting {
      unsafe (counts + place * Tile.pixelCount).initialize(repeating: 0, count: Tile.pixelCount)
    }
    unsafe states[place] = Self.prepared | Self.touched
    unsafe changes[place] = 0
    firstTouched = Swift.min(firstTouched, column)
    lastTouched = Swift.max(lastTouched, column)
  }

  /// The accumulators of one pixel row of the tile row; only touched tiles may be changed through them.
  @inline(__always)
  func row(_ row: Int) -> Row {
    unsafe Row(
      cells: cells, marks: marks, counts: counts, left: left + row,
      cellOffset: row &* Self.stride &- columns.lowerBound &* Self.tileCells,
      markOffset: row &- columns.lowerBound &* Tile.edge)
  }

  /// Changes cells of one pixel row.
  @safe struct Row {
    let cells: UnsafeMutablePointer<Cell>
    let marks: UnsafeMutablePointer<StrandMarks>
    let counts: UnsafeMutablePointer<UInt32>
    var left: UnsafeMutablePointer<Cell>
    var cellOffset: Int
    var markOffset: Int

    /// Moves to the pixel row below.
    @inline(__always)
    mutating func moveDown() {
      unsafe left += 1
      cellOffset &+= CellStrip.stride
      markOffset &+= 1
    }

    /// The cells of the row in a column of tiles.
    @inline(__always)
    func tile(_ column: Int) -> UnsafeMutablePointer<Cell> {
      unsafe cells + (cellOffset &+ column &* CellStrip.tileCells)
    }

    /// The marks of the row in a column of tiles.
    @inline(__always)
    func mark(_ column: Int) -> UnsafeMutablePointer<StrandMarks> { unsafe marks + (markOffset &+ column &* Tile.edge) }

    /// The counts of the row in a column of tiles.
    @inline(__always)
    func count(_ column: Int) -> UnsafeMutablePointer<UInt32> {
      unsafe counts + (markOffset &* Tile.edge &+ column &* Tile.pixelCount)
    }

    /// Adds `here` to the change at pixel column `x` of the canvas and `next` to that at the column after it.
    ///
    /// `counted` is 0 if this continues another edge of the same strand that ends in this cell and marks it; else 1.
    /// Returns a word that is not 0 if the cell has two strands now.
    @inline(__always)
    func add(x: Int, here: Cell, next: Cell, counted: UInt32) -> UInt32 {
      let column = x &>> 5
      let cell = unsafe cells + (cellOffset &+ column &* (CellStrip.tileCells &- Tile.edge) &+ x)
      unsafe cell[0] &+= here
      unsafe cell[1] &+= next
      // It may be a piece that crosses the left border, or have such a horizontal side above it.
      if CellStrip.isCounting { unsafe count(column)[x &- column &* Tile.edge] &+= 2 }
      let mark = unsafe marks + (markOffset &+ column &* Tile.edge)
      let bit = counted &<< UInt32(truncatingIfNeeded: x)
      let once = unsafe mark.pointee.once
      let again = once & bit
      unsafe mark.pointee.once = once | bit
      unsafe mark.pointee.twice |= again
      return again
    }
  }

  /// Whether the tile was touched.
  @inline(__always)
  func isTouched(_ column: Int) -> Bool {
    unsafe column >= columns.lowerBound && column < columns.upperBound
      && states[column &- columns.lowerBound] & Self.touched != 0
  }

  /// The cells and marks of a touched tile, and the bits of the rows outside of which both are zero; the caller must
  /// reset them to zero.
  @inline(__always)
  func tile(
    _ column: Int
  ) -> (cells: UnsafeMutablePointer<Cell>, marks: UnsafeMutablePointer<StrandMarks>, changes: UInt32) {
    let place = column &- columns.lowerBound
    precondition(place >= 0 && place < columns.count, "a column of tiles that the outline does not reach")
    return unsafe (cells + place &* Self.tileCells, marks + place &* Tile.edge, changes[place])
  }

  /// The cells of a touched tile.
  @inline(__always)
  func tileCells(_ column: Int) -> UnsafeMutablePointer<Cell> {
    unsafe cells + (column &- columns.lowerBound) &* Self.tileCells
  }

  /// The counts of a touched tile.
  @inline(__always)
  func tileCounts(_ column: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe counts + (column &- columns.lowerBound) &* Tile.pixelCount
  }

  /// The marks of a touched tile.
  @inline(__always)
  func tileMarks(_ column: Int) -> UnsafeMutablePointer<StrandMarks> {
    unsafe marks + (column &- columns.lowerBound) &* Tile.edge
  }

  /// Resets all tiles; with `clearing` their cells, which may not have been taken, are set to zero here.
  mutating func reset(clearing: Bool) {
    guard lastTouched >= 0 else { return }
    if firstTouched == 0 { unsafe left.update(repeating: 0, count: Tile.edge) }
    for column in firstTouched...lastTouched where isTouched(column) {
      let place = column - columns.lowerBound
      unsafe states[place] = Self.prepared
      if clearing {
        unsafe (cells + place * Self.tileCells).update(repeating: 0, count: Self.tileCells)
        unsafe (marks + place * Tile.edge).update(repeating: StrandMarks(), count: Tile.edge)
      }
    }
    firstTouched = Int.max
    lastTouched = -1
  }
}
