/// A subpath as a chain of discs of one radius, neighbours never in the same place.
struct FlatSubpath: Sendable {
  typealias Disc = PolylineStroker.Disc

  /// The vertices; those between the chords of a curve are smooth.
  ///
  /// A single one is a subpath without length.
  private(set) var discs: [Disc] = []
  /// True if the last is joined to the first.
  let isClosed: Bool
  /// The directions in which the path begins and ends, of any length.
  let startTangent: Point
  let endTangent: Point

  /// The sine of the angle from which on two segments meet in a corner.
  ///
  /// At half that angle a miter sticks out of a round join by less than 0.005 px, whatever the width.
  private static let cornerSine = 0.001

  /// Turns the subpath's curves into chords; `radius` is half the width of the line, 0 for a fill.
  init(_ subpath: Subpath, origin: Point, radius: Double) {
    isClosed = subpath.isClosed
    let segments = subpath.segments
    startTangent = segments.first?.startTangent ?? Point(x: 0, y: 0)
    endTangent = segments.last?.endTangent ?? Point(x: 0, y: 0)
    let closesSmoothly = isClosed && Self.areSmooth(endTangent, startTangent)
    let flattener = CurveFlattener(origin: origin, radius: radius)
    discs.reserveCapacity(segments.count + 1)
    var first = Disc(x: subpath.start.x, y: subpath.start.y, radius: radius)
    first.isSmooth = closesSmoothly
    discs.append(first)
    var startsSharp = !closesSmoothly
    for i in segments.indices {
      let endsSmoothly =
        i + 1 < segments.count
        ? Self.areSmooth(segments[i].endTangent, segments[i + 1].startTangent) : closesSmoothly
      flattener.append(segments[i], startsSharp: startsSharp, endsSharp: !endsSmoothly, to: &discs)
      discs[discs.count - 1].isSmooth = endsSmoothly
      startsSharp = !endsSmoothly
    }
    removeRepetitions()
  }

  /// The closed chain through the points, all of them corners.
  init(polygon points: [Point], radius: Double) {
    isClosed = true
    startTangent = Point(x: 0, y: 0)
    endTangent = startTangent
    discs = points.map { Disc(x: $0.x, y: $0.y, radius: radius) }
    removeRepetitions()
  }

  /// True if a path that ends in the one direction goes on in the other without a corner.
  private static func areSmooth(_ a: Point, _ b: Point) -> Bool {
    let cross = a.x * b.y - a.y * b.x
    let dot = a.x * b.x + a.y * b.y
    return dot > 0 && abs(cross) <= cornerSine * dot
  }

  /// Leaves one of discs in the same place, smooth if all of them are.
  private mutating func removeRepetitions() {
    var kept = 0
    for i in 1..<Swift.max(discs.count, 1) {
      if discs[i].x == discs[kept].x && discs[i].y == discs[kept].y {
        discs[kept].isSmooth = discs[kept].isSmooth && discs[i].isSmooth
      } else {
        kept += 1
        discs[kept] = discs[i]
      }
    }
    discs.removeLast(Swift.max(discs.count - kept - 1, 0))
    guard isClosed, let first = discs.first else { return }
    while discs.count > 1, let last = discs.last, last.x == first.x && last.y == first.y {
      discs[0].isSmooth = discs[0].isSmooth && last.isSmooth
      discs.removeLast()
    }
  }
}
