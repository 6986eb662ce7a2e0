/// The whole pixels at the ends and corners of crisp lines.
extension Outline {
  /// The box of a horizontal or vertical line of width 1 with its unit squares, or of a single dot; nil for others.
  init?(crispLine shape: Shape, style: StrokeStyle) {
    guard style.dash.isEmpty, style.arrow == nil else { return nil }
    let ends: (Point, Point)
    switch shape {
    case .line(let a, let b): ends = (a, b)
    case .pencil(let points):
      guard let first = points.first, let last = points.last, points.count <= 2, first.pressure >= 1, last.pressure >= 1
      else { return nil }
      ends = (first.point, last.point)
    default: return nil
    }
    guard let box = GridBox(ends.0, ends.1), box.width == 0 || box.height == 0 else { return nil }
    var builder = ContourBuilder()
    let (left, top, right, bottom) = (box.left - 0.5, box.top - 0.5, box.right + 0.5, box.bottom + 0.5)
    builder.append(
      contour: FarClipping.clip(contour: [
        Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom), Point(x: left, y: bottom),
      ]))
    self.init(origin: box.origin, contours: builder, isSimple: true)
  }

  /// This outline together with a square of one pixel about each point.
  ///
  /// Both are covered, neither twice. A line of width 1 whose points are centres of pixels then fills the pixels of its
  /// ends and corners, which round caps and joins fill in part only.
  func addingUnitSquares(about points: [Point], _ part: OutlinePart = .whole) -> Outline {
    if points.isEmpty { return self }
    var origin = origin
    if isEmpty, let first = points.first?.onGrid { origin = first.pathOrigin }
    var builder = isEmpty ? ContourBuilder(part, origin: origin) : contours
    for point in points {
      // A path with such a point has no outline.
      guard let point = point.onGrid else { return .nothing }
      let square = Self.unitSquare(about: point - origin)
      builder.append(contour: FarClipping.clip(contour: square))
    }
    return Outline(origin: origin, contours: builder)
  }

  /// The corners of the square of one pixel about a point, positively oriented as the contours of lines are.
  static func unitSquare(about point: Point) -> [Point] {
    [
      Point(x: point.x - 0.5, y: point.y - 0.5), Point(x: point.x + 0.5, y: point.y - 0.5),
      Point(x: point.x + 0.5, y: point.y + 0.5), Point(x: point.x - 0.5, y: point.y + 0.5),
    ]
  }
}

extension PolylineStroker {
  /// A pencil's stroker: round, except where unit squares about all points contain the round caps and joins.
  init(alongPencil discs: [Disc], radius: Double, style: StrokeStyle) {
    let isCovered = style.hasWholeVertices && style.arrow == nil && discs.allSatisfy { $0.radius == radius }
    self.init(cap: isCovered ? .butt : .round, join: isCovered ? .bevel : .round)
  }
}

extension Shape {
  /// The points at which the line begins, ends or turns a corner.
  ///
  /// Of a pencil's points those with full pressure: elsewhere the line is thinner. Ellipses and boxes with round corners
  /// have none.
  ///
  /// - Parameter join: the line's corners.
  func vertices(join: LineJoin) -> [Point] {
    switch self {
    case .pencil(let points): points.filter { $0.pressure >= 1 }.map(\.point)
    case .line(let a, let b): [a, b]
    // The corners of a mitred box are whole pixels already.
    case .rect(let a, let b):
      join == .miter || GridBox(area: a, b) == nil ? [] : [a, Point(x: b.x, y: a.y), b, Point(x: a.x, y: b.y)]
    case .ellipse: []
    case .roundedRect(let a, let b, let radius):
      GridBox(a, b).flatMap { RoundedRect($0, radius: radius) } == nil ? Shape.rect(a, b).vertices(join: join) : []
    case .polygon(let points): points
    case .path(let path): path.vertices
    }
  }
}

extension Path {
  /// Where the drawn subpaths and each of their lines and curves begin and end.
  fileprivate var vertices: [Point] {
    var vertices: [Point] = []
    // Where a subpath begins of which nothing is drawn yet; nil before the first move.
    var start: Point?
    var hasBegun = false
    for element in elements {
      let end: Point?
      switch element {
      case .move(let point):
        start = point
        hasBegun = false
        continue
      case .line(let point), .quadratic(_, let point), .cubic(_, _, let point), .arc(_, let point): end = point
      case .close: end = nil
      }
      guard let start else { continue }
      if !hasBegun { vertices.append(start) }
      hasBegun = true
      if let end { vertices.append(end) }
    }
    return vertices
  }
}
