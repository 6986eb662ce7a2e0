/// The heads of arrows: triangles, discs or bars at the ends of the path.
///
/// A head points in the direction of the path's end, and the line ends inside it.
struct ArrowHead: Sendable {
  typealias Disc = PolylineStroker.Disc

  /// The breadth of a triangle, relative to its length.
  private static let breadth = 3.0 / 3.5
  /// The part of a triangle's length, from its tip, where the line ends.
  ///
  /// There a square cap, half a width long and a width wide, is inside a head of full size.
  private static let cut = 0.7

  let shape: ArrowForm.Shape
  /// The end of the path, the point of a triangle.
  let tip: Point
  /// The middle of a triangle's base.
  let base: Point
  /// The vector from there to one of its corners, or from the tip to an end of a bar.
  let side: Point
  /// The direction of the path at its end, a unit vector.
  let direction: Point
  /// The length of a triangle and of a bar, the diameter of a disc.
  let length: Double
  /// Half the width of the line.
  let radius: Double

  /// Appends it, positively oriented.
  func append(to builder: inout ContourBuilder) {
    switch shape {
    case .filled:
      builder.append(tip.x, tip.y)
      builder.append(base.x + side.x, base.y + side.y)
      builder.append(base.x - side.x, base.y - side.y)
      builder.close()
    case .open:
      let discs = [base + side, tip, base - side].map { Disc(x: $0.x, y: $0.y, radius: radius) }
      PolylineStroker(cap: .round, join: .round).stroke(discs, into: &builder)
    case .dot: builder.appendCircle(aboutX: tip.x, y: tip.y, radius: length / 2)
    case .bar:
      let half = Point(x: direction.x * radius, y: direction.y * radius)
      for corner in [tip + half + side, tip - half + side, tip - half - side, tip + half - side] {
        builder.append(corner.x, corner.y)
      }
      builder.close()
    }
  }

  private init(_ shape: ArrowForm.Shape, tip: Point, toward direction: Point, length: Double, radius: Double) {
    self.shape = shape
    self.tip = tip
    self.direction = direction
    self.length = length
    self.radius = radius
    base = Point(x: tip.x - direction.x * length, y: tip.y - direction.y * length)
    let breadth = shape == .bar ? length : length * Self.breadth
    side = Point(x: -direction.y * breadth / 2, y: direction.x * breadth / 2)
  }

  /// The heads of a path.
  private struct Heads {
    var heads: [ArrowHead] = []
    /// The length of line that each of them replaces, in pixels.
    var cut = 0.0
    /// The width of the line relative to its style's; less than 1 on a short path.
    var scale = 1.0
  }

  /// A path with heads, shortened by them.
  struct Trimmed {
    /// The line between the heads; both of its ends are inside them, however short the path is.
    var discs: [Disc]
    /// The heads.
    var heads: [ArrowHead]
    /// The length cut from the path's beginning, in pixels.
    var cutLength: Double
    /// Half the width of the line.
    var radius: Double
  }

  /// The heads of an open path and the line between them, or nil if the path has no length or no head.
  ///
  /// Directions may have any length. A path shorter than its heads gets smaller ones.
  static func trim(
    _ discs: [Disc], style: StrokeStyle, radius: Double, startTangent: Point, endTangent: Point
  ) -> Trimmed? {
    guard let ends = style.arrow, let first = discs.first, let last = discs.last else { return nil }
    var length = 0.0
    for i in 1..<Swift.max(discs.count, 1) { length += distance(discs[i - 1], discs[i]) }
    guard length > 0, let leaving = startTangent.unit, let arriving = endTangent.unit else { return nil }
    let heads = heads(
      from: CurveVertex(point: Point(x: first.x, y: first.y), arriving: leaving, leaving: leaving, kind: .corner),
      to: CurveVertex(point: Point(x: last.x, y: last.y), arriving: arriving, leaving: arriving, kind: .corner),
      length: length, ends: ends, form: style.arrowForm, radius: radius)
    var result = Trimmed(discs: discs, heads: heads.heads, cutLength: 0, radius: radius * heads.scale)
    if ends != .start { shorten(&result.discs, by: heads.cut) }
    if ends != .end {
      result.discs.reverse()
      shorten(&result.discs, by: heads.cut)
      result.discs.reverse()
      result.cutLength = heads.cut
    }
    if heads.scale < 1 { for i in result.discs.indices { result.discs[i].radius *= heads.scale } }
    return result
  }

  /// The heads at the ends of a path.
  ///
  /// If the path is too short for them, the arrow as a whole is a smaller copy of the shortest one with full size.
  private static func heads(
    from first: CurveVertex, to last: CurveVertex, length: Double, ends: ArrowEnds, form: ArrowForm, radius: Double
  ) -> Heads {
    let full = form.length(width: 2 * radius)
    guard full > 0 else { return Heads() }
    let scale = Swift.min(1, length / (form.room(for: ends) * full))
    let headLength = full * scale
    var result = Heads()
    result.scale = scale
    let drawn = radius * scale
    func addHead(at tip: Point, toward direction: Point) {
      guard FarClipping.contains(Disc(x: tip.x, y: tip.y, radius: radius)) else { return }
      result.heads.append(
        ArrowHead(form.shape, tip: tip, toward: direction, length: headLength, radius: drawn))
    }
    if ends != .end { addHead(at: first.point, toward: Point(x: -first.leaving.x, y: -first.leaving.y)) }
    if ends != .start { addHead(at: last.point, toward: last.arriving) }
    switch form.shape {
    case .filled: result.cut = cut * headLength
    // A round or square cap ends at the tip, a butt one inside the two lines.
    case .open: result.cut = Swift.min(drawn, headLength / 2)
    case .dot, .bar: result.cut = 0
    }
    return result
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
  static func trim(_ discs: [Disc], style: StrokeStyle, radius: Double) -> Trimmed? {
    func moves(_ i: Int) -> Bool { discs[i].x != discs[i - 1].x || discs[i].y != discs[i - 1].y }
    func direction(_ i: Int) -> Point { Point(x: discs[i].x - discs[i - 1].x, y: discs[i].y - discs[i - 1].y) }
    let pieces = 1..<Swift.max(discs.count, 1)
    guard let first = pieces.first(where: moves), let last = pieces.last(where: moves) else { return nil }
    return trim(discs, style: style, radius: radius, startTangent: direction(first), endTangent: direction(last))
  }

  /// The same for a path with curves; no line if it has no length.
  static func trim(
    _ line: CurveLine, style: StrokeStyle, radius: Double
  ) -> (line: CurveLine?, heads: [ArrowHead], cutLength: Double, radius: Double) {
    guard let ends = style.arrow, let first = line.vertices.first, let last = line.vertices.last else {
      return (nil, [], 0, radius)
    }
    let heads = heads(
      from: first, to: last, length: line.length, ends: ends, form: style.arrowForm, radius: radius)
    let start = ends == .end ? 0 : heads.cut
    let end = ends == .start ? line.length : line.length - heads.cut
    return (
      start < end ? CurveLine(line.part(from: start, to: end)) : nil, heads.heads, start, radius * heads.scale
    )
  }
}
