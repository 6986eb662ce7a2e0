/// A piece of a subpath, relative to the path's origin: a straight line, or a cubic Bézier curve.
struct PathSegment: Sendable {
  var from: Point
  var control1: Point
  var control2: Point
  var to: Point
  let isStraight: Bool

  /// A straight line.
  init(from: Point, to: Point) {
    self.from = from
    control1 = from
    control2 = to
    self.to = to
    isStraight = true
  }

  /// A cubic.
  init(from: Point, control1: Point, control2: Point, to: Point) {
    self.from = from
    self.control1 = control1
    self.control2 = control2
    self.to = to
    isStraight = false
  }

  /// A quadratic, with its degree raised.
  init(from: Point, control: Point, to: Point) {
    self.init(
      from: from,
      control1: Point(x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3),
      control2: Point(x: to.x + (control.x - to.x) * 2 / 3, y: to.y + (control.y - to.y) * 2 / 3), to: to)
  }

  /// True if it never leaves its first point.
  var isPoint: Bool { from == to && control1 == from && control2 == from }

  /// The direction in which it begins, of any length; (0, 0) only if it is a point.
  var startTangent: Point {
    if isStraight { return to - from }
    if control1 != from { return control1 - from }
    return control2 != from ? control2 - from : to - from
  }

  /// The direction in which it ends, of any length; (0, 0) only if it is a point.
  var endTangent: Point {
    if isStraight { return to - from }
    if control2 != to { return to - control2 }
    return control1 != to ? to - control1 : to - from
  }

  /// The two halves.
  var halves: (PathSegment, PathSegment) { parts(at: 0.5) }

  /// The three thirds, by the curve's parameter.
  var thirds: (PathSegment, PathSegment, PathSegment) {
    let (first, rest) = parts(at: 1.0 / 3)
    let (second, third) = rest.halves
    return (first, second, third)
  }

  /// The parts before and after the point with that parameter, 0…1 (de Casteljau).
  private func parts(at t: Double) -> (PathSegment, PathSegment) {
    func between(_ a: Point, _ b: Point) -> Point { Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t) }
    let a = between(from, control1)
    let b = between(control1, control2)
    let c = between(control2, to)
    let ab = between(a, b)
    let bc = between(b, c)
    let center = between(ab, bc)
    return (
      PathSegment(from: from, control1: a, control2: ab, to: center),
      PathSegment(from: center, control1: bc, control2: c, to: to)
    )
  }
}
