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
  /// Whether the upper end, inside a pixel row, is the lower end of another edge that runs the same way: one strand.
  var isJoined = false
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
  func crossing(_ edge: UnsafePointer<Edge>, row: Int) -> Int {
    fixedX(edge.pointee.x + (Double(row) - offsetY - edge.pointee.y) * edge.pointee.slope)
  }

  /// The fixed-point y where the edge crosses the left border of a pixel column, kept within pixel row `row`.
  @inline(__always)
  func crossing(_ edge: UnsafePointer<Edge>, column: Int, row: Int) -> Int {
    let top = Double(row) - offsetY
    let y = edge.pointee.y + (Double(column) - offsetX - edge.pointee.x) * edge.pointee.inverseSlope
    return FixedPoint.rounded(min(max(y, top), top + 1)) &+ (originY << FixedPoint.bits)
  }

  /// Writes the edge from `a` to `b` unless it cannot change the coverage of any pixel of the canvas; says whether.
  @inline(__always)
  func write(_ a: Point, _ b: Point, antialiased: Bool, to edge: UnsafeMutablePointer<Edge>) -> Bool {
    guard a.y != b.y else { return false }
    let down = a.y < b.y
    let upper = down ? a : b
    let lower = down ? b : a
    let frameTop = -offsetY
    let frameBottom = Double(height) - offsetY
    guard lower.y > frameTop, upper.y < frameBottom, min(a.x, b.x) < highX - 2 else { return false }
    let shift = originY << FixedPoint.bits
    let end = height << FixedPoint.bits
    let top = FixedPoint.rounded(max(upper.y, frameTop - 1)) &+ shift
    let bottom = FixedPoint.rounded(min(lower.y, frameBottom + 1)) &+ shift
    // Without anti-aliasing even a side without height in fixed point can cross a row's centre line.
    guard top < bottom || !antialiased else { return false }
    let dx = lower.x - upper.x
    let dy = lower.y - upper.y
    let clippedTop = max(top, 0)
    let clippedBottom = min(bottom, end)
    guard clippedTop < clippedBottom || (clippedTop == clippedBottom && !antialiased && clippedTop < end)
    else { return false }
    edge.initialize(
      to: Edge(
        x: upper.x, y: upper.y, lowerY: lower.y, slope: dx / dy, inverseSlope: dx == 0 ? 0 : dy / dx,
        top: clippedTop, bottom: clippedBottom, topX: 0, bottomX: 0, sign: down ? -1 : 1, next: -1))
    edge.pointee.topX = top < 0 ? crossing(edge, row: 0) : fixedX(upper.x)
    edge.pointee.bottomX = bottom > end ? crossing(edge, row: height) : fixedX(lower.x)
    return true
  }

  /// The level side from `a` to `b` (their y may differ by rounding), or nil if it crosses no border of a column on the
  /// canvas inside a pixel row.
  @inline(__always)
  func level(_ a: Point, _ b: Point) -> LevelSide? {
    guard a.y > -offsetY, a.y < Double(height) - offsetY else { return nil }
    let y = FixedPoint.rounded(a.y) &+ (originY << FixedPoint.bits)
    let start = fixedX(a.x) >> FixedPoint.bits
    let end = fixedX(b.x) >> FixedPoint.bits
    // On a border of pixel rows it changes no winding number within a row.
    guard start != end, y & FixedPoint.fraction != 0, y > 0, y < height << FixedPoint.bits else { return nil }
    return LevelSide(y: y, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end))
  }
}

/// A level side of an outline, which has no area but changes the winding number on the borders of columns it crosses.
struct LevelSide {
  /// Fixed-point y on the canvas.
  var y: Int
  /// The columns of its ends, in the direction of the outline.
  var start: Int32
  var end: Int32
  /// The next level side in the same row of tiles, or -1.
  var next: Int32 = -1
}
