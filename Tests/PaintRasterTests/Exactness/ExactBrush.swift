@testable import PaintRaster
import PaintTestSupport

/// The kinds of strokes and fills that the rasteriser draws, with random shapes and their true area.
enum ExactBrush: String, CaseIterable, Sendable {
  case pencil = "pencil, eraser"
  case pressedPencil = "pencil of varying width"
  case line = "line"
  case rect = "rect"
  case rectFill = "rect, filled"
  case roundedRect = "rounded rect"
  case roundedRectFill = "rounded rect, filled"
  case ellipse = "ellipse"
  case ellipseFill = "ellipse, filled"
  case polygon = "polygon"
  case polygonFill = "polygon, filled"
  case path = "path"
  case pathFill = "path, filled"
  case dashes = "dashes"
  case arrow = "arrow"
  case curvedDashes = "dashes of curves"
  case curvedArrow = "arrow on curves"
  case ellipseDashes = "dashes of ellipses"
  case roundedRectDashes = "dashes of rounded rects"

  /// The side of the canvas, in pixels: larger than a tile.
  static let side = 40

  /// The coverage drawn for a seed, and the true coverage.
  struct Sample {
    let picture: CoveragePicture
    let area: [Double]
    let overlap: [Double]
    /// The area that the outline itself encloses, if it is known to be correct where nothing overlaps.
    let outlineArea: [Double]?
    let description: String
  }

  /// The shape drawn for a seed.
  struct Drawing {
    var shape: Shape
    var style: StrokeStyle
    /// The fill rule, or nil for its stroke.
    var fill: FillRule?

    var outline: Outline {
      fill.map { Outline(fillOf: shape, rule: $0) } ?? Outline(strokeOf: shape, style: style)
    }
  }

  /// The drawing of that seed.
  func drawing(seed: UInt64) -> Drawing {
    var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(Self.allCases.firstIndex(of: self) ?? 0))
    var style = randomStyle(&random)
    let shape = randomShape(width: style.width, &random)
    var fill: FillRule?
    switch self {
    case .rectFill, .roundedRectFill, .ellipseFill: fill = .nonzero
    case .polygonFill, .pathFill: fill = random.whole(0...1) == 0 ? .nonzero : .evenodd
    case .dashes, .curvedDashes, .ellipseDashes, .roundedRectDashes:
      for _ in 0..<random.whole(1...4) { style.dash.append(random.real(1...20)) }
      style.dashOffset = random.real(-60...60)
    case .arrow, .curvedArrow:
      style.arrow = [.start, .end, .both][random.whole(0...2)]
      style.arrowForm.shape = ArrowForm.Shape.allCases[random.whole(0...3)]
      if random.whole(0...1) == 0 { style.arrowForm.size = .widths(random.real(0.5...8)) }
    default: break
    }
    return Drawing(shape: shape, style: style, fill: fill)
  }

  /// The sample of that seed, with the true area computed on that many lines a pixel.
  func sample(seed: UInt64, lines: Int) throws -> Sample {
    let drawing = drawing(seed: seed)
    let (shape, style, fill) = (drawing.shape, drawing.style, drawing.fill)
    let outline = drawing.outline
    let picture = try CoveragePicture(outline, width: Self.side, height: Self.side)
    let (area, overlap) = Self.truth(of: shape, style: style, fill: fill, lines: lines)
    return Sample(
      picture: picture, area: area, overlap: overlap,
      outlineArea: outline.isSimple || fill != nil
        ? OutlineArea(outline, width: Self.side, height: Self.side).area : nil,
      description: "seed \(seed): \(shape) \(fill.map { "filled, \($0)" } ?? "\(style)")")
  }

  private static func truth(
    of shape: Shape, style: StrokeStyle, fill: FillRule?, lines: Int
  ) -> (area: [Double], overlap: [Double]) {
    let truth: TrueShape
    switch (shape, fill) {
    case (.polygon, let rule?), (.path, let rule?):
      return TruePath(shape.path).area(rule, width: side, height: side, lines: lines)
    case (_, _?): truth = TrueShape(fillOf: shape)
    case (.polygon, nil), (.path, nil):
      truth = TrueShape(strokeOf: TruePath(shape.path, sagitta: 0.000_2, reach: style.width / 2), style: style)
    case (.line(let a, let b), nil) where style.arrow != nil:
      truth = TrueShape(strokeOf: TruePath(Path([.move(a), .line(b)])), style: style)
    case (.pencil(let points), nil) where style.arrow != nil:
      let path = Path([.move(points[0].point)] + points.dropFirst().map { .line($0.point) })
      truth = TrueShape(
        strokeOf: TruePath(path),
        style: StrokeStyle(width: style.width, arrow: style.arrow, arrowForm: style.arrowForm))
    case (.ellipse(let a, let b), nil) where !style.dash.isEmpty:
      let (low, high) = TrueShape.corners(a, b)
      truth = TrueShape(strokeOf: TruePath(ellipse: low, high, reach: style.width / 2), style: style)
    case (.roundedRect(let a, let b, let radius), nil) where !style.dash.isEmpty:
      let (low, high) = TrueShape.corners(a, b)
      let path = TruePath(roundedBox: low, high, radius: radius, reach: style.width / 2)
      truth = TrueShape(strokeOf: path, style: style)
    case (_, nil): truth = TrueShape(strokeOf: shape, style: style)
    }
    let found = TrueArea(truth, width: side, height: side, lines: lines)
    return (found.area, found.overlap)
  }

  /// A width of 0.2 to 80 px, every octave equally often.
  private func randomStyle(_ random: inout SeededGenerator) -> StrokeStyle {
    var generator = ShapeGenerator(seed: random.next(), side: Double(Self.side))
    var style = generator.style()
    if [.dashes, .curvedDashes, .arrow, .curvedArrow].contains(self) { style.width = min(style.width, 20) }
    return style
  }

  private func randomShape(width: Double, _ random: inout SeededGenerator) -> Shape {
    // Wide lines are placed so that their borders cross the canvas.
    let margin = 4 + random.real(0...0.6) * width
    func point() -> Point {
      let range = -margin...Double(Self.side) + margin
      // On the grid: the rounding of coordinates is not tested here.
      return Point(x: random.real(range), y: random.real(range)).onGrid ?? Point(x: 0, y: 0)
    }
    let kind = random.whole(0...3)
    switch (self, kind) {
    case (.pencil, _), (.pressedPencil, _), (.arrow, 0):
      var points = [PencilPoint(point())]
      let reach = random.real(1...24)
      for _ in 0..<random.whole(self == .arrow ? 1...7 : 0...7) {
        let last = points[points.count - 1].point
        let next = Point(x: last.x + random.real(-reach...reach), y: last.y + random.real(-reach...reach))
        points.append(PencilPoint(next.onGrid ?? last))
      }
      if self == .pressedPencil {
        points = points.map { PencilPoint($0.point, pressure: random.real(0...1)) }
      }
      return .pencil(points)
    case (.line, _), (.dashes, 0), (.arrow, 1): return .line(point(), point())
    case (.rect, _), (.rectFill, _), (.dashes, 1): return .rect(point(), point())
    case (.roundedRect, _), (.roundedRectFill, _), (.roundedRectDashes, _):
      return .roundedRect(point(), point(), radius: random.real(0.1...30))
    case (.ellipse, _), (.ellipseFill, _), (.ellipseDashes, _): return .ellipse(point(), point())
    case (.polygon, _), (.polygonFill, _), (.dashes, 2):
      return .polygon((0..<random.whole(3...8)).map { _ in point() })
    case (.dashes, _), (.arrow, _):
      return .path(Path([.move(point())] + (0..<random.whole(1...4)).map { _ in .line(point()) }))
    case (.path, _), (.pathFill, _), (.curvedDashes, _), (.curvedArrow, _):
      var elements: [Path.Element] = [.move(point())]
      for _ in 0..<random.whole(1...3) {
        switch random.whole(0...9) {
        case 0, 1: elements.append(.line(point()))
        case 2, 3: elements.append(.quadratic(point(), point()))
        case 4, 5, 6: elements.append(.cubic(point(), point(), point()))
        case 7 where elements.count > 1: elements.append(.close)
        default:
          let arc = EllipticArc(
            radiusX: random.real(1...30), radiusY: random.real(1...30), rotation: random.real(-180...180),
            isLarge: random.whole(0...1) == 1, sweeps: random.whole(0...1) == 1)
          elements.append(.arc(arc, point()))
        }
      }
      return .path(Path(elements))
    }
  }
}

extension Shape {
  /// A polygon or path as a path.
  fileprivate var path: Path {
    switch self {
    case .polygon(let points): Path([.move(points[0])] + points.dropFirst().map { .line($0) } + [.close])
    case .path(let path): path
    default: Path()
    }
  }
}
