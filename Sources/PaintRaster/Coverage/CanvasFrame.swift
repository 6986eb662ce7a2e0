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

  /// The fixed-point x where the edge crosses the upper border of a pixel row.
  @inline(__always)
  func crossing(_ edge: UnsafePointer<Edge>, row: Int) -> Int {
    if isFar { return farCrossing(edge, row: row) }
    return (edge.pointee.rowX &+ row &* edge.pointee.rowStep) >> Edge.extraBits
  }

  @inline(never)
  private func farCrossing(_ edge: UnsafePointer<Edge>, row: Int) -> Int {
    fixedX(edge.pointee.x + (Double(row) - offsetY - edge.pointee.y) * edge.pointee.slope)
  }

  /// The fixed-point y where a far edge crosses the left border of a pixel column, kept within pixel row `row`.
  @inline(never)
  func farCrossing(_ edge: UnsafePointer<Edge>, column: Int, row: Int) -> Int {
    let top = Double(row) - offsetY
    let y = edge.pointee.y + (Double(column) - offsetX - edge.pointee.x) * edge.pointee.inverseSlope
    return FixedPoint.rounded(min(max(y, top), top + 1)) &+ (originY << FixedPoint.bits)
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

  /// Writes the edge from `a` to `b` unless it cannot change the coverage of any pixel of the canvas; returns whether
  /// it did.
  @inline(__always)
  func write(
    _ a: Vertex, _ b: Vertex, antialiased: Bool, to edge: UnsafeMutablePointer<Edge>
  ) -> Bool {
    let down = a.point.y < b.point.y
    let end = height << FixedPoint.bits
    let top = down ? a.y : b.y
    let bottom = down ? b.y : a.y
    // Without anti-aliasing even a side without height in fixed point can cross a row's centre line, if it is on that
    // line.
    let isCenter = top & FixedPoint.fraction == FixedPoint.one / 2
    guard top < bottom || (!antialiased && a.point.y != b.point.y && isCenter) else { return false }
    guard bottom > 0, top < end, min(a.x, b.x) < width << FixedPoint.bits else { return false }
    let upper = down ? a.point : b.point
    let lower = down ? b.point : a.point
    let topX = down ? a.x : b.x
    let bottomX = down ? b.x : a.x
    edge.pointee.top = max(top, 0)
    edge.pointee.bottom = min(bottom, end)
    edge.pointee.sign = down ? -1 : 1
    edge.pointee.isJoined = false
    edge.pointee.tile = -1
    edge.pointee.topX = topX
    edge.pointee.bottomX = bottomX
    if !isFar {
      // Only without anti-aliasing; `writeNear` writes the others. The crossings are needed below.
      if (top &+ FixedPoint.fraction) & ~FixedPoint.fraction < bottom {
        setRows(
          edge, upper, low: min(upper.x, lower.x), dx: lower.x - upper.x, dy: lower.y - upper.y,
          row: (FixedPoint.rounded(upper.y) &+ FixedPoint.fraction) >> FixedPoint.bits)
      }
      if top < 0 { edge.pointee.topX = crossing(edge, row: 0) }
      if bottom > end { edge.pointee.bottomX = crossing(edge, row: height) }
    }
    let dx = lower.x - upper.x
    edge.pointee.x = upper.x
    edge.pointee.y = upper.y
    edge.pointee.slope = dx / (lower.y - upper.y)
    if antialiased {
      edge.pointee.inverseSlope = dx == 0 ? 0 : (lower.y - upper.y) / dx
    } else {
      edge.pointee.lowerY = lower.y
    }
    if isFar {
      if top < 0 { edge.pointee.topX = crossing(edge, row: 0) }
      if bottom > end { edge.pointee.bottomX = crossing(edge, row: height) }
    }
    return true
  }

  /// Writes the edge from `a` to `b`, whose fixed-point positions relative to the origin are given, of an outline that
  /// is not far; the edge must not be horizontal and must touch the canvas' rows.
  @inline(__always)
  func writeNear(
    _ a: Point, _ ax: Int, _ ay: Int, _ b: Point, _ bx: Int, _ by: Int, to edge: UnsafeMutablePointer<Edge>
  ) {
    writeUnbounded(a, ax, ay, b, bx, by, to: edge)
    edge.pointee.tile = -1
    let top = min(ay, by) &+ originY << FixedPoint.bits
    let bottom = max(ay, by) &+ originY << FixedPoint.bits
    let end = height << FixedPoint.bits
    edge.pointee.top = max(top, 0)
    edge.pointee.bottom = min(bottom, end)
    if top < 0 { edge.pointee.topX = crossing(edge, row: 0) }
    if bottom > end { edge.pointee.bottomX = crossing(edge, row: height) }
  }

  /// Writes all of the edge except its tile, whether or not the whole edge is on the canvas.
  @inline(__always)
  private func writeUnbounded(
    _ a: Point, _ ax: Int, _ ay: Int, _ b: Point, _ bx: Int, _ by: Int, to edge: UnsafeMutablePointer<Edge>
  ) {
    let down = ay < by
    let top = (down ? ay : by) &+ originY << FixedPoint.bits
    let bottom = (down ? by : ay) &+ originY << FixedPoint.bits
    edge.pointee.top = top
    edge.pointee.bottom = bottom
    edge.pointee.topX = (down ? ax : bx) &+ originX << FixedPoint.bits
    edge.pointee.bottomX = (down ? bx : ax) &+ originX << FixedPoint.bits
    edge.pointee.sign = down ? -1 : 1
    edge.pointee.isJoined = false
    // Both quotients are the same computed from either end.
    let dx = b.x - a.x
    let dy = b.y - a.y
    if top >> FixedPoint.bits != (bottom &- 1) >> FixedPoint.bits || top & FixedPoint.fraction == 0 {
      setRows(
        edge, down ? a : b, low: min(a.x, b.x), dx: dx, dy: dy,
        row: (min(ay, by) &+ FixedPoint.fraction) >> FixedPoint.bits)
    }
    edge.pointee.columnStep =
      ax >> FixedPoint.bits == bx >> FixedPoint.bits ? 1 << 61 : columnStep(dx: abs(dx), dy: abs(dy))
  }

  /// The same for an outline that is inside the canvas.
  @inline(__always)
  func writeInside(
    _ a: Point, _ ax: Int, _ ay: Int, _ b: Point, _ bx: Int, _ by: Int, to edge: UnsafeMutablePointer<Edge>
  ) {
    writeUnbounded(a, ax, ay, b, bx, by, to: edge)
    let top = min(ay, by) &+ originY << FixedPoint.bits
    let bottom = max(ay, by) &+ originY << FixedPoint.bits
    // Crossings may be rounded a unit past an end.
    let left = (min(ax, bx) &+ originX << FixedPoint.bits &- 2) >> Self.tileBits
    let right = (max(ax, bx) &+ originX << FixedPoint.bits &+ 2) >> Self.tileBits
    let isInTile = left == right && top >> Self.tileBits == (bottom &- 1) >> Self.tileBits
    edge.pointee.tile = isInTile ? Int32(truncatingIfNeeded: left) : -1
  }

  /// Fractional bits of fixed point and of a tile's pixels.
  private static let tileBits = FixedPoint.bits + 5

  /// Sets the values from which crossings of row borders are computed, from the first border at or below its upper end.
  @inline(__always)
  private func setRows(
    _ edge: UnsafeMutablePointer<Edge>, _ upper: Point, low: Double, dx: Double, dy: Double, row: Int
  ) {
    let slope = dx / dy
    let unit = Double(1 << (FixedPoint.bits + Edge.extraBits))
    let step = abs(slope) < Edge.maximumSlope ? Int(slope * unit) : 0
    let x = min(max(upper.x + (Double(row) - upper.y) * slope, low), low + abs(dx))
    edge.pointee.rowStep = step
    edge.pointee.rowX =
      Int(x * unit) &+ (originX << (FixedPoint.bits + Edge.extraBits)) &- (row &+ originY) &* step &+ Edge.half
  }

  @inline(__always)
  private func columnStep(dx: Double, dy: Double) -> Int {
    // More than 2^29 counts as vertical.
    Int(min(dy / max(dx, 1e-300), 536_870_912) * 4_294_967_296)
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
