extension Shape {
  /// The freehand line along the smooth curve through points: a centripetal Catmull-Rom spline.
  ///
  /// Pressure and opacity change linearly with the length of the curve between two points. Points that repeat the one
  /// before do not count. If all of them have full pressure and opacity, the shape is the path of the curve.
  ///
  /// - Parameters:
  ///   - points: the points, in their order.
  ///   - width: the width of the line, for the accuracy of the curve.
  /// - Complexity: O(points).
  public static func pencil(smoothThrough points: [PencilPoint], width: Double) -> Shape {
    if points.allSatisfy({ $0.pressure == 1 && $0.opacity == 1 }) {
      return .path(Path(curveThrough: points.map(\.point)))
    }
    var knots: [PencilPoint] = []
    knots.reserveCapacity(points.count)
    for point in points {
      let place = point.point.onGrid ?? point.point
      if place != knots.last?.point {
        knots.append(PencilPoint(place, pressure: point.pressure, opacity: point.opacity))
      }
    }
    guard knots.count > 2, let origin = knots.first?.point.pathOrigin else { return .pencil(knots) }
    let flattener = CurveFlattener(origin: origin, radius: width / 2, reach: 0)
    var result = Array(knots.prefix(1))
    var (start, place) = (knots[0].point, 0)
    for element in Path(curveThrough: knots.map(\.point)).elements {
      guard case .cubic(let first, let second, let end) = element, place + 1 < knots.count else { continue }
      let still = Point(x: 0, y: 0)
      var vertices = [CurveVertex(point: start - origin, arriving: still, leaving: still, kind: .corner)]
      flattener.append(
        PathSegment(from: start - origin, control1: first - origin, control2: second - origin, to: end - origin),
        startsFixed: false, endsFixed: false, to: &vertices)
      append(vertices.map { $0.point + origin }, from: knots[place], to: knots[place + 1], &result)
      (start, place) = (end, place + 1)
    }
    return .pencil(result)
  }

  /// Appends the points of a curve from one knot to the next, without the first.
  private static func append(
    _ curve: [Point], from start: PencilPoint, to end: PencilPoint, _ result: inout [PencilPoint]
  ) {
    var positions = [0.0]
    for (before, after) in zip(curve, curve.dropFirst()) {
      let way = after - before
      positions.append(positions[positions.count - 1] + (way.x * way.x + way.y * way.y).squareRoot())
    }
    let length = positions[positions.count - 1]
    for place in 1..<Swift.max(curve.count, 1) {
      var point = PencilPoint.between(start, end, length > 0 ? positions[place] / length : 1)
      point.point = curve[place]
      result.append(point)
    }
  }
}
