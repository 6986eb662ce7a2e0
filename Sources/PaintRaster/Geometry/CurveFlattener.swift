/// Turns cubic Bézier curves into vertices close enough for the outlines along them (`ContourBuilder.chordArea`).
///
/// A curve is split into halves or thirds until the chords of its parallel curves at half the line's width are close
/// enough, too.
struct CurveFlattener: Sendable {
  /// Curves farther than this many pixels outside the largest canvas stay single chords: they are not visible.
  private static let visibleMargin = 1_048_576.0
  /// The part of `chordArea` allowed for a chord, since the adjacent one may be half as long and they share the shift
  /// of the vertex between them: with twice the length's share a chord lacks a twelfth of its product of sagitta and
  /// length, in addition to its error at a pixel's borders.
  private static let part = 0.6
  /// The same for a chord at an end that cannot move, and for one between two such ends.
  private static let endPart = 0.3
  private static let singleChordPart = 0.12
  /// The excesses for which two parts would not be enough but three are: if a curve bends evenly, each of n parts has
  /// 1/n³ of the product.
  private static let thirds = 8.0...27.0
  /// The sine of the widest angle between a chord and its curve.
  private static let widest = 0.2
  /// Pieces of control polygons no longer than this, in pixels, are not halved: their turn counts as a cusp.
  private static let smallest = 0.001
  /// The same if a dash may end in such a turn, whose normals differ by all of it: relative to the coordinates, because
  /// their rounding bends smaller pieces.
  private static let smallestForDashes = 1e-10
  private static let maximumDepth = 40
  /// The maximum of the squared length of a piece of the evolute times the angle by which it turns, in square pixels.
  private static let evoluteTriangle = 0.006
  /// The maximum error of the end of such a normal, in pixels.
  private static let normalError = 0.002
  /// The sine of an angle that counts as 0: the error of a smooth curve's directions by rounding.
  private static let straight = 1e-6

  /// The whole pixel that segments are relative to.
  let origin: Point
  /// Half the width of the line to be drawn along the curve, 0 for a fill.
  let radius: Double
  /// The length of the normals on which dashes may end, in pixels; 0 if there are none.
  let reach: Double

  /// Appends the vertices of the segment after its first one, which is already the last vertex, and sets the leaving
  /// direction of that vertex.
  ///
  /// `startsFixed` and `endsFixed` mark ends that outlines may not move.
  func append(
    _ segment: PathSegment, startsFixed: Bool, endsFixed: Bool, to vertices: inout [CurveVertex]
  ) {
    let first = vertices.count
    if segment.isStraight {
      append(segment, segment.to - segment.from, segment.to - segment.from, first, &vertices)
    } else {
      refine(segment, startsFixed: startsFixed, endsFixed: endsFixed, depth: 0, first, &vertices)
    }
  }

  private func refine(
    _ curve: PathSegment, startsFixed: Bool, endsFixed: Bool, depth: Int, _ first: Int, _ vertices: inout [CurveVertex]
  ) {
    if curve.isPoint { return }
    guard isVisible(curve) else {
      append(curve, curve.to - curve.from, curve.to - curve.from, first, &vertices)
      return
    }
    let part =
      startsFixed && endsFixed ? Self.singleChordPart : startsFixed || endsFixed || reach > 0 ? Self.endPart : Self.part
    let excess = excess(curve, part)
    if excess <= 1 {
      append(curve, curve.startTangent, curve.endTangent, first, &vertices)
      return
    }
    let (a, b, c) = (curve.control1 - curve.from, curve.control2 - curve.control1, curve.to - curve.control2)
    let smallest =
      reach > 0 ? Swift.min(Self.smallestForDashes * (1 + Self.size(curve.from)), Self.smallest) : Self.smallest
    if depth >= Self.maximumDepth || Self.size(a) + Self.size(b) + Self.size(c) <= smallest {
      let (start, end) = (curve.startTangent, curve.endTangent)
      let middle = Point(x: (curve.from.x + curve.to.x) / 2, y: (curve.from.y + curve.to.y) / 2)
      append(PathSegment(from: curve.from, to: middle), start, start, first, &vertices)
      append(PathSegment(from: middle, to: curve.to), end, end, first, &vertices)
      return
    }
    let depth = depth + 1
    if Self.thirds.contains(excess) {
      let (before, middle, after) = curve.thirds
      refine(before, startsFixed: startsFixed, endsFixed: false, depth: depth, first, &vertices)
      refine(middle, startsFixed: false, endsFixed: false, depth: depth, first, &vertices)
      refine(after, startsFixed: false, endsFixed: endsFixed, depth: depth, first, &vertices)
    } else {
      let (before, after) = curve.halves
      refine(before, startsFixed: startsFixed, endsFixed: false, depth: depth, first, &vertices)
      refine(after, startsFixed: false, endsFixed: endsFixed, depth: depth, first, &vertices)
    }
  }

  /// Appends the end of a piece that begins and ends in these directions.
  private func append(
    _ piece: PathSegment, _ start: Point, _ end: Point, _ first: Int, _ vertices: inout [CurveVertex]
  ) {
    let last = vertices.count - 1
    guard let start = start.unit, let end = end.unit else { return }
    if vertices.count == first {
      vertices[last].leaving = start
    } else {
      let arriving = vertices[last].arriving
      if Self.dot(arriving, start) < 0 || abs(Self.cross(arriving, start)) > Self.straight {
        vertices[last].leaving = start
        vertices[last].kind = .cusp
      }
    }
    vertices.append(CurveVertex(point: piece.to, arriving: end, leaving: end, kind: .smooth))
  }

  /// The error of the chords of the curve and of its parallel curves, relative to the allowed error; infinity if chords
  /// are not allowed for other reasons.
  private func excess(_ curve: PathSegment, _ part: Double) -> Double {
    let chord = curve.to - curve.from
    let square = Self.dot(chord, chord)
    guard square > 0 else { return .infinity }
    // The curve's direction is always between those of its control polygon.
    var widest = 0.0
    for leg in [curve.control1 - curve.from, curve.control2 - curve.control1, curve.to - curve.control2] {
      let size = Self.dot(leg, leg)
      if size == 0 { continue }
      let sine = Self.cross(chord, leg)
      guard Self.dot(chord, leg) > 0 else { return .infinity }
      widest = Swift.max(widest, sine * sine / (size * square))
    }
    guard widest <= Self.widest * Self.widest else { return .infinity }
    // An arc leaves its chord at half the angle that it turns by.
    let angle = widest.squareRoot()
    let length = square.squareRoot() + 2 * radius * angle
    let excess =
      length * angle / 4 * Swift.min(length, ContourBuilder.longestInPixel) / (ContourBuilder.thinChordArea * part)
    // Far too long, it is halved in any case.
    if excess > Self.thirds.upperBound { return excess }
    let isClose =
      isEvoluteClose(curve, turn: 2 * angle) && isEven(curve, chord: square.squareRoot(), turn: 2 * angle)
    return isClose ? excess : .infinity
  }

  /// Whether normals inside the piece end where those of the cubic do that is used for the ends of dashes
  /// (`CurveLine`): the one with the same ends and directions whose control points are a third of its length away from
  /// the ends.
  private func isEven(_ curve: PathSegment, chord: Double, turn: Double) -> Bool {
    guard reach > 0 else { return true }
    let third = chord * (1 + turn * turn / 24) / 3
    var uneven = 0.0
    for leg in [curve.control1 - curve.from, curve.to - curve.control2] {
      uneven = Swift.max(uneven, abs(Self.dot(leg, leg).squareRoot() - third))
    }
    return uneven * turn * reach <= Self.normalError * third
  }

  /// Whether the lines on which normals cross are close enough to the evolute, the curve that they touch, as far as the
  /// line reaches.
  ///
  /// The areas that normals sweep on either side end in that curve, and two adjacent normals leave out a third of the
  /// triangle between its chord and them.
  private func isEvoluteClose(_ curve: PathSegment, turn: Double) -> Bool {
    guard radius > 0 else { return true }
    let (a, b, c) = (curve.control1 - curve.from, curve.control2 - curve.control1, curve.to - curve.control2)
    let (start, end) = (Self.cross(a, b), Self.cross(b, c))
    let from = reach(start, a)
    let to = reach(end, c)
    let evoluteLength = (start < 0) == (end < 0) ? abs(to - from) : 2 * radius - from - to
    return evoluteLength * evoluteLength * turn <= Self.evoluteTriangle
  }

  /// The radius of curvature at the end of a cubic with this leg of its control polygon, at most half the line's width;
  /// `cross` is the cross product of the leg and the middle one.
  private func reach(_ cross: Double, _ leg: Point) -> Double {
    let square = Self.dot(leg, leg)
    let limit = radius * abs(cross) * 2
    let cube = 3 * square * square.squareRoot()
    return cube < limit ? cube / limit * radius : radius
  }

  private static func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }
  private static func dot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }
  private static func size(_ a: Point) -> Double { abs(a.x) + abs(a.y) }

  /// Whether the bounding box of the control points, which contains the curve, comes near the largest canvas.
  private func isVisible(_ curve: PathSegment) -> Bool {
    let x0 = Swift.min(curve.from.x, curve.control1.x, curve.control2.x, curve.to.x) + origin.x
    let x1 = Swift.max(curve.from.x, curve.control1.x, curve.control2.x, curve.to.x) + origin.x
    let y0 = Swift.min(curve.from.y, curve.control1.y, curve.control2.y, curve.to.y) + origin.y
    let y1 = Swift.max(curve.from.y, curve.control1.y, curve.control2.y, curve.to.y) + origin.y
    let most = Double(CanvasSize.maximumSide) + Self.visibleMargin
    return x1 >= -Self.visibleMargin && x0 <= most && y1 >= -Self.visibleMargin && y0 <= most
  }
}
