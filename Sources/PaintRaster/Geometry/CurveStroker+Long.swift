/// Long curves, of which only some segments are in memory as chords.
extension CurveStroker {
  /// The most that a vertex of a side can be away from the path, in half widths: the tip of a miter.
  private static let reach = PolylineStroker.miterLimit
  /// Segments before and after others with which vertices between them are exact.
  private static let context = 3

  /// Appends the contours of the line along a curve.
  func stroke(_ curve: LongCurve, into builder: inout ContourBuilder) {
    appendSide(curve, forward: true, &builder)
    if curve.isClosed {
      builder.close()
    } else if let last = curve.vertices(of: curve.count - 1..<curve.count).vertices.last {
      appendCap(last.point, toward: last.arriving, &builder)
    }
    appendSide(curve, forward: false, &builder)
    if !curve.isClosed, let first = curve.vertices(of: 0..<1).vertices.first {
      appendCap(first.point, toward: Point(x: -first.leaving.x, y: -first.leaving.y), &builder)
    }
    builder.close()
  }

  /// Appends the contour of the curve itself.
  static func appendContour(_ curve: LongCurve, into builder: inout ContourBuilder) {
    forEachPart(of: curve, forward: true, reach: 0, near: builder.box) { side, strips, isLast in
      for i in strips { builder.append(side.point(i, leaving: true)) }
      if isLast && !curve.isClosed { builder.append(side.point(strips.upperBound, leaving: true)) }
      builder.settle()
      return nil
    }
    builder.close()
  }

  /// Appends the left side, or with `forward` false the right one from its end to its beginning.
  private func appendSide(_ curve: LongCurve, forward: Bool, _ builder: inout ContourBuilder) {
    let (cap, join, radius) = (cap, join, radius)
    Self.forEachPart(of: curve, forward: forward, reach: radius, near: builder.box) { side, strips, isLast in
      let stroker = CurveStroker(cap: cap, join: join, radius: radius)
      let stopped = stroker.appendStrips(
        strips, of: side, isOpenStart: !curve.isClosed && strips.lowerBound == 0, isLast: isLast, forward: forward,
        &builder)
      if stopped == nil, isLast, !curve.isClosed { builder.append(side.point(strips.upperBound, leaving: false)) }
      return stopped
    }
  }

  /// Calls `body` for parts of a curve with their sides, the strips of each part, and whether it is the last one, in the
  /// order of their strips.
  ///
  /// `body` returns nil, or the strip from which it has to be called again with more of them.
  private static func forEachPart(
    of curve: LongCurve, forward: Bool, reach: Double, near box: VertexBox?,
    _ body: (_ side: CurveSide, _ strips: Range<Int>, _ isLast: Bool) -> Int?
  ) {
    let count = curve.count
    var ranges = curve.ranges(near: box, reach: Self.reach * reach + 4)
    // From here on, segments are counted in the direction of this side.
    if !forward { ranges = ranges.reversed().map { count - $0.upperBound..<count - $0.lowerBound } }
    var done = 0
    for range in ranges {
      var first = max(range.lowerBound, done)
      while first < range.upperBound {
        var end = min(first + curve.segmentsAtOnce, range.upperBound)
        // The first strip of a part that is done only in part.
        var resumed: Int?
        while true {
          let part = part(of: curve, first..<end, forward: forward, radius: reach)
          // The reversed vertices of a closed path begin with the last one, which is after the first strip.
          let isTurned = curve.isClosed && !forward
          let start = resumed ?? (part.strips.lowerBound + (isTurned && first == 0 ? 1 : 0))
          let isLast = end == count
          resumed = body(part.side, start..<part.strips.upperBound + (isTurned && isLast ? 1 : 0), isLast)
          if resumed == nil { break }
          end = min(end + max(end - first, 1), count)
        }
        first = end
      }
      done = max(done, first)
    }
  }

  /// The side along some segments, and their strips in it.
  private static func part(
    of curve: LongCurve, _ range: Range<Int>, forward: Bool, radius: Double
  ) -> (side: CurveSide, strips: Range<Int>) {
    var around = range.lowerBound - context..<range.upperBound + context
    if !curve.isClosed { around = around.clamped(to: 0..<curve.count) }
    let before = range.lowerBound - around.lowerBound
    if forward {
      let (vertices, starts) = curve.vertices(of: around)
      return (
        CurveSide(vertices, isClosed: false, radius: radius), starts[before]..<starts[before + range.count]
      )
    }
    let (vertices, starts) = curve.vertices(of: curve.count - around.upperBound..<curve.count - around.lowerBound)
    let last = vertices.count - 1
    let place = starts.count - 1 - before
    return (
      CurveSide(vertices.reversed().map(\.reversed), isClosed: false, radius: radius),
      last - starts[place]..<last - starts[place - range.count]
    )
  }
}

extension ContourBuilder {
  /// Appends a vertex to the current contour.
  fileprivate mutating func append(_ p: Point) { append(p.x, p.y) }

  /// The line along a long curve; returns false without a change if it has arrow heads.
  mutating func append(_ curve: LongCurve, origin: Point, style: StrokeStyle) -> Bool {
    guard style.arrow == nil || curve.isClosed else { return false }
    let radius = curve.flattener.radius
    if !style.dash.isEmpty {
      let positions = positions(of: curve)
      if let pattern = DashPattern(style, radius: radius, pathLength: curve.isClosed ? positions.last : nil) {
        Dasher(pattern: pattern, style: style, radius: radius, origin: origin)
          .stroke(curve, positions: positions, into: &self)
        return true
      }
    }
    CurveStroker(cap: style.cap, join: style.join, radius: radius).stroke(curve, into: &self)
    return true
  }
}

extension Dasher {
  /// Appends the dashes along a long curve, whose segments begin at these positions.
  func stroke(_ curve: LongCurve, positions: [Double], into builder: inout ContourBuilder) {
    builder.hasNearSides = true
    guard let length = positions.last else { return }
    var place = Place()
    for range in curve.ranges(near: builder.box, reach: reach) {
      for first in stride(from: range.lowerBound, to: range.upperBound, by: curve.segmentsAtOnce) {
        let part = first..<min(first + curve.segmentsAtOnce, range.upperBound)
        let (vertices, _) = curve.exactVertices(of: part)
        let line = CurveLine(vertices, from: positions[part.lowerBound])
        // The part of the curve with all of the last dash.
        var longer: CurveLine?
        for i in 1..<max(vertices.count, 1) {
          guard let piece = Self.piece(of: line, i) else { continue }
          forEachDash(on: piece, length: length, &place) { start, end in
            let isInside = start > positions[part.lowerBound] && end < positions[part.upperBound]
            if isInside {
              append(from: start, to: end, of: line, &builder)
              return
            }
            let known = longer.flatMap { Self.contains($0, start, end) ? $0 : nil }
            let around = known ?? Self.line(along: curve, positions, from: start, to: end)
            longer = around
            append(from: start, to: end, of: around, &builder)
          }
        }
      }
    }
  }

  private static func contains(_ line: CurveLine, _ start: Double, _ end: Double) -> Bool {
    guard let first = line.positions.first, let last = line.positions.last else { return false }
    return start > first && end < last
  }

  /// The segments of a curve from one position to another, and one more at either end.
  private static func line(
    along curve: LongCurve, _ positions: [Double], from start: Double, to end: Double
  ) -> CurveLine {
    /// The last segment that begins before a position, or the first one.
    func segment(before position: Double) -> Int {
      var (low, high) = (0, curve.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if positions[middle] < position { low = middle } else { high = middle }
      }
      return low
    }
    let first = max(segment(before: start) - 1, 0)
    let last = min(segment(before: end) + 2, curve.count)
    return CurveLine(curve.exactVertices(of: first..<last).vertices, from: positions[first])
  }
}
