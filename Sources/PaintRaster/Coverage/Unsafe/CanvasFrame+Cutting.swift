// Unsafe: edges are read in the memory of an `EdgeTable`.

extension CanvasFrame {
  /// Cuts the part of the edge from (x, y) to (nextX, nextY) within pixel row `row` at the borders of columns.
  @inline(__always)
  func cut<Sink: EdgeSink & ~Copyable>(
    _ edge: UnsafePointer<Edge>, row: Int, x: Int, y: Int, nextX: Int, nextY: Int, into sink: inout Sink
  ) {
    let one = FixedPoint.one
    let start = x >> FixedPoint.bits
    // y at the left border of a column, from (x, y) on; a product that wraps is caught by the bounds.
    let fromX = x
    let fromY = y
    let step = unsafe edge.pointee.columnStep
    @inline(__always)
    func height(_ column: Int, _ y: Int) -> Int {
      if isFar { return unsafe min(max(farCrossing(edge, column: column, row: row), y), nextY) }
      let distance = abs((column << FixedPoint.bits) &- fromX)
      return min(max(fromY &+ (distance &* step &+ 0x8000_0000) >> 32, y), nextY)
    }
    var y = y
    var column = start
    var inside = x & FixedPoint.fraction
    let lastColumn = nextX >> FixedPoint.bits
    let lastInside = nextX & FixedPoint.fraction
    if x <= nextX {
      if column < 0 {
        let border = lastColumn < 0 ? nextY : height(0, y)
        sink.leftOfCanvas(height: border &- y)
        if lastColumn < 0 { return }
        y = border
        column = 0
        inside = 0
        sink.crossing(x: 0, y: y, rightwards: true)
      }
      while column < lastColumn && column < width {
        let border = height(column &+ 1, y)
        sink.piece(x: column, y: y, left: inside, nextY: border, nextLeft: one, isFirst: column == start)
        y = border
        column &+= 1
        inside = 0
        sink.crossing(x: column, y: y, rightwards: true)
      }
      if column < width {
        sink.piece(x: column, y: y, left: inside, nextY: nextY, nextLeft: lastInside, isFirst: column == start)
      }
    } else {
      if column >= width {
        if lastColumn >= width { return }
        y = height(width, y)
        column = width &- 1
        inside = one
      }
      while column > lastColumn && column >= 0 {
        let border = height(column, y)
        sink.piece(x: column, y: y, left: inside, nextY: border, nextLeft: 0, isFirst: column == start)
        sink.crossing(x: column, y: border, rightwards: false)
        y = border
        column &-= 1
        inside = one
      }
      if column < 0 {
        sink.leftOfCanvas(height: nextY &- y)
      } else {
        sink.piece(x: column, y: y, left: inside, nextY: nextY, nextLeft: lastInside, isFirst: column == start)
      }
    }
  }
}
