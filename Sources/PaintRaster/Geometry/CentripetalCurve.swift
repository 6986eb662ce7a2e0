/// A smooth curve through points: the centripetal Catmull-Rom spline, whose spans are exact cubic Bézier curves.
///
/// Between two knots the spline is the cubic of Barry and Goldman's pyramid whose parameter grows by the square root of
/// the distance from knot to knot (alpha = 0.5), so it neither loops nor overshoots between close points. Its derivative
/// at a knot, from which the control points follow, depends on the chords before and after the knot:
/// m = (|a|·b + |b|·a) / (√|a|·√|b|·(√|a| + √|b|)). A control point is √|chord|·m/3 away from its knot.
struct CentripetalCurve {
  private let knots: [Point]
  private let isClosed: Bool

  /// The curve through the points, without those that repeat the one before.
  init(through points: [Point], isClosed: Bool) {
    var knots: [Point] = []
    knots.reserveCapacity(points.count)
    for point in points.lazy.map({ $0.onGrid ?? $0 }) where point != knots.last { knots.append(point) }
    if isClosed {
      while knots.count > 1, knots.first == knots.last { knots.removeLast() }
    }
    self.knots = knots
    self.isClosed = isClosed
  }

  /// The way from a knot to the next one.
  private struct Chord {
    var vector: Point
    var length: Double
    /// The square root of the length: by so much the parameter grows.
    var root: Double

    init(from start: Point, to end: Point) {
      vector = end - start
      length = (vector.x * vector.x + vector.y * vector.y).squareRoot()
      root = length.squareRoot()
    }

    /// A control point's distance from its knot, on the grid, so that moving a curve by whole pixels moves every
    /// control point by exactly as much.
    func offset(_ derivative: Point?) -> Point {
      // At an end the knot before it is the reflection of the one behind: the curve begins straight towards that.
      let offset =
        derivative.map { Point(x: $0.x * root / 3, y: $0.y * root / 3) } ?? Point(x: vector.x / 3, y: vector.y / 3)
      return offset.onGrid ?? offset
    }
  }

  /// The derivative at the knot between two chords.
  private static func derivative(_ a: Chord, _ b: Chord) -> Point {
    let scale = a.root * b.root * (a.root + b.root)
    return Point(
      x: (a.length * b.vector.x + b.length * a.vector.x) / scale,
      y: (a.length * b.vector.y + b.length * a.vector.y) / scale)
  }

  /// The steps of the path; of one knot a dot, of two a straight line.
  var elements: [Path.Element] {
    guard let start = knots.first else { return [] }
    var elements: [Path.Element] = [.move(start)]
    if knots.count == 1 { return elements + [.line(start)] }
    if knots.count == 2 { return elements + [.line(knots[1])] + (isClosed ? [.close] : []) }
    let spans = isClosed ? knots.count : knots.count - 1
    let chords = (0..<spans).map { Chord(from: knots[$0], to: knots[($0 + 1) % knots.count]) }
    elements.reserveCapacity(spans + 2)
    var derivative = isClosed ? Self.derivative(chords[spans - 1], chords[0]) : nil
    for (place, chord) in chords.enumerated() {
      let end = knots[(place + 1) % knots.count]
      let next = isClosed || place + 1 < spans ? Self.derivative(chord, chords[(place + 1) % spans]) : nil
      elements.append(.cubic(knots[place] + chord.offset(derivative), end - chord.offset(next), end))
      derivative = next
    }
    if isClosed { elements.append(.close) }
    return elements
  }
}

extension Path {
  /// The smooth curve through points, in their order: a centripetal Catmull-Rom spline.
  ///
  /// At an open end the spline takes the neighbour's reflection for the point beyond, so the curve begins and ends
  /// straight along its first and last chord. Points that repeat the one before do not count. One point is a dot, two
  /// are a straight line. A closed curve is smooth at its first point, too.
  ///
  /// - Complexity: O(points).
  public init(curveThrough points: [Point], isClosed: Bool = false) {
    self.init(CentripetalCurve(through: points, isClosed: isClosed).elements)
  }
}
