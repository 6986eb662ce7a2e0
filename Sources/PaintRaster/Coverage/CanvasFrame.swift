/// The canvas in the coordinates of an outline.
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
  /// The range that x is clamped to before it becomes an integer, relative to the origin: two pixels beyond the canvas.
  let lowX: Double
  let highX: Double
  /// Whether the outline has vertices so far away that cuts need Doubles.
  let isFar: Bool
  /// Whether all vertices are on the canvas, at least a pixel from its edges.
  let isInside: Bool
  /// The corners of the bounding box of all vertices, relative to the origin.
  let lowest: Point
  let highest: Point

  init(_ outline: Outline, canvas: CanvasSize) {
    var low = SIMD2(Double.infinity, .infinity)
    var high = -low
    for p in outline.contours.points {
      let place = SIMD2(p.x, p.y)
      low.replace(with: place, where: place .< low)
      high.replace(with: place, where: place .> high)
    }
    if let extent = outline.extent {
      low = SIMD2(min(low.x, extent.low.x), min(low.y, extent.low.y))
      high = SIMD2(max(high.x, extent.high.x), max(high.y, extent.high.y))
    }
    isFar = !(max(max(high.x, -low.x), max(high.y, -low.y)) < Edge.farLimit)
    lowest = Point(x: low.x, y: low.y)
    highest = Point(x: high.x, y: high.y)
    offsetX = outline.origin.x
    offsetY = outline.origin.y
    isInside =
      low.x + offsetX >= 1 && low.y + offsetY >= 1 && high.x + offsetX <= Double(canvas.width - 1)
      && high.y + offsetY <= Double(canvas.height - 1)
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
    FixedPoint.rounded(isFar ? min(max(x, lowX), highX) : x) &+ (originX << FixedPoint.bits)
  }

  /// A vertex with its fixed-point position on the canvas.
  struct Vertex {
    let point: Point
    let x: Int
    let y: Int
  }

  @inline(__always)
  func vertex(_ p: Point) -> Vertex {
    // Far vertices are clamped to a pixel above or below the canvas.
    let y = isFar ? min(max(p.y, -offsetY - 1), Double(height) - offsetY + 1) : p.y
    return Vertex(point: p, x: fixedX(p.x), y: FixedPoint.rounded(y) &+ (originY << FixedPoint.bits))
  }

  /// The horizontal side from `a` to `b` (their y may differ by rounding), or nil if it crosses no border of a column
  /// on the canvas inside a pixel row.
  @inline(__always)
  func horizontalSide(_ a: Point, _ b: Point) -> HorizontalSide? {
    guard a.y > -offsetY, a.y < Double(height) - offsetY else { return nil }
    let y = FixedPoint.rounded(a.y) &+ (originY << FixedPoint.bits)
    let start = fixedX(a.x) >> FixedPoint.bits
    let end = fixedX(b.x) >> FixedPoint.bits
    // On a border of pixel rows it changes no winding number within a row.
    guard start != end, y & FixedPoint.fraction != 0, y > 0, y < height << FixedPoint.bits else { return nil }
    return HorizontalSide(y: y, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end))
  }
}
