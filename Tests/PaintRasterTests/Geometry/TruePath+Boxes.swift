import Glibc

@testable import PaintRaster

/// Ellipses and boxes with round corners, by their angles.
extension TruePath {
  /// The ellipse inscribed in a box, clockwise from 3 o'clock; `reach` is half the width of the line along it.
  init(ellipse low: Point, _ high: Point, reach: Double) {
    let center = Point(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
    let (a, b) = ((high.x - low.x) / 2, (high.y - low.y) / 2)
    self.init((0..<4).map { Quarter(center: center, a: a, b: b, number: $0, reach: reach) })
  }

  /// A box with round corners, clockwise from the left end of its upper side.
  init(roundedBox low: Point, _ high: Point, radius: Double, reach: Double) {
    let r = min(radius, (high.x - low.x) / 2, (high.y - low.y) / 2)
    let centers = [
      Point(x: high.x - r, y: low.y + r), Point(x: high.x - r, y: high.y - r), Point(x: low.x + r, y: high.y - r),
      Point(x: low.x + r, y: low.y + r),
    ]
    let quarters = (0..<4).map { Quarter(center: centers[$0], a: r, b: r, number: ($0 + 3) % 4, reach: reach) }
    // The upper side comes before the first corner.
    self.init(quarters, from: quarters[3].point(at: 1))
  }

  /// The quarters and the straight sides between them; a side without length is omitted, because it has no direction.
  private init(_ quarters: [Quarter], from start: Point? = nil) {
    var line = Line(isClosed: true)
    func append(_ p: Point, _ tangent: Point) {
      if let last = line.vertices.last, hypot(p.x - last.point.x, p.y - last.point.y) < 1e-9,
        hypot(tangent.x - last.leaving.x, tangent.y - last.leaving.y) < 1e-9
      {
        return
      }
      line.vertices.append(.init(point: p, arriving: tangent, leaving: tangent, isCorner: false))
    }
    if let start { append(start, Point(x: 1, y: 0)) }
    for quarter in quarters {
      for t in [0] + quarter.times() { append(quarter.point(at: t), quarter.direction(at: t)) }
    }
    // The last vertex is the first.
    line.vertices.removeLast()
    self.init([line])
  }
}

/// A quarter of an ellipse, clockwise; the first is from 3 to 6 o'clock.
private struct Quarter {
  let center: Point
  let a: Double
  let b: Double
  let number: Int
  /// Half the width of the line.
  let reach: Double

  /// Cosine and sine of the angle of the unit circle's point that is scaled to this one.
  private func unit(_ t: Double) -> (Double, Double) {
    let (c, s) = t == 0 ? (1, 0) : t == 1 ? (0, 1) : (cos(t * .pi / 2), sin(t * .pi / 2))
    return [(c, s), (-s, c), (-c, -s), (s, -c)][number]
  }

  func point(at t: Double) -> Point {
    let (c, s) = unit(t)
    return Point(x: center.x + a * c, y: center.y + b * s)
  }

  func direction(at t: Double) -> Point {
    let (c, s) = unit(t)
    let size = hypot(a * s, b * c)
    return Point(x: -a * s / size, y: b * c / size)
  }

  /// The radius of curvature.
  private func radius(at t: Double) -> Double {
    let (c, s) = unit(t)
    return pow(hypot(a * s, b * c), 3) / (a * b)
  }

  /// Times from 0, which is left out, to 1.
  func times(from t0: Double = 0, to t1: Double = 1) -> [Double] {
    let (p, q) = (point(at: t0), point(at: t1))
    let (u, v) = (direction(at: t0), direction(at: t1))
    let turn = abs(atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y))
    // The outer border's sagitta, and the distance of the evolute from its chord.
    let sagitta = (hypot(q.x - p.x, q.y - p.y) + reach * turn) * turn / 8
    let evolute = min(radius(at: t0), reach) - min(radius(at: t1), reach)
    if turn < 0.02, sagitta < 0.000_2, evolute * evolute * turn < 0.000_5 { return [t1] }
    let middle = (t0 + t1) / 2
    return times(from: t0, to: middle) + times(from: middle, to: t1)
  }
}
