/// A connected part of a path as segments that have a length, relative to the path's origin.
struct Subpath: Sendable {
  /// Where it begins.
  var start: Point
  /// Its pieces in their order; none if it never leaves its first point.
  var segments: [PathSegment] = []
  /// True if its end is joined to its beginning, which the last segment then reaches.
  var isClosed = false
  /// True if it is a move without further elements.
  var isLoneMove = true

  /// Where it ends.
  var end: Point { segments.last?.to ?? start }

  /// Adds the segment unless it is a point.
  mutating func append(_ segment: PathSegment) {
    isLoneMove = false
    if !segment.isPoint { segments.append(segment) }
  }

  /// Adds the arc to a point; one that ends where it begins is omitted (SVG 1.1, F.6.2).
  ///
  /// `reach` is the length of the normals on which dashes end, in pixels.
  mutating func append(_ arc: EllipticArc, to point: Point, reach: Double) {
    isLoneMove = false
    if point != end { arc.append(from: end, to: point, reach: reach, into: &segments) }
  }

  /// Makes an open line with dashes longer by that many pixels at both ends, except those with arrow heads, where the
  /// dashes are as if it were.
  mutating func extend(by overhang: Double, _ style: inout StrokeStyle) {
    guard overhang > 0, !isClosed, let first = segments.first, let last = segments.last else { return }
    if style.arrow == nil || style.arrow == .start, let direction = last.endTangent.unit {
      let to = Point(x: end.x + direction.x * overhang, y: end.y + direction.y * overhang)
      segments.append(PathSegment(from: end, to: to))
    }
    if style.arrow == .start || style.arrow == .both {
      style.dashOffset += overhang
    } else if let direction = first.startTangent.unit {
      let from = Point(x: start.x - direction.x * overhang, y: start.y - direction.y * overhang)
      segments.insert(PathSegment(from: from, to: start), at: 0)
      start = from
    }
  }

  /// Makes a closed line with dashes begin that far before its first point, if the side that leads there is straight: so a
  /// corner there is not the end of a dash.
  mutating func lead(by distance: Double) {
    guard isClosed, let last = segments.last, last.isStraight else { return }
    let way = last.to - last.from
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    guard length > distance else { return }
    let direction = Point(x: way.x / length, y: way.y / length)
    let point = Point(x: start.x - direction.x * distance, y: start.y - direction.y * distance)
    segments[segments.count - 1] = PathSegment(from: last.from, to: point)
    segments.insert(PathSegment(from: point, to: start), at: 0)
    start = point
  }

  /// Closes the subpath with a line back to its beginning.
  mutating func close() {
    append(PathSegment(from: end, to: start))
    isClosed = true
  }
}

extension Path {
  /// The subpaths that draw something, relative to a whole pixel near the first point; nil if a number is not finite.
  ///
  /// `reach` is the length of the normals on which dashes end, in pixels. `origin` is a whole pixel to use instead.
  func subpaths(reach: Double = 0, from origin: Point? = nil) -> (origin: Point, subpaths: [Subpath])? {
    var origin = origin
    var subpaths: [Subpath] = []
    var current: Subpath?
    func place(_ point: Point) -> Point? {
      guard let point = point.onGrid else { return nil }
      if origin == nil { origin = point.pathOrigin }
      return origin.map { point - $0 }
    }
    for element in elements {
      if case .move(let point) = element {
        guard let start = place(point) else { return nil }
        if let current, !current.isLoneMove { subpaths.append(current) }
        current = Subpath(start: start)
        continue
      }
      guard var subpath = current else { continue }
      // Copying the array of segments for each element would take quadratic time.
      current = nil
      // Closing a closed subpath adds nothing.
      if subpath.isClosed, element != .close {
        subpaths.append(subpath)
        subpath = Subpath(start: subpath.start)
      }
      let from = subpath.end
      switch element {
      case .move: break
      case .line(let point):
        guard let to = place(point) else { return nil }
        subpath.append(PathSegment(from: from, to: to))
      case .quadratic(let control, let point):
        guard let control = place(control), let to = place(point) else { return nil }
        subpath.append(PathSegment(from: from, control: control, to: to))
      case .cubic(let first, let second, let point):
        guard let first = place(first), let second = place(second), let to = place(point) else { return nil }
        subpath.append(PathSegment(from: from, control1: first, control2: second, to: to))
      case .arc(let arc, let point):
        guard let to = place(point), arc.radiusX.isFinite, arc.radiusY.isFinite, arc.rotation.isFinite else {
          return nil
        }
        subpath.append(arc, to: to, reach: reach)
      case .close: if !subpath.isClosed { subpath.close() }
      }
      current = subpath
    }
    if let current, !current.isLoneMove { subpaths.append(current) }
    return (origin ?? Point(x: 0, y: 0), subpaths)
  }
}
