/// The heads of arrows: filled triangles whose tips are the ends of the path.
///
/// The length and width of a head are multiples of the line width, with a minimum for thin lines. A head points in the
/// direction of the path's end, and the line ends inside it.
struct ArrowHead: Sendable {
  typealias Disc = PolylineStroker.Disc

  /// The length and the breadth of a head in line widths.
  private static let lengthInWidths = 3.5
  private static let breadthInWidths = 3.0
  /// The line width below which heads do not get smaller, in pixels.
  private static let minimumWidth = 2.0
  /// The part of the head's length, from its tip, where the line ends.
  ///
  /// There a square cap, half a width long and a width wide, is inside a head of full size.
  private static let cut = 0.7

  /// The point of the triangle.
  let tip: Point
  /// The middle of its base.
  let base: Point
  /// The vector from there to one of its corners.
  let side: Point

  /// Appends it, positively oriented.
  func append(to builder: inout ContourBuilder) {
    builder.append(tip.x, tip.y)
    builder.append(base.x + side.x, base.y + side.y)
    builder.append(base.x - side.x, base.y - side.y)
    builder.close()
  }

  private init(tip: Point, toward direction: Point, length: Double, breadth: Double) {
    self.tip = tip
    base = Point(x: tip.x - direction.x * length, y: tip.y - direction.y * length)
    side = Point(x: -direction.y * breadth / 2, y: direction.x * breadth / 2)
  }

  /// A path with heads, shortened by them.
  struct Trimmed {
    /// The line between the heads; both of its ends are inside them, however short the path is.
    var discs: [Disc]
    /// The heads.
    var heads: [ArrowHead]
    /// The length cut from the path's beginning, in pixels.
    var cutLength: Double
  }

  /// The heads of an open path and the line between them, or nil if the path has no length.
  ///
  /// Directions may have any length. A path shorter than its heads gets smaller ones.
  static func trim(
    _ discs: [Disc], ends: ArrowEnds, radius: Double, startTangent: Point, endTangent: Point
  ) -> Trimmed? {
    guard let first = discs.first, let last = discs.last else { return nil }
    var length = 0.0
    for i in 1..<Swift.max(discs.count, 1) { length += distance(discs[i - 1], discs[i]) }
    guard length > 0, let leaving = startTangent.unit, let arriving = endTangent.unit else { return nil }
    let (heads, cut) = heads(
      from: CurveVertex(point: Point(x: first.x, y: first.y), arriving: leaving, leaving: leaving, kind: .corner),
      to: CurveVertex(point: Point(x: last.x, y: last.y), arriving: arriving, leaving: arriving, kind: .corner),
      length: length, ends: ends, radius: radius)
    var result = Trimmed(discs: discs, heads: heads, cutLength: 0)
    if ends != .start { shorten(&result.discs, by: cut) }
    if ends != .end {
      result.discs.reverse()
      shorten(&result.discs, by: cut)
      result.discs.reverse()
      result.cutLength = cut
    }
    return result
  }

  /// The heads at the ends of a path, and the length of line that each replaces.
  ///
  /// If the path is too short for them, they share its length and shrink with it. The line between them keeps its width
  /// and still ends inside them. So the drawing grows with the path, starting from that of a path without length: two
  /// ends of a line.
  private static func heads(
    from first: CurveVertex, to last: CurveVertex, length: Double, ends: ArrowEnds, radius: Double
  ) -> (heads: [ArrowHead], cut: Double) {
    let size = Swift.max(2 * radius, minimumWidth)
    let count = ends == .both ? 2.0 : 1.0
    let scale = Swift.min(1, length / (count * lengthInWidths * size))
    let headLength = lengthInWidths * size * scale
    var heads: [ArrowHead] = []
    func addHead(at tip: Point, toward direction: Point) {
      guard FarClipping.contains(Disc(x: tip.x, y: tip.y, radius: radius)) else { return }
      heads.append(
        ArrowHead(tip: tip, toward: direction, length: headLength, breadth: breadthInWidths * size * scale))
    }
    if ends != .end { addHead(at: first.point, toward: Point(x: -first.leaving.x, y: -first.leaving.y)) }
    if ends != .start { addHead(at: last.point, toward: last.arriving) }
    return (heads, cut * headLength)
  }

  /// Shortens the path at its end by that length.
  private static func shorten(_ discs: inout [Disc], by length: Double) {
    var rest = length
    while discs.count > 1 {
      let last = discs[discs.count - 1]
      let before = discs[discs.count - 2]
      let piece = distance(before, last)
      if piece > rest {
        let t = rest / piece
        discs[discs.count - 1] = Disc(
          x: last.x + (before.x - last.x) * t, y: last.y + (before.y - last.y) * t,
          radius: last.radius + (before.radius - last.radius) * t)
        return
      }
      rest -= piece
      discs.removeLast()
    }
  }

  private static func distance(_ a: Disc, _ b: Disc) -> Double {
    ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
  }
}

extension ArrowHead {
  /// The same for a freehand line, whose ends have the directions of its first and last pieces that have a length.
  static func trim(_ discs: [Disc], ends: ArrowEnds, radius: Double) -> Trimmed? {
    func moves(_ i: Int) -> Bool { discs[i].x != discs[i - 1].x || discs[i].y != discs[i - 1].y }
    func direction(_ i: Int) -> Point { Point(x: discs[i].x - discs[i - 1].x, y: discs[i].y - discs[i - 1].y) }
    let pieces = 1..<Swift.max(discs.count, 1)
    guard let first = pieces.first(where: moves), let last = pieces.last(where: moves) else { return nil }
    return trim(discs, ends: ends, radius: radius, startTangent: direction(first), endTangent: direction(last))
  }

  /// The same for a path with curves; no line if it has no length.
  static func trim(
    _ line: CurveLine, ends: ArrowEnds, radius: Double
  ) -> (line: CurveLine?, heads: [ArrowHead], cutLength: Double) {
    guard let first = line.vertices.first, let last = line.vertices.last else { return (nil, [], 0) }
    let (heads, cut) = heads(from: first, to: last, length: line.length, ends: ends, radius: radius)
    let start = ends == .end ? 0 : cut
    let end = ends == .start ? line.length : line.length - cut
    return (start < end ? CurveLine(line.part(from: start, to: end)) : nil, heads, start)
  }
}
