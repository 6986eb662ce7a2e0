/// Signed-area accumulation: what an edge changes in the rows of one tile row.
extension CellStrip {
  /// Adds the exact area to the right of the edge, within the pixel rows `rows` of the canvas.
  @inline(__always)
  mutating func accumulate(_ edge: Edge, rows: Range<Int>, frame: CanvasFrame) {
    let one = FixedPoint.one
    let sign = Cell(truncatingIfNeeded: edge.sign)
    var row = max(edge.top >> FixedPoint.bits, rows.lowerBound)
    let end = min((edge.bottom &- 1) >> FixedPoint.bits &+ 1, rows.upperBound)
    guard row < end else { return }
    var y = max(edge.top, row << FixedPoint.bits)
    var x = edge.top >= row << FixedPoint.bits ? edge.topX : frame.crossing(edge, row: row)
    while row < end {
      let border = (row &+ 1) << FixedPoint.bits
      let nextY: Int
      let nextX: Int
      if edge.bottom <= border {
        nextY = edge.bottom
        nextX = edge.bottomX
      } else {
        nextY = border
        nextX = frame.crossing(edge, row: row &+ 1)
      }
      let column = x >> FixedPoint.bits
      if column == nextX >> FixedPoint.bits && column >= 0 && column < frame.width {
        let height = nextY &- y
        let right = (height &* ((x & FixedPoint.fraction) &+ (nextX & FixedPoint.fraction)) &+ one) >> 17
        add(
          x: column, row: row &- rows.lowerBound, here: sign &* Cell(truncatingIfNeeded: height &- right),
          next: sign &* Cell(truncatingIfNeeded: right))
      } else {
        cross(edge, row: row, tileTop: rows.lowerBound, x: x, y: y, nextX: nextX, nextY: nextY, frame: frame)
      }
      row &+= 1
      x = nextX
      y = nextY
    }
  }

  /// Adds the part of the edge within one pixel row where it crosses columns or leaves the canvas.
  ///
  /// What lies left of the canvas counts from its first column on; what lies right of it is dropped.
  @inline(never)
  private mutating func cross(
    _ edge: Edge, row: Int, tileTop: Int, x: Int, y: Int, nextX: Int, nextY: Int, frame: CanvasFrame
  ) {
    let one = FixedPoint.one
    let sign = Cell(truncatingIfNeeded: edge.sign)
    let local = row &- tileTop
    var y = y
    var column = x >> FixedPoint.bits
    var inside = x & FixedPoint.fraction
    let lastColumn = nextX >> FixedPoint.bits
    let lastInside = nextX & FixedPoint.fraction

    if x <= nextX {
      if column < 0 {
        let border = lastColumn < 0 ? nextY : min(max(frame.crossing(edge, column: 0, row: row), y), nextY)
        addCell(x: 0, row: local, height: border &- y, doubledX: 0, sign: sign)
        if lastColumn < 0 { return }
        y = border
        column = 0
        inside = 0
      }
      while column < lastColumn && column < frame.width {
        let border = min(max(frame.crossing(edge, column: column &+ 1, row: row), y), nextY)
        addCell(x: column, row: local, height: border &- y, doubledX: inside &+ one, sign: sign)
        y = border
        column &+= 1
        inside = 0
      }
      if column < frame.width {
        addCell(x: column, row: local, height: nextY &- y, doubledX: inside &+ lastInside, sign: sign)
      }
    } else {
      if column >= frame.width {
        if lastColumn >= frame.width { return }
        y = min(max(frame.crossing(edge, column: frame.width, row: row), y), nextY)
        column = frame.width &- 1
        inside = one
      }
      while column > lastColumn && column >= 0 {
        let border = min(max(frame.crossing(edge, column: column, row: row), y), nextY)
        addCell(x: column, row: local, height: border &- y, doubledX: inside, sign: sign)
        y = border
        column &-= 1
        inside = one
      }
      if column < 0 {
        addCell(x: 0, row: local, height: nextY &- y, doubledX: 0, sign: sign)
      } else {
        addCell(x: column, row: local, height: nextY &- y, doubledX: inside &+ lastInside, sign: sign)
      }
    }
  }

  /// Adds a piece `height` high whose ends' distances from the column's left border sum to `doubledX`.
  @inline(__always)
  private mutating func addCell(x: Int, row: Int, height: Int, doubledX: Int, sign: Cell) {
    if height == 0 { return }
    let right = (height &* doubledX &+ FixedPoint.one) >> 17
    add(
      x: x, row: row, here: sign &* Cell(truncatingIfNeeded: height &- right),
      next: sign &* Cell(truncatingIfNeeded: right))
  }

  /// Adds a whole pixel from the first one whose centre the edge does not lie behind, in each row whose centre line it
  /// crosses; the upper end counts, the lower does not, and an edge through a centre has that pixel on its right.
  mutating func accumulateCenters(_ edge: Edge, rows: Range<Int>, frame: CanvasFrame) {
    let first = max(edge.top >> FixedPoint.bits, rows.lowerBound)
    let end = min(max(edge.bottom &- 1, edge.top) >> FixedPoint.bits &+ 1, rows.upperBound)
    guard first < end else { return }
    let whole = Cell(truncatingIfNeeded: Int(edge.sign) &* FixedPoint.one)
    for row in first..<end {
      let center = Double(row) + 0.5 - frame.offsetY
      guard edge.y <= center, center < edge.lowerY else { continue }
      let x = min(max(edge.x + (center - edge.y) * edge.slope, frame.lowX), frame.highX)
      let column = max(Int((x - 0.5).rounded(.up)) &+ frame.originX, 0)
      if column < frame.width { add(x: column, row: row &- rows.lowerBound, here: whole, next: 0) }
    }
  }
}
