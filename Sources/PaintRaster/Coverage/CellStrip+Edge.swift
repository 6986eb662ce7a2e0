/// Signed-area accumulation: what an edge changes in the rows of one tile row.
extension CellStrip {
  /// Adds the exact area to the right of the edge, within the pixel rows `rows` of the canvas.
  ///
  /// Returns a word that is not 0 if a cell has two strands now. In the assembly of the loop there should be no call but
  /// that of `cross`, no swift_retain, and no check that traps.
  @inline(__always)
  mutating func accumulate(_ edge: UnsafePointer<Edge>, rows: Range<Int>, frame: CanvasFrame) -> UInt32 {
    let one = FixedPoint.one
    let top = edge.pointee.top
    let bottom = edge.pointee.bottom
    var row = max(top >> FixedPoint.bits, rows.lowerBound)
    let end = min((bottom &- 1) >> FixedPoint.bits &+ 1, rows.upperBound)
    guard row < end else { return 0 }
    var y = row << FixedPoint.bits
    var x: Int
    // The strand goes on in its first cell if its upper end joins another edge's lower end there.
    var counted: UInt32 = 1
    if top >= y {
      y = top
      x = edge.pointee.topX
      counted = edge.pointee.isJoined ? 0 : 1
    } else {
      x = frame.crossing(edge, row: row)
    }
    let last = bottom <= end << FixedPoint.bits ? edge.pointee.bottomX : frame.crossing(edge, row: end)
    // Crossings may be rounded a unit past an end.
    let low = min(x, last) &- 2
    if low >> FixedPoint.bits >= frame.width { return 0 }
    touch(max(low, 0) >> (FixedPoint.bits + 5), max(max(x, last) &+ 2, 0) >> (FixedPoint.bits + 5))
    let sign = Cell(truncatingIfNeeded: edge.pointee.sign)
    var again: UInt32 = 0
    var cells = self.row(row &- rows.lowerBound)
    while true {
      var nextY = (row &+ 1) << FixedPoint.bits
      let isLast = bottom <= nextY
      let nextX: Int
      if isLast {
        nextY = bottom
        nextX = edge.pointee.bottomX
      } else {
        nextX = frame.crossing(edge, row: row &+ 1)
      }
      let column = x >> FixedPoint.bits
      if column == nextX >> FixedPoint.bits && UInt(bitPattern: column) < UInt(bitPattern: frame.width) {
        let height = nextY &- y
        let right = (height &* ((x & FixedPoint.fraction) &+ (nextX & FixedPoint.fraction)) &+ one) >> 17
        again |= cells.add(
          x: column, here: sign &* Cell(truncatingIfNeeded: height &- right),
          next: sign &* Cell(truncatingIfNeeded: right), counted: counted)
      } else {
        again |= cross(
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
  /// What lies left of the canvas counts from its first column on; what lies right of it is dropped.
  @inline(never)
  private func cross(
    _ edge: UnsafePointer<Edge>, row: Int, cells: Row, x: Int, y: Int, nextX: Int, nextY: Int, counted: UInt32,
    frame: borrowing CanvasFrame
  ) -> UInt32 {
    var sink = AreaSink(cells: cells, sign: Cell(truncatingIfNeeded: edge.pointee.sign), firstCounted: counted)
    frame.cut(edge, row: row, x: x, y: y, nextX: nextX, nextY: nextY, into: &sink)
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
      // A piece without height is marked all the same: a strand may go on in this cell.
      let height = nextY &- y
      let right = (height &* (left &+ nextLeft) &+ FixedPoint.one) >> 17
      again |= cells.add(
        x: x, here: sign &* Cell(truncatingIfNeeded: height &- right), next: sign &* Cell(truncatingIfNeeded: right),
        counted: isFirst ? firstCounted : 1)
    }

    @inline(__always)
    mutating func leftOfCanvas(height: Int) {
      // No strand of the first column: inside a larger canvas it would not pass that cell either.
      cells.left.pointee &+= sign &* Cell(truncatingIfNeeded: height)
    }

    @inline(__always)
    mutating func crossing(x: Int, y: Int, rightwards: Bool) {}
  }

  /// Adds a whole pixel from the first one whose centre the edge does not lie behind, in each row whose centre line it
  /// crosses; the upper end counts, the lower does not, and an edge through a centre has that pixel on its right.
  mutating func accumulateCenters(_ edge: UnsafePointer<Edge>, rows: Range<Int>, frame: CanvasFrame) {
    let edge = edge.pointee
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
        touch(column >> 5, column >> 5)
        _ = self.row(row &- rows.lowerBound).add(x: column, here: whole, next: 0, counted: 1)
      }
    }
  }
}
