/// A vertex of a path with curves, with the path's own directions there.
struct CurveVertex: Sendable {
  enum Kind: Sendable {
    /// Inside a curve; outlines may move it off the curve to keep the area.
    case smooth
    /// Where a line continues without a corner.
    case joint
    /// A corner of the path, drawn with the style's join.
    case corner
    /// Where the curve itself turns in one point: its normal sweeps both sides.
    case cusp
  }

  var point: Point
  /// The unit directions before and after it, which differ in corners and cusps.
  var arriving: Point
  var leaving: Point
  var kind: Kind

  /// The same in the opposite direction.
  var reversed: CurveVertex {
    CurveVertex(
      point: point, arriving: Point(x: -leaving.x, y: -leaving.y), leaving: Point(x: -arriving.x, y: -arriving.y),
      kind: kind)
  }
}

/// The part between two vertices: a piece of a curve that turns by less than half a radian, or a straight line.
struct CurveStrip: Sendable {
  /// From the first vertex to the second.
  let chord: Point
  /// Its length, in pixels.
  let length: Double
  /// The angle by which it turns, positive from the x axis to the y axis.
  let turn: Double
  /// The piece's own length, to the fourth order of the angles at its ends.
  let arcLength: Double
  let isStraight: Bool

  init(_ a: CurveVertex, _ b: CurveVertex) {
    let (t0, t1) = (a.leaving, b.arriving)
    chord = b.point - a.point
    length = (chord.x * chord.x + chord.y * chord.y).squareRoot()
    let sine = t0.x * t1.y - t0.y * t1.x
    turn = sine * (1 + sine * sine / 6)
    guard length > 0 else {
      arcLength = 0
      isStraight = true
      return
    }
    // A cubic that leaves its chord with these slopes is ½∫y′² longer than the chord.
    let start = (chord.x * t0.y - chord.y * t0.x) / length
    let end = (chord.x * t1.y - chord.y * t1.x) / length
    arcLength = length * (1 + (2 * start * start + 2 * end * end - start * end) / 30)
    isStraight = sine == 0 && abs(start) < 1e-9
  }
}
