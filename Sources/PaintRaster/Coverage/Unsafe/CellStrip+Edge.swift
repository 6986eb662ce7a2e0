// Unsafe: writes the cells of a strip, which are its own memory, from edges of a table.

/// Signed-area accumulation: the changes that an edge makes in the pixel rows of one row of tiles.
extension CellStrip {
  /// Adds the exact area to the right of the edge, within the pixel rows `rows` of the canvas.
  ///
  /// Returns a word that is not 0 if a cell has two strands now. The assembly of the loops should contain no call
  /// except that of `cross`, no swift_retain, and no check that traps.
  @inline(__always)
  mutating func accumulate(_ edge: UnsafePointer<Edge>, rows: Range<Int>, frame: CanvasFrame) -> UInt32 {
    let top = unsafe edge.pointee.top
    let bottom = unsafe edge.pointee.bottom
    var column = unsafe Int(edge.pointee.tile)
    if column >= 0 {
      let row = top >> FixedPoint.bits
      let end = (bottom &- 1) >> FixedPoint.bits &+ 1
      touch(column, rows: Self.bits(from: row &- rows.lowerBound, to: end &- rows.lowerBound))
      let part = unsafe EdgePart(
        row: row &- rows.lowerBound, rowCount: end &- row, y: top & FixedPoint.fraction, x: edge.pointee.topX,
        lastY: (bottom &- 1) & FixedPoint.fraction &+ 1, lastX: edge.pointee.bottomX,
        crossing: edge.pointee.rowX &+ (row &+ 1) &* edge.pointee.rowStep, isJoined: edge.pointee.isJoined)
      return unsafe accumulate(edge, inTile: column, part)
    }
    let row = max(top >> FixedPoint.bits, rows.lowerBound)
    let end = min((bottom &- 1) >> FixedPoint.bits &+ 1, rows.upperBound)
    guard row < end else { return 0 }
    // The strand continues in its first cell if its upper end joins another edge's lower end there.
    let isCut = top < row << FixedPoint.bits
    let x = unsafe isCut ? frame.crossing(edge, row: row) : edge.pointee.topX
    let y = isCut ? row << FixedPoint.bits : top
    let isJoined = unsafe !isCut && edge.pointee.isJoined
    let isWhole = bottom <= end << FixedPoint.bits
    let last = unsafe isWhole ? edge.pointee.bottomX : frame.crossing(edge, row: end)
    // Crossings may be rounded a unit past an end.
    column = (min(x, last) &- 2) >> (FixedPoint.bits + 5)
    let right = (max(x, last) &+ 2) >> (FixedPoint.bits + 5)
    if column >= frame.width >> 5 { return 0 }
    let changed = Self.bits(from: row &- rows.lowerBound, to: end &- rows.lowerBound)
    touch(max(column, 0), max(right, 0), rows: changed)
    if column != right || column < 0 || frame.isFar {
      return unsafe accumulate(
        edge, from: row, y: y, x: x, to: end, isJoined: isJoined, top: rows.lowerBound, frame: frame)
    }
    let part = unsafe EdgePart(
      row: row &- rows.lowerBound, rowCount: end &- row, y: y & FixedPoint.fraction, x: x,
      lastY: isWhole ? (bottom &- 1) & FixedPoint.fraction &+ 1 : FixedPoint.one, lastX: last,
      crossing: edge.pointee.rowX &+ (row &+ 1) &* edge.pointee.rowStep, isJoined: isJoined)
    return unsafe accumulate(edge, inTile: column, part)
  }

  /// The part of a near edge within one tile.
  private struct EdgePart {
    /// The first pixel row, from the tile's upper border.
    let row: Int
    let rowCount: Int
    /// The upper end: y from its row's upper border, and x on the canvas.
    let y: Int
    let x: Int
    /// The lower end, likewise.
    let lastY: Int
    let lastX: Int
    /// Where it crosses the lower border of its first row, in units of 2^-40 pixel.
    let crossing: Int
    /// Whether the strand continues in the first cell.
    let isJoined: Bool
  }

  /// Adds such a part; the result is the same to the bit as that of the plain version below.
  @inline(__always)
  private func accumulate(_ edge: UnsafePointer<Edge>, inTile column: Int, _ part: EdgePart) -> UInt32 {
    var cell = unsafe tileCells(column) + part.row &* Self.stride
    var mark = unsafe tileMarks(column) + part.row
    var count = unsafe tileCounts(column) + part.row &* Tile.edge
    // From here on x counts from the tile's left border.
    let border = column << (FixedPoint.bits + 5)
    let step = unsafe edge.pointee.rowStep
    let columnStep = unsafe edge.pointee.columnStep
    let sign = unsafe Cell(truncatingIfNeeded: edge.pointee.sign)
    var crossing = part.crossing &- border << Edge.extraBits
    var x = part.x &- border
    var y = part.y
    var rowsLeft = part.rowCount
    var again: UInt32 = 0
    var counted = part.isJoined ? ~(1 &<< UInt32(truncatingIfNeeded: x >> FixedPoint.bits)) : UInt32.max
    while true {
      rowsLeft &-= 1
      let isLast = rowsLeft == 0
      let nextY = isLast ? part.lastY : FixedPoint.one
      let nextX = isLast ? part.lastX &- border : crossing >> Edge.extraBits
      let bits = unsafe Self.add(
        cell, count, x: x, y: y, nextX: nextX, nextY: nextY, columnStep: columnStep, sign: sign)
      unsafe again |= Self.note(bits & counted, mark)
      if isLast { return again }
      counted = .max
      x = nextX
      y = 0
      crossing &+= step
      unsafe cell += Self.stride
      unsafe mark += 1
      unsafe count += Tile.edge
    }
  }

  /// Adds the part of a near edge within one pixel row of a tile to the row's cells; x counts from the tile's left
  /// border, y from any origin.
  ///
  /// Returns the bits of the cells that it passes.
  @inline(__always)
  private static func add(
    _ cells: UnsafeMutablePointer<Cell>, _ counts: UnsafeMutablePointer<UInt32>, x: Int, y: Int, nextX: Int, nextY: Int,
    columnStep: Int, sign: Cell
  ) -> UInt32 {
    let one = FixedPoint.one
    let fraction = FixedPoint.fraction
    @inline(__always)
    func add(_ place: Int, _ height: Int, _ inside: Int, _ nextInside: Int) {
      let right = (height &* (inside &+ nextInside) &+ one) >> 17
      unsafe cells[place] &+= sign &* Cell(truncatingIfNeeded: height &- right)
      unsafe cells[place &+ 1] &+= sign &* Cell(truncatingIfNeeded: right)
    }
    let first = x >> FixedPoint.bits
    let last = nextX >> FixedPoint.bits
    if first == last {
      add(first, nextY &- y, x & fraction, nextX & fraction)
      if isCounting { unsafe counts[first] &+= 1 }
      return 1 &<< UInt32(truncatingIfNeeded: first)
    }
    // Heights at the borders of columns, from (x, y) on; a product that wraps is caught by the bounds.
    let rightwards = first < last
    let direction = rightwards ? 1 : -1
    let far = rightwards ? one : 0
    var above = y
    var place = first
    var inside = x & fraction
    var offset = (rightwards ? one &- inside : inside) &* columnStep &+ 0x8000_0000
    let onward = columnStep << FixedPoint.bits
    repeat {
      let border = min(max(y &+ offset >> 32, above), nextY)
      add(place, border &- above, inside, far)
      above = border
      inside = one &- far
      offset &+= onward
      place &+= direction
    } while place != last
    add(last, nextY &- above, inside, nextX & fraction)
    let low = UInt32(truncatingIfNeeded: rightwards ? first : last)
    let high = UInt32(truncatingIfNeeded: rightwards ? last : first)
    if isCounting {
      unsafe counts[Int(low)] &+= 1
      var place = Int(low)
      while place != Int(high) {
        place &+= 1
        unsafe counts[place] &+= 2
      }
    }
    return (2 &<< high) &- (1 &<< low)
  }

  /// Marks cells of a row; returns those that have two strands now.
  @inline(__always)
  private static func note(_ bits: UInt32, _ mark: UnsafeMutablePointer<StrandMarks>) -> UInt32 {
    let once = unsafe mark.pointee.once
    let twice = once & bits
    unsafe mark.pointee.once = once | bits
    if twice != 0 { unsafe mark.pointee.twice |= twice }
    return twice
  }

  /// The plain version, for edges of any length: from fixed-point (x, y) in pixel row `row` of the canvas to row `end`.
  @inline(never)
  private func accumulate(
    _ edge: UnsafePointer<Edge>, from row: Int, y: Int, x: Int, to end: Int, isJoined: Bool, top: Int,
    frame: CanvasFrame
  ) -> UInt32 {
    let bottom = unsafe edge.pointee.bottom
    var row = row
    var y = y
    var x = x
    var counted: UInt32 = isJoined ? 0 : 1
    let sign = unsafe Cell(truncatingIfNeeded: edge.pointee.sign)
    var again: UInt32 = 0
    var cells = self.row(row &- top)
    while true {
      var nextY = (row &+ 1) << FixedPoint.bits
      let isLast = bottom <= nextY
      let nextX: Int
      if isLast {
        nextY = bottom
        nextX = unsafe edge.pointee.bottomX
      } else {
        nextX = unsafe frame.crossing(edge, row: row &+ 1)
      }
      let column = x >> (FixedPoint.bits + 5)
      if column == nextX >> (FixedPoint.bits + 5) && !frame.isFar
        && UInt(bitPattern: column) < UInt(bitPattern: frame.width) >> 5
      {
        let border = column << (FixedPoint.bits + 5)
        let bits = unsafe Self.add(
          cells.tile(column), cells.count(column), x: x &- border, y: y, nextX: nextX &- border, nextY: nextY,
          columnStep: edge.pointee.columnStep, sign: sign)
        let notCounted = (1 &- counted) &<< UInt32(truncatingIfNeeded: x >> FixedPoint.bits)
        unsafe again |= Self.note(bits & ~notCounted, cells.mark(column))
      } else {
        unsafe again |= cross(
          edge, row: row, cells: cells, x: x, y: y, nextX: nextX, nextY: nextY, counted: counted, frame: frame)
      }
      row &+= 1
      if row == end { break }
      cells.moveDown()
      x = nextX
      y = nextY
      counted = 1
    }
    return again
  }

  /// Adds the part of the edge within one pixel row where it crosses columns or leaves the canvas.
  ///
  /// Parts left of the canvas count from its first column on; parts right of it are dropped.
  @inline(never)
  private func cross(
    _ edge: UnsafePointer<Edge>, row: Int, cells: Row, x: Int, y: Int, nextX: Int, nextY: Int, counted: UInt32,
    frame: CanvasFrame
  ) -> UInt32 {
    var sink = unsafe AreaSink(cells: cells, sign: Cell(truncatingIfNeeded: edge.pointee.sign), firstCounted: counted)
    unsafe frame.cut(edge, row: row, x: x, y: y, nextX: nextX, nextY: nextY, into: &sink)
    return sink.again
  }

  /// Adds the areas of pieces to one row of cells.
  private struct AreaSink: EdgeSink {
    let cells: Row
    let sign: Cell
    let firstCounted: UInt32
    var again: UInt32 = 0

    @inline(__always)
    mutating func piece(x: Int, y: Int, left: Int, nextY: Int, nextLeft: Int, isFirst: Bool) {
      // A piece without height is marked too: a strand may continue in this cell.
      let height = nextY &- y
      let right = (height &* (left &+ nextLeft) &+ FixedPoint.one) >> 17
      again |= cells.add(
        x: x, here: sign &* Cell(truncatingIfNeeded: height &- right), next: sign &* Cell(truncatingIfNeeded: right),
        counted: isFirst ? firstCounted : 1)
    }

    @inline(__always)
    mutating func leftOfCanvas(height: Int) {
      // Not a strand of the first column: on a larger canvas it would not pass that cell either.
      unsafe cells.left.pointee &+= sign &* Cell(truncatingIfNeeded: height)
    }

    @inline(__always)
    mutating func crossing(x: Int, y: Int, rightwards: Bool) {}
  }

  /// Adds whole coverage from the first pixel whose centre is not left of the edge, in each row whose centre line the
  /// edge crosses; the upper end counts, the lower does not, and an edge through a centre has that pixel on its right.
  mutating func accumulateCenters(_ edge: UnsafePointer<Edge>, rows: Range<Int>, frame: CanvasFrame) {
    let edge = unsafe edge.pointee
    let first = max(edge.top >> FixedPoint.bits, rows.lowerBound)
    let end = min(max(edge.bottom &- 1, edge.top) >> FixedPoint.bits &+ 1, rows.upperBound)
    guard first < end else { return }
    let whole = Cell(truncatingIfNeeded: Int(edge.sign) &* FixedPoint.one)
    for row in first..<end {
      let center = Double(row) + 0.5 - frame.offsetY
      guard edge.y <= center, center < edge.lowerY else { continue }
      let x = min(max(edge.x + (center - edge.y) * edge.slope, frame.lowX), frame.highX)
      let column = max(Int((x - 0.5).rounded(.up)) &+ frame.originX, 0)
      if column < frame.width {
        touch(column >> 5, column >> 5, rows: 1 &<< UInt32(truncatingIfNeeded: row &- rows.lowerBound))
        _ = self.row(row &- rows.lowerBound).add(x: column, here: whole, next: 0, counted: 1)
      }
    }
  }
}
