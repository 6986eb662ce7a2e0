// Unsafe: owns the memory of its lists of pieces, which is only touched where strands overlap.

/// The cells of a row of tiles that two or more strands of the outline pass, with the pieces of edges inside them.
///
/// There the clamped sum of areas can be wrong, and `OverlapArea` finds the true area. A strand is a y-monotone part of
/// a contour: all of it runs downwards, or all of it upwards. A cell with at most one has winding numbers n and n + 1
/// and a correct sum. Owns its memory.
@safe struct OverlapCells: ~Copyable, EdgeSink {
  /// The most pieces that are kept at once.
  static let maximumPieces = 1 << 18

  /// A bit for each pixel row of the row of tiles that has such cells.
  var rows: UInt32 = 0
  var columns = 0..<0
  /// For each pixel row of each tile the cells, and the number of the first one.
  var rowCells: UnsafeMutablePointer<(cells: UInt32, first: Int32)>
  private var rowCapacity = 0
  /// For each cell its last piece in `pieces`, or -1.
  var heads: UnsafeMutablePointer<Int32>
  private var headCapacity = 0
  var pieces: UnsafeMutablePointer<OverlapPiece>
  private var pieceCapacity = 0
  var pieceCount = 0
  /// Whether there are more pieces than were collected.
  private var isOverLimit = false
  private var pieceLimit = 0
  /// The first and last column of pixels that have such cells.
  private var lowest = Int.max
  private var highest = -1
  /// The columns of pixels whose pieces are collected.
  var collectedColumns = 0..<0
  var cellCount = 0
  /// For each cell the index of its next piece and the end of its space, if space was reserved: then the pieces of a
  /// cell are contiguous.
  var places: UnsafeMutablePointer<(next: Int32, end: Int32)>
  var placeCapacity = 0
  var isLaidOut = false
  /// For each cell its coverage 0…255, if it is found before the tiles are swept.
  var values: UnsafeMutablePointer<UInt8>
  var valueCapacity = 0
  var hasValues = false
  /// The state of the cut: the pixel row in the row of tiles, its upper border in fixed point, and the edge's sign.
  private var local = 0
  private var top = 0
  private var sign: Int32 = 0

  init() {
    unsafe rowCells = .allocate(capacity: 0)
    unsafe heads = .allocate(capacity: 0)
    unsafe pieces = .allocate(capacity: 0)
    unsafe values = .allocate(capacity: 0)
    unsafe places = .allocate(capacity: 0)
  }

  deinit {
    unsafe rowCells.deallocate()
    unsafe heads.deallocate()
    unsafe pieces.deallocate()
    unsafe values.deallocate()
    unsafe places.deallocate()
  }

  /// Finds the cells of the strip and the pieces in them; returns false if there are too many pieces to keep.
  @inline(never)
  mutating func collect<Cell>(
    from strip: borrowing CellStrip<Cell>, _ table: borrowing EdgeTable, tileRow: Int, height: Int, frame: CanvasFrame
  ) -> Bool {
    prepare(strip)
    hasValues = false
    isLaidOut = false
    pieceCount = 0
    unsafe gather(
      UnsafeBufferPointer(start: table.active, count: table.activeCount), table, tileRow: tileRow, height: height,
      frame,
      atMost: Self.maximumPieces)
    return !isOverLimit
  }

  /// Finds the cells of the strip.
  mutating func prepare<Cell>(_ strip: borrowing CellStrip<Cell>) {
    columns = strip.firstTouched..<strip.lastTouched + 1
    collectedColumns = columns.lowerBound * Tile.edge..<columns.upperBound * Tile.edge
    cellCount = findCells(in: strip)
    if cellCount > headCapacity {
      unsafe heads.deallocate()
      headCapacity = cellCount * 2
      unsafe heads = .allocate(capacity: headCapacity)
    }
  }

  /// Collects the pieces of those edges in the cells of `rows` and `collectedColumns`, at most `limit`.
  mutating func gather(
    _ indices: UnsafeBufferPointer<Int32>, _ table: borrowing EdgeTable, tileRow: Int, height: Int,
    _ frame: CanvasFrame,
    atMost limit: Int
  ) {
    unsafe heads.initialize(repeating: -1, count: cellCount)
    isOverLimit = false
    pieceLimit = limit
    let top = tileRow * Tile.edge
    // No `for unsafe`, which swift-format breaks.
    for place in 0..<indices.count {
      let edge = unsafe table.edges + Int(indices[place])
      guard unsafe mayReach(edge, tileTop: top) else { continue }
      unsafe gather(edge, rows: top..<top + height, frame)
      if isOverLimit { return }
    }
    var index = table.firstHorizontal(tileRow: tileRow)
    while index >= 0 {
      let side = table.horizontals[index]
      gather(side, tileTop: top)
      if isOverLimit { return }
      index = Int(side.next)
    }
  }

  /// Whether the edge's bounding box includes the row of such a cell and the column of one; few edges' boxes do.
  @inline(__always)
  private func mayReach(_ edge: UnsafePointer<Edge>, tileTop: Int) -> Bool {
    let first = unsafe max(edge.pointee.top >> FixedPoint.bits &- tileTop, 0)
    let last = unsafe min((edge.pointee.bottom &- 1) >> FixedPoint.bits &- tileTop, Tile.edge &- 1)
    guard first <= last, CellStrip<Int32>.bits(from: first, to: last &+ 1) & rows != 0 else { return false }
    // Crossings may be rounded a unit past an end.
    let (topX, bottomX) = unsafe (edge.pointee.topX, edge.pointee.bottomX)
    return (max(topX, bottomX) &+ 2) >> FixedPoint.bits >= lowest
      && (min(topX, bottomX) &- 2) >> FixedPoint.bits <= highest
  }

  private mutating func findCells<Cell>(in strip: borrowing CellStrip<Cell>) -> Int {
    let needed = columns.count * Tile.edge
    if needed > rowCapacity {
      unsafe rowCells.deallocate()
      rowCapacity = needed
      unsafe rowCells = .allocate(capacity: needed)
    }
    rows = 0
    lowest = Int.max
    highest = -1
    var count: Int32 = 0
    for column in columns {
      let place = unsafe rowCells + (column - columns.lowerBound) * Tile.edge
      var cells: UInt32 = 0
      if strip.isTouched(column) {
        let marks = unsafe strip.tileMarks(column)
        for row in 0..<Tile.edge { unsafe cells |= marks[row].twice }
      }
      if cells == 0 {
        unsafe place.initialize(repeating: (0, count), count: Tile.edge)
        continue
      }
      lowest = min(lowest, column * Tile.edge + cells.trailingZeroBitCount)
      highest = column * Tile.edge + Tile.edge - 1 - cells.leadingZeroBitCount
      let marks = unsafe strip.tileMarks(column)
      for row in 0..<Tile.edge {
        let twice = unsafe marks[row].twice
        unsafe (place + row).initialize(to: (twice, count))
        if twice != 0 {
          rows |= 1 << UInt32(truncatingIfNeeded: row)
          count &+= Int32(truncatingIfNeeded: twice.nonzeroBitCount)
        }
      }
    }
    return Int(count)
  }

  /// Whether the pixel of the row that is being cut is such a cell.
  @inline(__always)
  private func isCell(_ x: Int) -> Bool {
    guard x >= collectedColumns.lowerBound, x < collectedColumns.upperBound else { return false }
    let cells = unsafe rowCells[(x &>> 5 &- columns.lowerBound) &* Tile.edge &+ local].cells
    return cells &>> UInt32(truncatingIfNeeded: x) & 1 != 0
  }

  /// The number of such a cell.
  @inline(__always)
  private func number(x: Int, row: Int) -> Int {
    let (cells, first) = unsafe rowCells[(x &>> 5 &- columns.lowerBound) &* Tile.edge &+ row]
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: x)
    return Int(first) &+ (cells & (bit &- 1)).nonzeroBitCount
  }

  /// Whether one of the pixels from `first` to `last` of a row is such a cell.
  @inline(__always)
  private func hasCells(_ first: Int, _ last: Int, row: Int) -> Bool {
    let first = max(first, collectedColumns.lowerBound)
    let last = min(last, collectedColumns.upperBound &- 1)
    var column = first &>> 5
    let end = last &>> 5
    while column <= end {
      let start = column &* Tile.edge
      var cells = unsafe rowCells[(column &- columns.lowerBound) &* Tile.edge &+ row].cells
      if first > start { cells &= UInt32.max &<< UInt32(truncatingIfNeeded: first &- start) }
      if last < start &+ 31 { cells &= UInt32.max &>> UInt32(truncatingIfNeeded: start &+ 31 &- last) }
      if cells != 0 { return true }
      column &+= 1
    }
    return false
  }

  /// Collects the pieces of an edge.
  fileprivate mutating func gather(_ edge: UnsafePointer<Edge>, rows: Range<Int>, _ frame: CanvasFrame) {
    let top = unsafe edge.pointee.top
    let bottom = unsafe edge.pointee.bottom
    var row = max(top >> FixedPoint.bits, rows.lowerBound)
    let end = min((bottom &- 1) >> FixedPoint.bits &+ 1, rows.upperBound)
    sign = unsafe edge.pointee.sign
    while row < end {
      local = row &- rows.lowerBound
      let rest = self.rows &>> UInt32(truncatingIfNeeded: local)
      if rest & 1 == 0 {
        if rest == 0 { return }
        row &+= rest.trailingZeroBitCount
        continue
      }
      let start = row << FixedPoint.bits
      let border = start &+ FixedPoint.one
      let x = unsafe top >= start ? edge.pointee.topX : frame.crossing(edge, row: row)
      let nextX = unsafe bottom <= border ? edge.pointee.bottomX : frame.crossing(edge, row: row &+ 1)
      if hasCells(min(x, nextX) >> FixedPoint.bits, max(x, nextX) >> FixedPoint.bits, row: local) {
        self.top = start
        unsafe frame.cut(
          edge, row: row, x: x, y: max(top, start), nextX: nextX, nextY: min(bottom, border), into: &self)
      }
      row &+= 1
    }
  }

  /// Collects the changes of winding number that a horizontal side makes on the column borders it crosses.
  private mutating func gather(_ side: HorizontalSide, tileTop: Int) {
    local = (side.y >> FixedPoint.bits) &- tileTop
    guard local >= 0, local < Tile.edge, rows &>> UInt32(truncatingIfNeeded: local) & 1 != 0 else { return }
    top = (side.y >> FixedPoint.bits) << FixedPoint.bits
    sign = -1
    let rightwards = side.start < side.end
    let first = max(Int(min(side.start, side.end)) &+ 1, collectedColumns.lowerBound)
    let last = min(Int(max(side.start, side.end)), collectedColumns.upperBound &- 1)
    var x = first
    while x <= last {
      crossing(x: x, y: side.y, rightwards: rightwards)
      x &+= 1
    }
  }

  // MARK: EdgeSink

  @inline(__always)
  mutating func piece(x: Int, y: Int, left: Int, nextY: Int, nextLeft: Int, isFirst: Bool) {
    if y == nextY || !isCell(x) { return }
    add(x: x, y: y, left: left, nextY: nextY, nextLeft: nextLeft, sign: sign)
  }

  @inline(__always)
  mutating func leftOfCanvas(height: Int) {}

  /// Records the change of winding number along the left border, as if the contour ran along it from or to its lower
  /// end.
  @inline(__always)
  mutating func crossing(x: Int, y: Int, rightwards: Bool) {
    if y &- top >= FixedPoint.one || !isCell(x) { return }
    add(x: x, y: y, left: 0, nextY: top &+ FixedPoint.one, nextLeft: 0, sign: rightwards ? 0 &- sign : sign)
  }

  /// Keeps a piece in such a cell.
  @inline(never)
  private mutating func add(x: Int, y: Int, left: Int, nextY: Int, nextLeft: Int, sign: Int32) {
    let cell = number(x: x, row: local)
    var place = pieceCount
    if unsafe isLaidOut && places[cell].next < places[cell].end {
      place = unsafe Int(places[cell].next)
      unsafe places[cell].next &+= 1
    } else {
      if pieceCount == pieceLimit {
        isOverLimit = true
        return
      }
      if pieceCount == pieceCapacity { reserve(max(64, pieceCapacity * 2)) }
      pieceCount += 1
    }
    unsafe (pieces + place).initialize(
      to: OverlapPiece(
        x: Double(left), y: Double(y &- top), nextX: Double(nextLeft), nextY: Double(nextY &- top), sign: sign,
        next: heads[cell]))
    unsafe heads[cell] = Int32(truncatingIfNeeded: place)
  }

  /// Makes room for that many pieces and keeps the existing ones.
  @inline(never)
  mutating func reserve(_ count: Int) {
    guard count > pieceCapacity else { return }
    let new = UnsafeMutablePointer<OverlapPiece>.allocate(capacity: count)
    unsafe new.moveInitialize(from: pieces, count: pieceCount)
    unsafe pieces.deallocate()
    unsafe pieces = unsafe new
    pieceCapacity = count
  }
}
