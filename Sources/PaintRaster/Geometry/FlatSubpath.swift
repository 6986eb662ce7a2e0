/// A subpath prepared for outlines: vertices with the path's directions if it has curves, else a chain of discs.
struct FlatSubpath: Sendable {
  typealias Disc = PolylineStroker.Disc

  /// The vertices of a path with curves; the first one of a closed path is not repeated.
  ///
  /// Nil if all of it is straight, or if some of it is too far away to be drawn exactly.
  private(set) var curve: [CurveVertex]?
  /// The vertices of any other path; adjacent ones are never equal.
  ///
  /// A single one is a subpath without length.
  private(set) var discs: [Disc] = []
  /// True if the last is joined to the first.
  let isClosed: Bool
  /// The directions in which the path begins and ends, of any length.
  let startTangent: Point
  let endTangent: Point

  /// The sine of the smallest angle between two segments that counts as a corner.
  ///
  /// At half that angle a miter sticks out of a round join by less than 0.005 px, whatever the width.
  private static let cornerSine = 0.001

  /// Turns the subpath's curves into chords; `radius` is half the width of the line, 0 for a fill.
  ///
  /// `reach` is the length of the normals on which dashes may end, in pixels; 0 if there are none.
  init(_ subpath: Subpath, origin: Point, radius: Double, reach: Double = 0) {
    isClosed = subpath.isClosed
    let segments = subpath.segments
    startTangent = segments.first?.startTangent ?? Point(x: 0, y: 0)
    endTangent = segments.last?.endTangent ?? Point(x: 0, y: 0)
    let flattener = CurveFlattener(origin: origin, radius: radius, reach: reach)
    let still = Point(x: 0, y: 0)
    var vertices = [CurveVertex(point: subpath.start, arriving: still, leaving: still, kind: .corner)]
    vertices.reserveCapacity(segments.count + 1)
    for i in segments.indices {
      let before = i > 0 ? segments[i - 1] : isClosed ? segments.last : nil
      let after = i + 1 < segments.count ? segments[i + 1] : isClosed ? segments.first : nil
      let start = before.map { Self.kind($0, segments[i]) } ?? .corner
      let end = after.map { Self.kind(segments[i], $0) } ?? .corner
      let shared = vertices.count - 1
      flattener.append(segments[i], startsFixed: start != .smooth, endsFixed: end != .smooth, to: &vertices)
      if i > 0, let before { Self.join(&vertices[shared], start, before, segments[i]) }
    }
    if isClosed, let first = segments.first, let last = segments.last, let end = vertices.popLast() {
      vertices[0].arriving = end.arriving
      Self.join(&vertices[0], Self.kind(last, first), last, first)
    }
    if segments.contains(where: { !$0.isStraight })
      && vertices.allSatisfy({ FarClipping.contains(Disc(x: $0.point.x, y: $0.point.y, radius: radius)) })
    {
      curve = vertices
      return
    }
    discs = vertices.map {
      Disc(
        x: $0.point.x, y: $0.point.y, radius: radius, isSmooth: $0.kind == .smooth || $0.kind == .joint)
    }
    removeRepetitions()
  }

  /// The closed chain through the points, all of which are corners.
  init(polygon points: [Point], radius: Double) {
    isClosed = true
    startTangent = Point(x: 0, y: 0)
    endTangent = startTangent
    discs = points.map { Disc(x: $0.x, y: $0.y, radius: radius) }
    removeRepetitions()
  }

  /// The contour of the path itself.
  var contour: [Point] {
    if let curve { return CurveStroker.contour(curve, isClosed: isClosed) }
    return discs.map { Point(x: $0.x, y: $0.y) }
  }

  /// The kind of vertex in which two segments meet.
  static func kind(_ before: PathSegment, _ after: PathSegment) -> CurveVertex.Kind {
    if !areSmooth(before.endTangent, after.startTangent) { return .corner }
    return before.isStraight || after.isStraight ? .joint : .smooth
  }

  /// Sets the kind of the vertex in which two segments meet; without a corner it has one direction, that of a line if
  /// there is one.
  static func join(
    _ vertex: inout CurveVertex, _ kind: CurveVertex.Kind, _ before: PathSegment, _ after: PathSegment
  ) {
    vertex.kind = kind
    if kind == .corner || (before.isStraight && after.isStraight) { return }
    if after.isStraight { vertex.arriving = vertex.leaving } else { vertex.leaving = vertex.arriving }
  }

  /// True if a path that ends in direction `a` continues in direction `b` without a corner.
  static func areSmooth(_ a: Point, _ b: Point) -> Bool {
    let cross = a.x * b.y - a.y * b.x
    let dot = a.x * b.x + a.y * b.y
    return dot > 0 && abs(cross) <= cornerSine * dot
  }

  /// Leaves one of several equal discs, smooth if all of them are.
  private mutating func removeRepetitions() {
    var kept = 0
    for i in 1..<Swift.max(discs.count, 1) {
      if discs[i].x == discs[kept].x && discs[i].y == discs[kept].y {
        discs[kept].isSmooth = discs[kept].isSmooth && discs[i].isSmooth
      } else {
        kept += 1
        discs[kept] = discs[i]
      }
    }
    discs.removeLast(Swift.max(discs.count - kept - 1, 0))
    guard isClosed, let first = discs.first else { return }
    while discs.count > 1, let last = discs.last, last.x == first.x && last.y == first.y {
      discs[0].isSmooth = discs[0].isSmooth && last.isSmooth
      discs.removeLast()
    }
  }
}
