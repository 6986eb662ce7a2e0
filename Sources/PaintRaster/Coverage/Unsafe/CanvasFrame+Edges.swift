// Unsafe: edges are written and read in the memory of an `EdgeTable`; a copy of an edge for each use would cost a cache
// line.

extension CanvasFrame {
  /// The fixed-point x where the edge crosses the upper border of a pixel row.
  @inline(__always)
  func crossing(_ edge: UnsafePointer<Edge>, row: Int) -> Int {
    if isFar { return unsafe farCrossing(edge, row: row) }
    return unsafe (edge.pointee.rowX &+ row &* edge.pointee.rowStep) >> Edge.extraBits
  }

  @inline(never)
  private func farCrossing(_ edge: UnsafePointer<Edge>, row: Int) -> Int {
    unsafe fixedX(edge.pointee.x + (Double(row) - offsetY - edge.pointee.y) * edge.pointee.slope)
  }

  /// The fixed-point y where a far edge crosses the left border of a pixel column, kept within pixel row `row`.
  @inline(never)
  func farCrossing(_ edge: UnsafePointer<Edge>, column: Int, row: Int) -> Int {
    let top = Double(row) - offsetY
    let y = unsafe edge.pointee.y + (Double(column) - offsetX - edge.pointee.x) * edge.pointee.inverseSlope
    return FixedPoint.rounded(min(max(y, top), top + 1)) &+ (originY << FixedPoint.bits)
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
    unsafe edge.pointee.top = max(top, 0)
    unsafe edge.pointee.bottom = min(bottom, end)
    unsafe edge.pointee.sign = down ? -1 : 1
    unsafe edge.pointee.isJoined = false
    unsafe edge.pointee.tile = -1
    unsafe edge.pointee.topX = topX
    unsafe edge.pointee.bottomX = bottomX
    if !isFar {
      // Only without anti-aliasing; `writeNear` writes the others. The crossings are needed below.
      if (top &+ FixedPoint.fraction) & ~FixedPoint.fraction < bottom {
        unsafe setRows(
          edge, upper, low: min(upper.x, lower.x), dx: lower.x - upper.x, dy: lower.y - upper.y,
          row: (FixedPoint.rounded(upper.y) &+ FixedPoint.fraction) >> FixedPoint.bits)
      }
      if top < 0 { unsafe edge.pointee.topX = unsafe crossing(edge, row: 0) }
      if bottom > end { unsafe edge.pointee.bottomX = unsafe crossing(edge, row: height) }
    }
    let dx = lower.x - upper.x
    unsafe edge.pointee.x = upper.x
    unsafe edge.pointee.y = upper.y
    unsafe edge.pointee.slope = dx / (lower.y - upper.y)
    if antialiased {
      unsafe edge.pointee.inverseSlope = dx == 0 ? 0 : (lower.y - upper.y) / dx
    } else {
      unsafe edge.pointee.lowerY = lower.y
    }
    if isFar {
      if top < 0 { unsafe edge.pointee.topX = unsafe crossing(edge, row: 0) }
      if bottom > end { unsafe edge.pointee.bottomX = unsafe crossing(edge, row: height) }
    }
    return true
  }

  /// Writes the edge from `a` to `b`, whose fixed-point positions relative to the origin are given, of an outline that
  /// is not far; the edge must not be horizontal and must touch the canvas' rows.
  @inline(__always)
  func writeNear(
    _ a: Point, _ ax: Int, _ ay: Int, _ b: Point, _ bx: Int, _ by: Int, to edge: UnsafeMutablePointer<Edge>
  ) {
    unsafe writeUnbounded(a, ax, ay, b, bx, by, to: edge)
    unsafe edge.pointee.tile = -1
    let top = min(ay, by) &+ originY << FixedPoint.bits
    let bottom = max(ay, by) &+ originY << FixedPoint.bits
    let end = height << FixedPoint.bits
    unsafe edge.pointee.top = max(top, 0)
    unsafe edge.pointee.bottom = min(bottom, end)
    if top < 0 { unsafe edge.pointee.topX = unsafe crossing(edge, row: 0) }
    if bottom > end { unsafe edge.pointee.bottomX = unsafe crossing(edge, row: height) }
  }

  /// Writes all of the edge except its tile, whether or not the whole edge is on the canvas.
  @inline(__always)
  private func writeUnbounded(
    _ a: Point, _ ax: Int, _ ay: Int, _ b: Point, _ bx: Int, _ by: Int, to edge: UnsafeMutablePointer<Edge>
  ) {
    let down = ay < by
    let top = (down ? ay : by) &+ originY << FixedPoint.bits
    let bottom = (down ? by : ay) &+ originY << FixedPoint.bits
    unsafe edge.pointee.top = top
    unsafe edge.pointee.bottom = bottom
    unsafe edge.pointee.topX = (down ? ax : bx) &+ originX << FixedPoint.bits
    unsafe edge.pointee.bottomX = (down ? bx : ax) &+ originX << FixedPoint.bits
    unsafe edge.pointee.sign = down ? -1 : 1
    unsafe edge.pointee.isJoined = false
    // Both quotients are the same computed from either end.
    let dx = b.x - a.x
    let dy = b.y - a.y
    if top >> FixedPoint.bits != (bottom &- 1) >> FixedPoint.bits || top & FixedPoint.fraction == 0 {
      unsafe setRows(
        edge, down ? a : b, low: min(a.x, b.x), dx: dx, dy: dy,
        row: (min(ay, by) &+ FixedPoint.fraction) >> FixedPoint.bits)
    }
    unsafe edge.pointee.columnStep =
      ax >> FixedPoint.bits == bx >> FixedPoint.bits ? 1 << 61 : columnStep(dx: abs(dx), dy: abs(dy))
  }

  /// The same for an outline that is inside the canvas.
  @inline(__always)
  func writeInside(
    _ a: Point, _ ax: Int, _ ay: Int, _ b: Point, _ bx: Int, _ by: Int, to edge: UnsafeMutablePointer<Edge>
  ) {
    unsafe writeUnbounded(a, ax, ay, b, bx, by, to: edge)
    let top = min(ay, by) &+ originY << FixedPoint.bits
    let bottom = max(ay, by) &+ originY << FixedPoint.bits
    // Crossings may be rounded a unit past an end.
    let left = (min(ax, bx) &+ originX << FixedPoint.bits &- 2) >> Self.tileBits
    let right = (max(ax, bx) &+ originX << FixedPoint.bits &+ 2) >> Self.tileBits
    let isInTile = left == right && top >> Self.tileBits == (bottom &- 1) >> Self.tileBits
    unsafe edge.pointee.tile = isInTile ? Int32(truncatingIfNeeded: left) : -1
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
    unsafe edge.pointee.rowStep = step
    unsafe edge.pointee.rowX =
      Int(x * unit) &+ (originX << (FixedPoint.bits + Edge.extraBits)) &- (row &+ originY) &* step &+ Edge.half
  }

  @inline(__always)
  private func columnStep(dx: Double, dy: Double) -> Int {
    // More than 2^29 counts as vertical.
    Int(min(dy / max(dx, 1e-300), 536_870_912) * 4_294_967_296)
  }
}
