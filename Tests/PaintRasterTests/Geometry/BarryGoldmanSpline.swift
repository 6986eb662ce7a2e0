import Glibc

@testable import PaintRaster

/// The centripetal Catmull-Rom spline by Barry and Goldman's pyramid, in plain doubles.
struct BarryGoldmanSpline {
  /// The point between four knots, at the share `share` of the way from the second to the third.
  static func point(_ p: [Point], share: Double) -> Point {
    var t = [0.0]
    for index in 1..<4 {
      t.append(t[index - 1] + pow(hypot(p[index].x - p[index - 1].x, p[index].y - p[index - 1].y), 0.5))
    }
    let here = t[1] + (t[2] - t[1]) * share
    func between(_ a: Point, _ b: Point, _ from: Double, _ to: Double) -> Point {
      let (left, right) = ((to - here) / (to - from), (here - from) / (to - from))
      return Point(x: left * a.x + right * b.x, y: left * a.y + right * b.y)
    }
    let a1 = between(p[0], p[1], t[0], t[1])
    let a2 = between(p[1], p[2], t[1], t[2])
    let a3 = between(p[2], p[3], t[2], t[3])
    let b1 = between(a1, a2, t[0], t[2])
    let b2 = between(a2, a3, t[1], t[3])
    return between(b1, b2, t[1], t[2])
  }

  /// The spans of the spline through knots of which no two neighbours are the same, each with the four knots that make
  /// it; beyond open ends with the reflected neighbour.
  static func spans(through knots: [Point], isClosed: Bool) -> [[Point]] {
    func reflected(_ point: Point, in center: Point) -> Point {
      Point(x: 2 * center.x - point.x, y: 2 * center.y - point.y)
    }
    let count = knots.count
    if isClosed { return (0..<count).map { span in (0..<4).map { knots[(span + $0 + count - 1) % count] } } }
    let all = [reflected(knots[1], in: knots[0])] + knots + [reflected(knots[count - 2], in: knots[count - 1])]
    return (0..<count - 1).map { Array(all[$0..<$0 + 4]) }
  }
}
