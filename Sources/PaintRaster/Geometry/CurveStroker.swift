/// Turns a path with curves into contours: the area that its normals sweep, half a width long on either side, with the
/// style's joins in corners and its caps at the ends.
///
/// Each side of the line is the curve parallel to the path, as chords that enclose its own area. Where the line reaches
/// beyond the centre of curvature, its inner side runs backwards; there the strip between two normals is not a
/// quadrilateral but two triangles that meet where the normals cross. Both are positively oriented, like every piece of
/// the contour, so the non-zero rule gives the union of the pieces.
struct CurveStroker: Sendable {
  let cap: LineCap
  let join: LineJoin
  let radius: Double

  /// Appends the contours of an open path, or those of a closed one, whose first vertex is not repeated.
  ///
  /// The middle of the line is `shift` pixels to the left of the path, at most half the width: to the left the normals
  /// are as much longer.
  func stroke(
    _ vertices: [CurveVertex], isClosed: Bool, shift: Double = 0, into builder: inout ContourBuilder
  ) {
    guard let first = vertices.first, let last = vertices.last, vertices.count > 1 else { return }
    let back = Array(vertices.reversed().map(\.reversed))
    builder.reserve(4 * vertices.count + 16)
    CurveStroker(cap: cap, join: join, radius: radius + shift)
      .appendSide(vertices, isClosed: isClosed, forward: true, &builder)
    if isClosed {
      builder.close()
    } else {
      appendCap(Self.left(of: last.point, last.arriving, by: shift), toward: last.arriving, &builder)
    }
    CurveStroker(cap: cap, join: join, radius: radius - shift)
      .appendSide(back, isClosed: isClosed, forward: false, &builder)
    if !isClosed {
      let backwards = Point(x: -first.leaving.x, y: -first.leaving.y)
      appendCap(Self.left(of: first.point, first.leaving, by: shift), toward: backwards, &builder)
    }
    builder.close()
  }

  /// The point so far to the left of another one, seen in a direction.
  static func left(of point: Point, _ direction: Point, by distance: Double) -> Point {
    Point(x: point.x + distance * direction.y, y: point.y - distance * direction.x)
  }

  /// The contour of the path itself.
  static func contour(_ vertices: [CurveVertex], isClosed: Bool) -> [Point] {
    let side = CurveSide(vertices, isClosed: isClosed, radius: 0)
    return vertices.indices.map { side.point($0, leaving: true) }
  }

  func appendCap(_ p: Point, toward direction: Point, _ builder: inout ContourBuilder) {
    PolylineStroker(cap: cap, join: join).appendEnd(
      at: disc(p, isSmooth: false), from: Point(x: direction.y, y: -direction.x),
      to: Point(x: -direction.y, y: direction.x), ux: direction.x, uy: direction.y, cosine: 0, sine: 1, &builder)
  }

  /// Appends the left side; for the reversed path (`forward` false) it is the original path's right side.
  private func appendSide(
    _ vertices: [CurveVertex], isClosed: Bool, forward: Bool, _ builder: inout ContourBuilder
  ) {
    let side = CurveSide(vertices, isClosed: isClosed, radius: radius)
    _ = appendStrips(
      0..<side.strips.count, of: side, isOpenStart: !isClosed, isLast: true, forward: forward, &builder)
    if !isClosed {
      let end = side.point(vertices.count - 1, leaving: false)
      builder.append(end.x, end.y)
    }
  }

  /// Appends the left side along some strips up to the last vertex, which is not included.
  ///
  /// Strips that run backwards one after the other are appended together. If the last of them is not in `strips`, and
  /// these are not the last ones of the path, the result is the first of them, and they are not appended.
  func appendStrips(
    _ strips: Range<Int>, of side: CurveSide, isOpenStart: Bool, isLast: Bool, forward: Bool,
    _ builder: inout ContourBuilder
  ) -> Int? {
    let vertices = side.vertices
    let count = isLast ? strips.upperBound : side.strips.count
    func append(_ p: Point) { builder.append(p.x, p.y) }
    var i = strips.lowerBound
    while i < strips.upperBound {
      // The strips from here on that run backwards.
      var end = i
      while end < count && side.isReversed(end) && (end == i || vertices[end].kind == .smooth) { end += 1 }
      if end > strips.upperBound { return i }
      if i == strips.lowerBound && isOpenStart {
        append(side.point(i, leaving: true))
      } else {
        appendVertex(i, side, forward: forward, &builder)
      }
      builder.settle()
      if end == i {
        i += 1
        continue
      }
      for k in i..<end { append(side.center(k)) }
      append(side.point(end < vertices.count ? end : 0, leaving: false))
      for k in (i + 1..<end).reversed() { append(side.point(k, leaving: true)) }
      append(side.point(i, leaving: true))
      for k in i..<end { append(side.center(k)) }
      i = end
    }
    return nil
  }

  /// Appends the part of the left side at a vertex between two strips.
  private func appendVertex(_ i: Int, _ side: CurveSide, forward: Bool, _ builder: inout ContourBuilder) {
    let vertex = side.vertices[i]
    if vertex.kind == .smooth {
      let p = side.point(i, leaving: true)
      builder.append(p.x, p.y)
      return
    }
    let before = side.strips[i > 0 ? i - 1 : side.strips.count - 1]
    let after = side.strips[i]
    if !before.isStraight {
      let p = side.point(i, leaving: false)
      builder.append(p.x, p.y)
    }
    let a = PolylineStroker.Segment(direction: vertex.arriving, edge: before.isStraight ? before.length : 0)
    let b = PolylineStroker.Segment(direction: vertex.leaving, edge: after.isStraight ? after.length : 0)
    let center = disc(vertex.point, isSmooth: vertex.kind != .corner)
    let stroker = PolylineStroker(cap: cap, join: join)
    if forward {
      stroker.appendCorner(at: center, a, b, forward: true, &builder)
    } else {
      stroker.appendCorner(at: center, a.reversed, b.reversed, forward: false, &builder)
    }
    if vertex.kind == .cusp { appendInnerWedge(vertex, &builder) }
    if !after.isStraight {
      let p = side.point(i, leaving: true)
      builder.append(p.x, p.y)
    }
  }

  /// Appends the wedge that the normal sweeps on the inner side of a cusp, if that is the left side.
  private func appendInnerWedge(_ vertex: CurveVertex, _ builder: inout ContourBuilder) {
    let (u, v) = (vertex.arriving, vertex.leaving)
    let cross = u.x * v.y - u.y * v.x
    let dot = u.x * v.x + u.y * v.y
    guard cross < 0 || (cross == 0 && dot < 0) else { return }
    let point = vertex.point
    builder.append(point.x + radius * v.y, point.y - radius * v.x)
    builder.append(point.x, point.y)
    builder.appendArc(
      aboutX: point.x, y: point.y, radius: radius, fromX: v.y, y: -v.x, toX: u.y, y: -u.x,
      halfCosine: (Swift.max(1 + dot, 0) / 2).squareRoot(), halfSine: (Swift.max(1 - dot, 0) / 2).squareRoot())
    builder.append(point.x, point.y)
    builder.append(point.x + radius * v.y, point.y - radius * v.x)
  }

  private func disc(_ p: Point, isSmooth: Bool) -> PolylineStroker.Disc {
    PolylineStroker.Disc(x: p.x, y: p.y, radius: radius, isSmooth: isSmooth)
  }
}

extension PolylineStroker.Segment {
  /// A segment of constant width with that unit direction.
  init(direction: Point, edge: Double) {
    ux = direction.x
    uy = direction.y
    cosine = 0
    sine = 1
    self.edge = edge
  }

  /// The same in the opposite direction.
  var reversed: PolylineStroker.Segment {
    PolylineStroker.Segment(direction: Point(x: -ux, y: -uy), edge: edge)
  }
}
