/// Polygons, paths and boxes with round corners.
extension Outline {
  /// The line along a polygon.
  init(polygon points: [Point], radius: Double, style: StrokeStyle, _ part: OutlinePart) {
    guard let (origin, points) = Self.relative(points) else {
      self = .nothing
      return
    }
    var builder = ContourBuilder(part, origin: origin)
    builder.append(FlatSubpath(polygon: points, radius: radius), origin: origin, radius: radius, style: style)
    self.init(origin: origin, contours: builder)
  }

  /// The line along a path.
  init(path: Path, radius: Double, style: StrokeStyle, _ part: OutlinePart) {
    // Dashes, and lines that end inside arrow heads, have their ends on normals.
    let reach = style.dash.isEmpty && style.arrow == nil ? 0 : radius
    guard let (origin, subpaths) = path.subpaths(reach: reach) else {
      self = .nothing
      return
    }
    var builder = ContourBuilder(part, origin: origin)
    for subpath in subpaths {
      var (subpath, style) = (subpath, style)
      if !style.dash.isEmpty { subpath.extend(by: style.dashOverhang, &style) }
      var leading = subpath
      if !style.dash.isEmpty { leading.lead(by: radius) }
      let curve = LongCurve(
        leading, origin: origin, radius: radius, reach: reach, segmentsAtOnce: part.segmentsAtOnce)
      if let curve, builder.append(curve, origin: origin, style: style) { continue }
      let flat = FlatSubpath(subpath, origin: origin, radius: radius, reach: reach)
      builder.append(flat, origin: origin, radius: radius, style: style)
    }
    self.init(origin: origin, contours: builder)
  }

  /// The line along a box with round corners.
  init(_ rect: RoundedRect, radius: Double, style: StrokeStyle, _ part: OutlinePart) {
    var builder = ContourBuilder(part, origin: rect.box.origin)
    let isDashed = builder.appendDashes(along: rect, radius: radius, style: style)
    if !isDashed {
      let (outset, inset) = (style.align.outset(2 * radius), style.align.inset(2 * radius))
      for contour in rect.stroke(outset: outset, inset: inset) {
        builder.append(contour: FarClipping.clip(contour: contour))
      }
    }
    self.init(origin: rect.box.origin, contours: builder, isSimple: !isDashed)
  }

  /// The inside of a polygon.
  init(insideOf points: [Point], rule: FillRule, _ part: OutlinePart) {
    guard let (origin, points) = Self.relative(points) else {
      self = .nothing
      return
    }
    var builder = ContourBuilder(part, origin: origin)
    builder.append(contour: FarClipping.clip(contour: points))
    self.init(origin: origin, contours: builder, fillRule: rule)
  }

  /// The inside of a path.
  init(insideOf path: Path, rule: FillRule, _ part: OutlinePart) {
    guard let (origin, subpaths) = path.subpaths() else {
      self = .nothing
      return
    }
    var builder = ContourBuilder(part, origin: origin)
    for subpath in subpaths {
      if let curve = LongCurve(subpath, origin: origin, radius: 0, segmentsAtOnce: part.segmentsAtOnce) {
        CurveStroker.appendContour(curve, into: &builder)
        continue
      }
      builder.append(contour: FarClipping.clip(contour: FlatSubpath(subpath, origin: origin, radius: 0).contour))
    }
    self.init(origin: origin, contours: builder, fillRule: rule)
  }

  /// The points on the grid relative to the first one's pixel; nil if there is none or a coordinate is not finite.
  private static func relative(_ points: [Point]) -> (origin: Point, points: [Point])? {
    guard let origin = points.first?.onGrid?.pathOrigin else { return nil }
    var result: [Point] = []
    result.reserveCapacity(points.count)
    for point in points {
      guard let point = point.onGrid else { return nil }
      result.append(point - origin)
    }
    return (origin, result)
  }
}

extension ContourBuilder {
  /// The line along a subpath.
  mutating func append(_ subpath: FlatSubpath, origin: Point, radius: Double, style: StrokeStyle) {
    if appendDashes(ofClosed: subpath, origin: origin, radius: radius, style: style) { return }
    if let vertices = subpath.curve {
      appendCurve(vertices, isClosed: subpath.isClosed, origin: origin, radius: radius, style: style)
      return
    }
    guard let first = subpath.discs.first else { return }
    if subpath.discs.count == 1 {
      let center = Point(x: first.x, y: first.y)
      appendDot(at: center, direction: Point(x: 1, y: 0), radius: radius, cap: style.cap)
    } else if subpath.isClosed {
      if let chains = FarClipping(origin: origin).chains(ofClosed: subpath.discs) {
        for chain in chains { PolylineStroker(cap: style.cap, join: style.join).stroke(chain, into: &self) }
      } else {
        PolylineStroker(cap: style.cap, join: style.join).strokeClosed(subpath.discs, into: &self)
      }
    } else {
      appendOpen(
        subpath.discs, origin: origin, radius: radius, style: style, startTangent: subpath.startTangent,
        endTangent: subpath.endTangent)
    }
  }

  /// The line along a path with curves; an open one with its dashes and arrow heads, a closed one solid.
  private mutating func appendCurve(
    _ vertices: [CurveVertex], isClosed: Bool, origin: Point, radius: Double, style: StrokeStyle
  ) {
    guard !isClosed, !style.dash.isEmpty || style.arrow != nil else {
      CurveStroker(cap: style.cap, join: style.join, radius: radius)
        .stroke(vertices, isClosed: isClosed, into: &self)
      return
    }
    var line = CurveLine(vertices)
    var style = style
    var radius = radius
    if style.arrow != nil {
      let trimmed = ArrowHead.trim(line, style: style, radius: radius)
      for head in trimmed.heads { head.append(to: &self) }
      guard let rest = trimmed.line else { return }
      line = rest
      radius = trimmed.radius
      style.dashOffset += trimmed.cutLength
    }
    if let pattern = DashPattern(style, radius: radius) {
      Dasher(pattern: pattern, style: style, radius: radius, origin: origin).stroke(line, into: &self)
    } else {
      CurveStroker(cap: style.cap, join: style.join, radius: radius)
        .stroke(line.vertices, isClosed: false, into: &self)
    }
  }

  /// The line along an open path with its dashes and arrow heads; there must be at least two discs, none equal to the
  /// next.
  mutating func appendOpen(
    _ discs: [PolylineStroker.Disc], origin: Point, radius: Double, style: StrokeStyle, startTangent: Point,
    endTangent: Point
  ) {
    var discs = discs
    var style = style
    var radius = radius
    if let trimmed = ArrowHead.trim(
      discs, style: style, radius: radius, startTangent: startTangent, endTangent: endTangent)
    {
      discs = trimmed.discs
      radius = trimmed.radius
      for head in trimmed.heads { head.append(to: &self) }
      // Dashes are where they would be without heads.
      style.dashOffset += trimmed.cutLength
    }
    if let pattern = DashPattern(style, radius: radius) {
      Dasher(pattern: pattern, style: style, radius: radius, origin: origin).stroke(discs, into: &self)
    } else {
      appendChain(discs, origin: origin, cap: style.cap, join: style.join)
    }
  }

  /// The line around a closed path; it begins that far before the first vertex, if the side that leads there is straight,
  /// so that a corner there is not the end of a dash.
  private static func closed(_ vertices: [CurveVertex], lead: Double) -> [CurveVertex] {
    guard let first = vertices.first, let last = vertices.last else { return [] }
    let strip = CurveStrip(last, first)
    guard strip.isStraight, strip.length > lead else { return vertices + [first] }
    let direction = Point(x: strip.chord.x / strip.length, y: strip.chord.y / strip.length)
    let point = Point(x: first.point.x - direction.x * lead, y: first.point.y - direction.y * lead)
    let start = CurveVertex(point: point, arriving: direction, leaving: direction, kind: .joint)
    return [start] + vertices + [start]
  }

  /// The same for a path of straight lines, or of chords.
  private static func closed(_ discs: [PolylineStroker.Disc], lead: Double) -> [PolylineStroker.Disc] {
    guard let first = discs.first, let last = discs.last else { return [] }
    let way = Point(x: last.x - first.x, y: last.y - first.y)
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    guard length > lead else { return discs + [first] }
    var start = first
    start.x += way.x * (lead / length)
    start.y += way.y * (lead / length)
    start.isSmooth = true
    return [start] + discs + [start]
  }

  /// Appends the dashes along a closed path; returns false without a change if it is open, has no length or its line is
  /// solid.
  ///
  /// - Parameters:
  ///   - shift: how far to the left of the path the middle of the dashes is; paths too far away to be exact have none.
  ///   - normal: see `Dasher.normal`.
  mutating func appendDashes(
    ofClosed subpath: FlatSubpath, origin: Point, radius: Double, style: StrokeStyle, shift: Double = 0,
    normal: ((CurveVertex) -> Double)? = nil
  ) -> Bool {
    guard subpath.isClosed, !style.dash.isEmpty else { return false }
    if let vertices = subpath.curve {
      let line = CurveLine(Self.closed(vertices, lead: radius))
      guard let pattern = DashPattern(style, radius: radius, pathLength: line.length) else { return false }
      var dasher = Dasher(pattern: pattern, style: style, radius: radius, shift: shift, origin: origin)
      dasher.normal = normal
      dasher.stroke(line, into: &self)
      return true
    }
    guard subpath.discs.count > 1 else { return false }
    let path = Self.closed(subpath.discs, lead: radius)
    var length = 0.0
    for i in 1..<path.count {
      let (dx, dy) = (path[i].x - path[i - 1].x, path[i].y - path[i - 1].y)
      length += (dx * dx + dy * dy).squareRoot()
    }
    guard let pattern = DashPattern(style, radius: radius, pathLength: length) else { return false }
    Dasher(pattern: pattern, style: style, radius: radius, origin: origin).stroke(path, into: &self)
    return true
  }
}
