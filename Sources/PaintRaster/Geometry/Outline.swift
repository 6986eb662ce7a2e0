/// The closed contours that bound a stroke or a fill, and their fill rule.
///
/// Vertices are relative to a whole pixel near the path's first point, so a path moved by whole pixels has the same
/// vertices with another origin, and gives the same coverage to the bit.
public struct Outline: Sendable {
  /// The whole pixel that the vertices are relative to.
  let origin: Point
  /// The contours.
  let contours: ContourBuilder
  /// The rule for points inside the contours; always non-zero for strokes.
  public let fillRule: FillRule
  /// True when the contours are known to wind around no point more than once and never to cross, so that sums of signed
  /// areas need no check for overlaps.
  let isSimple: Bool

  /// The box of the ellipse whose inside this is, or the outer side of whose solid outline; nil for other shapes.
  private(set) var ellipse: GridBox?

  /// The bounding box of all vertices, if some of them were left out.
  private(set) var extent: (low: Point, high: Point)?

  /// The vertices of each contour, in pixels of the canvas.
  ///
  /// - Complexity: O(vertices).
  package var vertices: [[Point]] {
    zip([0] + contours.ends, contours.ends).map { start, end in contours.points[start..<end].map { $0 + origin } }
  }

  /// The corners of the box of the ellipse whose inside this is; nil for other shapes.
  package var ellipseCorners: (low: Point, high: Point)? {
    ellipse.map { (Point(x: $0.left, y: $0.top) + $0.origin, Point(x: $0.right, y: $0.bottom) + $0.origin) }
  }

  /// True when nothing is covered.
  public var isEmpty: Bool { contours.isEmpty }

  /// The empty outline.
  public static let nothing = Outline(origin: Point(x: 0, y: 0), contours: ContourBuilder())

  init(origin: Point, contours: ContourBuilder, isSimple: Bool = false, fillRule: FillRule = .nonzero) {
    self.origin = origin
    self.contours = contours
    self.isSimple = isSimple
    self.fillRule = fillRule
  }

  /// The same outline elsewhere: the same coverage to the bit.
  func moved(right x: Int, down y: Int) -> Outline {
    let way = Point(x: Double(x), y: Double(y))
    var moved = Outline(origin: origin + way, contours: contours, isSimple: isSimple, fillRule: fillRule)
    moved.ellipse = ellipse?.moved(by: way)
    return moved
  }

  /// The same vertices on a canvas whose corner is that pixel, as a part of an outline with that bounding box.
  func part(extent: (low: Point, high: Point), at corner: (x: Int, y: Int)) -> Outline {
    var part = Outline(
      origin: Point(x: origin.x - Double(corner.x), y: origin.y - Double(corner.y)), contours: contours,
      isSimple: isSimple, fillRule: fillRule)
    part.extent = extent
    return part
  }

  /// The outline of the line that `style` draws along `shape`.
  ///
  /// Pencils have round caps and joins and no dashes; an ellipse has round joins. A zero-length line is a disc with
  /// round caps, an axis-aligned square with square ones and nothing with butt ones.
  /// - Complexity: Linear in the number of vertices; a round corner of radius r has about 15·√r of them in a whole turn.
  public init(strokeOf shape: Shape, style: StrokeStyle) {
    self.init(strokeOf: shape, style: style, .whole)
  }

  /// A part of that outline.
  init(strokeOf shape: Shape, style: StrokeStyle, _ part: OutlinePart) {
    guard let radius = style.radius else {
      self = .nothing
      return
    }
    if style.hasWholeVertices, let crisp = Self(crispLine: shape, style: style) {
      self = crisp
      return
    }
    var style = style
    // The unit squares contain round caps.
    if style.hasWholeVertices, style.arrow == nil, style.cap == .round { style.cap = .butt }
    switch shape {
    case .pencil(let points): self.init(pencil: points, radius: radius, style: style, part)
    case .line(let a, let b): self.init(lineFrom: a, to: b, radius: radius, style: style, part)
    case .rect(let a, let b): self.init(rect: a, b, radius: radius, style: style, part)
    case .ellipse(let a, let b): self.init(ellipse: a, b, radius: radius, style: style, part)
    case .roundedRect(let a, let b, let corner):
      if let box = GridBox(area: a, b), let rounded = RoundedRect(box, radius: corner) {
        self.init(rounded, radius: radius, style: style, part)
      } else {
        self.init(rect: a, b, radius: radius, style: style, part)
      }
    case .polygon(let points): self.init(polygon: points, radius: radius, style: style, part)
    case .path(let path): self.init(path: path, radius: radius, style: style, part)
    }
    if style.hasWholeVertices { self = addingUnitSquares(about: shape.vertices(join: style.join), part) }
  }

  /// The outline of the inside of `shape`; nothing for pencils and lines.
  ///
  /// Open subpaths are closed by straight lines. The rule applies only to polygons and paths.
  public init(fillOf shape: Shape, rule: FillRule = .nonzero) {
    self.init(fillOf: shape, rule: rule, .whole)
  }

  /// A part of that outline.
  init(fillOf shape: Shape, rule: FillRule, _ part: OutlinePart) {
    switch shape {
    case .pencil, .line: self = .nothing
    case .rect(let a, let b):
      guard let box = GridBox(area: a, b) else {
        self = .nothing
        return
      }
      var builder = ContourBuilder()
      builder.appendRect(box.left, box.top, box.right, box.bottom)
      self.init(origin: box.origin, contours: builder, isSimple: true)
    case .ellipse(let a, let b):
      guard let box = GridBox(area: a, b) else {
        self = .nothing
        return
      }
      var builder = ContourBuilder()
      EllipseFlattener(box).appendOffset(0, into: &builder)
      self.init(origin: box.origin, contours: builder, isSimple: true)
      ellipse = box
    case .roundedRect(let a, let b, let radius):
      guard let box = GridBox(a, b), let rounded = RoundedRect(box, radius: radius) else {
        self.init(fillOf: .rect(a, b))
        return
      }
      var builder = ContourBuilder()
      builder.append(contour: FarClipping.clip(contour: rounded.fill()))
      self.init(origin: box.origin, contours: builder, isSimple: true)
    case .polygon(let points): self.init(insideOf: points, rule: rule, part)
    case .path(let path): self.init(insideOf: path, rule: rule, part)
    }
  }

  private init(pencil points: [PencilPoint], radius: Double, style: StrokeStyle, _ part: OutlinePart) {
    guard let (origin, line) = Self.discs(along: points, radius: radius) else {
      self = .nothing
      return
    }
    var discs = line
    var builder = ContourBuilder(part, origin: origin)
    if let trimmed = ArrowHead.trim(discs, style: style, radius: radius) {
      discs = trimmed.discs
      for head in trimmed.heads { head.append(to: &builder) }
    }
    let stroker = PolylineStroker(alongPencil: discs, radius: radius, style: style)
    for chain in FarClipping(origin: origin).chains(of: discs) { stroker.stroke(chain, into: &builder) }
    self.init(origin: origin, contours: builder, isSimple: discs.count <= 2 && style.arrow == nil)
  }

  /// A pencil's discs, none equal to the next, and the whole pixel that they are relative to; nil if there is none or a
  /// coordinate is not finite.
  static func discs(
    along points: [PencilPoint], radius: Double
  ) -> (origin: Point, discs: [PolylineStroker.Disc])? {
    guard let origin = points.first?.point.onGrid?.pathOrigin else { return nil }
    var discs: [PolylineStroker.Disc] = []
    discs.reserveCapacity(points.count)
    for p in points {
      guard let point = p.point.onGrid else { return nil }
      let pressure = p.pressure > 0 ? Swift.min(p.pressure, 1) : 0
      let disc = PolylineStroker.Disc(x: point.x - origin.x, y: point.y - origin.y, radius: radius * pressure)
      if disc != discs.last { discs.append(disc) }
    }
    return (origin, discs)
  }

  private init(lineFrom a: Point, to b: Point, radius: Double, style: StrokeStyle, _ part: OutlinePart) {
    guard let a = a.onGrid, let b = b.onGrid else {
      self = .nothing
      return
    }
    let origin = a.pathOrigin
    var style = style
    var line = Subpath(start: a - origin)
    line.append(PathSegment(from: a - origin, to: b - origin))
    if !style.dash.isEmpty { line.extend(by: style.dashOverhang, &style) }
    let path = [line.start, line.end]
    var builder = ContourBuilder(part, origin: origin)
    // Dashes may touch each other, and heads overlap the line.
    let isSimple = a == b || (style.dash.isEmpty && style.arrow == nil)
    if a == b {
      builder.appendDot(at: path[0], direction: Point(x: 1, y: 0), radius: radius, cap: style.cap)
    } else {
      let discs = path.map { PolylineStroker.Disc(x: $0.x, y: $0.y, radius: radius) }
      let line = path[1] - path[0]
      builder.appendOpen(discs, origin: origin, radius: radius, style: style, startTangent: line, endTangent: line)
    }
    self.init(origin: origin, contours: builder, isSimple: isSimple)
  }

  private init(rect a: Point, _ b: Point, radius: Double, style: StrokeStyle, _ part: OutlinePart) {
    guard let box = GridBox(area: a, b) else {
      self = .nothing
      return
    }
    var builder = ContourBuilder(part, origin: box.origin)
    let isDashed = builder.appendDashes(along: box, radius: radius, style: style)
    if !isDashed {
      let (outset, inset) = (style.align.outset(2 * radius), style.align.inset(2 * radius))
      builder.appendRectStroke(box, outset: outset, inset: inset, join: style.join)
    }
    self.init(origin: box.origin, contours: builder, isSimple: !isDashed)
  }

  private init(ellipse a: Point, _ b: Point, radius: Double, style: StrokeStyle, _ part: OutlinePart) {
    guard let box = GridBox(area: a, b) else {
      self = .nothing
      return
    }
    var builder = ContourBuilder(part, origin: box.origin)
    let isDashed = builder.appendDashes(ofEllipse: box, radius: radius, style: style)
    if !isDashed {
      let hole = style.align.inset(2 * radius)
      // Without a hole it has the vertices of the fill.
      let hasHole = hole < Swift.min(box.width, box.height) / 2
      let ellipse = EllipseFlattener(box, lineWidth: hasHole ? 2 * radius : .infinity)
      ellipse.appendOffset(style.align.outset(2 * radius), into: &builder)
      ellipse.appendHole(hole, into: &builder)
    }
    self.init(origin: box.origin, contours: builder, isSimple: !isDashed)
    if !isDashed { ellipse = GridBox(box, inset: -style.align.outset(2 * radius)) }
  }
}
