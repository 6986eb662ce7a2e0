extension Shape {
  /// The box of what is drawn, in pixels; nil if nothing is, or a number is not finite.
  ///
  /// For a fill this is the box of its lines and curves, without the control points. A line also has its width, ends,
  /// corners and arrow heads. Dashes do not change the box: it is that of the solid line, as in SVG.
  ///
  /// - Parameter style: the line's style; nil if there is no line.
  /// - Complexity: O(points), and O(vertices of the outline) for a line with pointed corners, flat or square ends, or
  ///   arrow heads.
  public func drawnBounds(lineStyle style: StrokeStyle?) -> (low: Point, high: Point)? {
    guard var box = geometryBox else { return nil }
    guard var style, let radius = style.radius else { return box.corners }
    switch self {
    case .pencil(let points) where style.arrow == nil:
      for point in points where point.pressure > 0 {
        box.add(point.point, reach: radius * Swift.min(point.pressure, 1))
      }
      return box.corners
    case .rect, .ellipse, .roundedRect:
      box.expand(by: style.align.outset(2 * radius))
      return box.corners
    case .pencil, .line, .polygon, .path:
      if style.arrow == nil, style.cap == .round, style.join == .round {
        box.expand(by: radius)
        return box.corners
      }
    }
    style.dash = []
    let outline = Outline(strokeOf: self, style: style)
    for vertex in outline.contours.points { box.add(vertex + outline.origin, reach: 0) }
    return box.corners
  }

  /// The box of the lines and curves, without a width.
  private var geometryBox: PointBox? {
    guard case .path(let path) = self else {
      guard let (low, high) = bounds, [low.x, low.y, high.x, high.y].allSatisfy(\.isFinite) else { return nil }
      var box = PointBox()
      box.add(low, reach: 0)
      box.add(high, reach: 0)
      return box
    }
    // Arcs are cubics there, at most 0.0005 px away.
    guard let (origin, subpaths) = path.subpaths(), !subpaths.isEmpty else { return nil }
    var box = PointBox()
    for subpath in subpaths {
      box.add(subpath.start + origin, reach: 0)
      for segment in subpath.segments {
        box.add(segment.to + origin, reach: 0)
        if segment.isStraight { continue }
        for point in segment.turningPoints { box.add(point + origin, reach: 0) }
      }
    }
    return box
  }
}

/// The smallest box that contains some points.
private struct PointBox {
  private var low = Point(x: .infinity, y: .infinity)
  private var high = Point(x: -.infinity, y: -.infinity)

  var corners: (low: Point, high: Point) { (low, high) }

  /// Extends the box by a point and its surroundings.
  mutating func add(_ point: Point, reach: Double) {
    low = Point(x: min(low.x, point.x - reach), y: min(low.y, point.y - reach))
    high = Point(x: max(high.x, point.x + reach), y: max(high.y, point.y + reach))
  }

  /// Extends the box on all sides.
  mutating func expand(by reach: Double) {
    low = Point(x: low.x - reach, y: low.y - reach)
    high = Point(x: high.x + reach, y: high.y + reach)
  }
}

extension PathSegment {
  /// The points of a curve where it turns back in x or in y, at most four.
  fileprivate var turningPoints: [Point] {
    let places =
      Self.turningPlaces(from.x, control1.x, control2.x, to.x)
      + Self.turningPlaces(from.y, control1.y, control2.y, to.y)
    return places.map { t in
      let s = 1 - t
      let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      return Point(
        x: a * from.x + b * control1.x + c * control2.x + d * to.x,
        y: a * from.y + b * control1.y + c * control2.y + d * to.y)
    }
  }

  /// The parameters between 0 and 1 where one coordinate's derivative, a quadratic polynomial, is 0.
  private static func turningPlaces(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
    let a = (p3 - p0) + 3 * (p1 - p2)
    let b = 2 * ((p2 - p1) - (p1 - p0))
    let c = p1 - p0
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    // This form does not subtract nearly equal numbers.
    let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
    return [q / a, c / q].filter { $0 > 0 && $0 < 1 }
  }
}
