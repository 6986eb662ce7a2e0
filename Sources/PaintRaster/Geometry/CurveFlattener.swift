/// Turns cubic Bézier curves into chords that enclose the curve's own area, sagitta at most 0.0025 px.
///
/// A curve is halved until its chords are close enough; then the vertices between two chords move off the curve by what
/// the chords on either side miss of its area. Both ends stay where they are.
struct CurveFlattener: Sendable {
  typealias Disc = PolylineStroker.Disc

  /// Curves beyond this many pixels outside the largest canvas stay single chords: they cannot be seen.
  private static let seen = 1_048_576.0
  /// How far a chord may lie from its curve, in pixels.
  private static let sagitta = 0.002_5
  /// The sagitta allowed to a chord at an end that cannot move, and to one that is both, in pixels.
  private static let endSagitta = 0.001_25
  private static let loneSagitta = 0.000_5
  /// Smaller than this in both directions, in pixels, no curve is worth a second chord.
  private static let smallest = 0.001
  private static let deepest = 40
  /// How far the end of a line may lean where it is sharp, in pixels.
  private static let lean = 0.002

  /// The whole pixel that segments are relative to.
  let origin: Point
  /// Half the width of the line to be drawn along the curve, 0 for a fill.
  ///
  /// Where the line ends or turns a corner, the last chord's direction must be the curve's own to within 0.002 px at
  /// this distance, or caps and miters would lean.
  let radius: Double

  /// A chord's end and the area between it and its curve.
  private struct Chord {
    var end: Point
    var area: Double
  }

  /// Appends the vertices of the segment behind its first one; those between are smooth, the last one is a corner.
  func append(_ segment: PathSegment, startsSharp: Bool, endsSharp: Bool, to discs: inout [Disc]) {
    if segment.isStraight {
      discs.append(Disc(x: segment.to.x, y: segment.to.y, radius: radius))
      return
    }
    var chords: [Chord] = []
    halve(
      segment, isFirst: true, isLast: true, startsSharp: startsSharp && radius > 0, endsSharp: endsSharp && radius > 0,
      depth: 0, &chords)
    var previous = segment.from
    for i in chords.indices {
      let place = chords[i].end
      var moved = place
      if i + 1 < chords.count {
        // Half of what a chord misses is made good at either end, all of it at one if the other cannot move.
        let before = i == 0 ? chords[i].area : chords[i].area / 2
        let after = i + 2 == chords.count ? chords[i + 1].area : chords[i + 1].area / 2
        let way = chords[i + 1].end - previous
        let square = way.x * way.x + way.y * way.y
        let shift = 2 * (before + after)
        let limit = 2 * Self.sagitta
        // At a cusp the neighbours nearly coincide and no shift would help.
        if shift * shift <= limit * limit * square, square > 0 {
          moved = Point(x: place.x + way.y * (shift / square), y: place.y - way.x * (shift / square))
        }
      }
      previous = place
      var disc = Disc(x: moved.x, y: moved.y, radius: radius)
      disc.isSmooth = i + 1 < chords.count
      discs.append(disc)
    }
  }

  private func halve(
    _ curve: PathSegment, isFirst: Bool, isLast: Bool, startsSharp: Bool, endsSharp: Bool, depth: Int,
    _ chords: inout [Chord]
  ) {
    let isVisible = canBeSeen(curve)
    let sagitta = isFirst && isLast ? Self.loneSagitta : isFirst || isLast ? Self.endSagitta : Self.sagitta
    if depth >= Self.deepest || !isVisible
      || isFlat(curve, sagitta, startsSharp: startsSharp && isFirst, endsSharp: endsSharp && isLast)
    {
      let a = curve.control1 - curve.from
      let b = curve.control2 - curve.from
      let c = curve.to - curve.from
      // ½∫(x dy − y dx) along the curve and back along the chord.
      let area = 0.15 * Self.cross(a, b) + 0.15 * Self.cross(a, c) + 0.3 * Self.cross(b, c)
      chords.append(Chord(end: curve.to, area: isVisible ? area : 0))
      return
    }
    let (first, second) = curve.halves
    halve(
      first, isFirst: isFirst, isLast: false, startsSharp: startsSharp, endsSharp: endsSharp, depth: depth + 1, &chords)
    halve(
      second, isFirst: false, isLast: isLast, startsSharp: startsSharp, endsSharp: endsSharp, depth: depth + 1,
      &chords)
  }

  /// Whether the chord may stand for the curve.
  private func isFlat(_ curve: PathSegment, _ sagitta: Double, startsSharp: Bool, endsSharp: Bool) -> Bool {
    let a = curve.control1 - curve.from
    let b = curve.control2 - curve.control1
    let c = curve.to - curve.control2
    let chord = curve.to - curve.from
    let square = chord.x * chord.x + chord.y * chord.y
    let reach = Self.size(a) + Self.size(b) + Self.size(c)
    if reach > Self.smallest {
      // A cubic is nowhere farther from its chord than 3/4 of its control points are.
      let bound = sagitta * 4 / 3
      let first = Self.cross(chord, a)
      let second = Self.cross(chord, c)
      guard first * first <= bound * bound * square, second * second <= bound * bound * square else { return false }
      // It must not run ahead of its ends and come back.
      guard Self.dot(a, chord) >= 0, Self.dot(b, chord) >= 0, Self.dot(c, chord) >= 0 else { return false }
    }
    return (!startsSharp || points(along: chord, curve.startTangent))
      && (!endsSharp || points(along: chord, curve.endTangent))
  }

  /// Whether a line drawn in the one direction ends where one in the other would, nearly.
  private func points(along chord: Point, _ tangent: Point) -> Bool {
    let sine = Self.cross(chord, tangent) * radius
    let squares = Self.dot(chord, chord) * Self.dot(tangent, tangent)
    return sine * sine <= Self.lean * Self.lean * squares && Self.dot(chord, tangent) >= 0
  }

  private static func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }
  private static func dot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }
  private static func size(_ a: Point) -> Double { abs(a.x) + abs(a.y) }

  /// Whether the box of the control points, which holds the curve, comes near the largest canvas.
  private func canBeSeen(_ curve: PathSegment) -> Bool {
    let x0 = Swift.min(curve.from.x, curve.control1.x, curve.control2.x, curve.to.x) + origin.x
    let x1 = Swift.max(curve.from.x, curve.control1.x, curve.control2.x, curve.to.x) + origin.x
    let y0 = Swift.min(curve.from.y, curve.control1.y, curve.control2.y, curve.to.y) + origin.y
    let y1 = Swift.max(curve.from.y, curve.control1.y, curve.control2.y, curve.to.y) + origin.y
    let most = Double(CanvasSize.maximumSide) + Self.seen
    return x1 >= -Self.seen && x0 <= most && y1 >= -Self.seen && y0 <= most
  }
}
