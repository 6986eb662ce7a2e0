/// A side of an outline, top to bottom, ready to be cut by pixel rows and columns.
///
/// Every cut is computed from the whole side in coordinates relative to the outline's origin. So it is the same wherever
/// tiles and the canvas begin, and two opposite sides cancel to the bit.
struct Edge {
  /// The upper end, in pixels relative to the origin.
  var x: Double
  var y: Double
  /// The lower end's y.
  var lowerY: Double
  /// Pixels to the right per pixel down.
  var slope: Double
  /// Pixels down per pixel to the right; 0 for a vertical side, which crosses no column.
  var inverseSlope: Double
  /// The part on the canvas, in fixed point on the canvas: its first and last y, and x there.
  var top: Int
  var bottom: Int
  var topX: Int
  var bottomX: Int
  /// 1 for a side that runs upwards, -1 downwards: what lies to its right gains that.
  var sign: Int32
  /// The next edge that starts in the same row of tiles, or -1.
  var next: Int32
}

/// The canvas as an outline sees it.
struct CanvasFrame {
  /// The outline's origin on the canvas, in whole pixels.
  let originX: Int
  let originY: Int
  /// The same as Doubles.
  let offsetX: Double
  let offsetY: Double
  /// Columns up to the end of the last tile.
  let width: Int
  /// Rows of the canvas.
  let height: Int
  /// What x is clamped to before it becomes an integer, relative to the origin: two pixels more than the canvas.
  let lowX: Double
  let highX: Double

  init(_ outline: Outline, canvas: CanvasSize) {
    offsetX = outline.origin.x
    offsetY = outline.origin.y
    originX = Int(offsetX)  // at most 2^24 in size (Point.pathOrigin)
    originY = Int(offsetY)
    width = canvas.tileColumns * Tile.edge
    height = canvas.height
    lowX = -offsetX - 2
    highX = Double(width) - offsetX + 2
  }

  /// The fixed-point x on the canvas of a relative x.
  @inline(__always)
  func fixedX(_ x: Double) -> Int {
    FixedPoint.rounded(min(max(x, lowX), highX)) &+ (originX << FixedPoint.bits)
  }

  /// The fixed-point x where the edge crosses the upper border of a pixel row.
  @inline(__always)
  func crossing(_ edge: borrowing Edge, row: Int) -> Int {
    fixedX(edge.x + (Double(row) - offsetY - edge.y) * edge.slope)
  }

  /// The fixed-point y where the edge crosses the left border of a pixel column, kept within pixel row `row`.
  @inline(__always)
  func crossing(_ edge: borrowing Edge, column: Int, row: Int) -> Int {
    let top = Double(row) - offsetY
    let y = edge.y + (Double(column) - offsetX - edge.x) * edge.inverseSlope
    return FixedPoint.rounded(min(max(y, top), top + 1)) &+ (originY << FixedPoint.bits)
  }

  /// The edge from `a` to `b`, or nil if it cannot change the coverage of any pixel of the canvas.
  func edge(_ a: Point, _ b: Point, antialiased: Bool) -> Edge? {
    guard a.y != b.y else { return nil }
    let upper = a.y < b.y ? a : b
    let lower = a.y < b.y ? b : a
    let frameTop = -offsetY
    let frameBottom = Double(height) - offsetY
    guard lower.y > frameTop, upper.y < frameBottom, min(a.x, b.x) < highX - 2 else { return nil }
    let shift = originY << FixedPoint.bits
    let top = FixedPoint.rounded(max(upper.y, frameTop - 1)) &+ shift
    let bottom = FixedPoint.rounded(min(lower.y, frameBottom + 1)) &+ shift
    // Without anti-aliasing even a side without height in fixed point can cross a row's centre line.
    guard top < bottom || !antialiased else { return nil }
    let dx = lower.x - upper.x
    let dy = lower.y - upper.y
    var edge = Edge(
      x: upper.x, y: upper.y, lowerY: lower.y, slope: dx / dy, inverseSlope: dx == 0 ? 0 : dy / dx,
      top: max(top, 0), bottom: min(bottom, height << FixedPoint.bits), topX: 0, bottomX: 0, sign: a.y < b.y ? -1 : 1,
      next: -1)
    guard edge.top < edge.bottom || (edge.top == edge.bottom && !antialiased && edge.top < height << FixedPoint.bits)
    else { return nil }
    edge.topX = top < 0 ? crossing(edge, row: 0) : fixedX(upper.x)
    edge.bottomX = bottom > height << FixedPoint.bits ? crossing(edge, row: height) : fixedX(lower.x)
    return edge
  }
}
