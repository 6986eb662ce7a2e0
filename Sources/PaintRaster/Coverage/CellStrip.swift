/// The accumulators of one row of tiles: for each touched tile, how the coverage changes from pixel to pixel.
///
/// A cell holds, in fixed point, coverage minus that of the pixel to its left. Only touched tiles have cells; they are
/// found through a table over the columns of tiles. Owns its memory, which is clean (all zero) between rows.
struct CellStrip<Cell: FixedWidthInteger & SignedInteger>: ~Copyable {
  /// Cells from one pixel row to the next: the tile's own, one that belongs to the pixel behind the tile's last column
  /// and so is carried into the next tile, and three that keep rows aligned to vectors of four.
  static var stride: Int { Tile.edge + 4 }
  /// Cells of a tile.
  static var tileCells: Int { stride * Tile.edge }

  /// The columns of tiles that can be touched.
  let columns: Range<Int>
  /// For each of them the index of its cells, or -1.
  private let slots: UnsafeMutablePointer<Int32>
  /// The cells of all touched tiles.
  private var cells: UnsafeMutablePointer<Cell>
  /// For each touched tile a bit for each pixel row that was touched.
  private var touchedRows: UnsafeMutablePointer<UInt64>
  private var capacity: Int
  private var count = 0
  /// The first and last touched column of tiles.
  private(set) var firstTouched = Int.max
  private(set) var lastTouched = -1
  /// The tile that was touched last.
  private var current = -1
  private var currentCells: UnsafeMutablePointer<Cell>
  private var currentRows: UnsafeMutablePointer<UInt64>

  init(columns: Range<Int>) {
    self.columns = columns
    capacity = columns.isEmpty ? 0 : 8
    slots = .allocate(capacity: columns.count)
    slots.initialize(repeating: -1, count: columns.count)
    cells = .allocate(capacity: capacity * Self.tileCells)
    cells.initialize(repeating: 0, count: capacity * Self.tileCells)
    touchedRows = .allocate(capacity: capacity)
    touchedRows.initialize(repeating: 0, count: capacity)
    currentCells = cells
    currentRows = touchedRows
  }

  deinit {
    slots.deallocate()
    cells.deallocate()
    touchedRows.deallocate()
  }

  /// Adds `here` to the change at pixel column `x` of the canvas and `next` to that at the column behind it.
  ///
  /// `row` is the pixel row inside the tile row. `x` must lie in `columns`.
  @inline(__always)
  mutating func add(x: Int, row: Int, here: Cell, next: Cell) {
    let column = Int(bitPattern: UInt(bitPattern: x) / UInt(Tile.edge))
    if column != current { select(column) }
    let cell = currentCells + (row &* Self.stride &+ (x &- column &* Tile.edge))
    cell[0] &+= here
    cell[1] &+= next
    currentRows.pointee |= 1 << UInt64(truncatingIfNeeded: row)
  }

  /// Makes `column` the current tile, with clean cells if this is the first touch.
  @inline(never)
  private mutating func select(_ column: Int) {
    precondition(columns.contains(column), "a column of tiles that the outline does not reach")
    var slot = Int(slots[column - columns.lowerBound])
    if slot < 0 {
      if count == capacity { grow() }
      slot = count
      count += 1
      slots[column - columns.lowerBound] = Int32(truncatingIfNeeded: slot)
      firstTouched = Swift.min(firstTouched, column)
      lastTouched = Swift.max(lastTouched, column)
    }
    current = column
    currentCells = cells + slot * Self.tileCells
    currentRows = touchedRows + slot
  }

  private mutating func grow() {
    let larger = capacity * 2
    let newCells = UnsafeMutablePointer<Cell>.allocate(capacity: larger * Self.tileCells)
    newCells.moveInitialize(from: cells, count: capacity * Self.tileCells)
    (newCells + capacity * Self.tileCells).initialize(repeating: 0, count: (larger - capacity) * Self.tileCells)
    cells.deallocate()
    cells = newCells
    let newRows = UnsafeMutablePointer<UInt64>.allocate(capacity: larger)
    newRows.moveInitialize(from: touchedRows, count: capacity)
    (newRows + capacity).initialize(repeating: 0, count: larger - capacity)
    touchedRows.deallocate()
    touchedRows = newRows
    capacity = larger
  }

  /// The cells of the tile and its touched rows, or nil if it was not touched; whoever takes them leaves zeros behind.
  func touched(_ column: Int) -> (cells: UnsafeMutablePointer<Cell>, rows: UInt64)? {
    guard columns.contains(column) else { return nil }
    let slot = Int(slots[column - columns.lowerBound])
    return slot < 0 ? nil : (cells + slot * Self.tileCells, touchedRows[slot])
  }

  /// Forgets all tiles.
  ///
  /// `clearing`: their cells may not have been taken and are set to zero here.
  mutating func reset(clearing: Bool) {
    guard count > 0 else { return }
    if clearing { cells.update(repeating: 0, count: count * Self.tileCells) }
    touchedRows.update(repeating: 0, count: count)
    for column in firstTouched...lastTouched { slots[column - columns.lowerBound] = -1 }
    count = 0
    current = -1
    firstTouched = Int.max
    lastTouched = -1
  }
}
