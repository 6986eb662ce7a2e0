import PaintTestSupport
import Testing

@testable import PaintRaster

/// Outlines drawn in parts, compared with the same outlines drawn as a whole.
@Suite("Outlines of very many vertices")
struct DenseOutlineTests {
  /// Kinds of shapes with many points.
  enum Kind: CaseIterable, Sendable {
    case pencil, polygon, polyline, curve, closedCurve, path

    func shape(_ points: [Point], _ random: inout SeededGenerator) -> Shape {
      switch self {
      case .pencil: return .pencil(points.map { PencilPoint($0, pressure: random.real(0...1)) })
      case .polygon: return .polygon(points)
      case .polyline: return .path(Path([.move(points[0])] + points.dropFirst().map { .line($0) }))
      case .curve: return .path(Path(curveThrough: points))
      case .closedCurve: return .path(Path(curveThrough: points, isClosed: true))
      case .path:
        var elements: [Path.Element] = [.move(points[0])]
        for i in stride(from: 1, to: points.count - 3, by: 3) {
          switch random.whole(0...7) {
          case 0: elements += [.move(points[i])]
          case 1: elements += [.close]
          case 2: elements += [.line(points[i])]
          case 3: elements += [.quadratic(points[i], points[i + 1])]
          default: elements += [.cubic(points[i], points[i + 1], points[i + 2])]
          }
        }
        return .path(Path(elements))
      }
    }
  }

  /// Some hundred vertices count as very many.
  private static let limits: [DenseOutline.Limits] = [
    DenseOutline.Limits(verticesOfWhole: 100, verticesAtOnce: 1_000, leastVertices: 300, segmentsAtOnce: 3),
    DenseOutline.Limits(verticesOfWhole: 300, verticesAtOnce: 200, leastVertices: 100, segmentsAtOnce: 1),
    DenseOutline.Limits(verticesOfWhole: .max, segmentsAtOnce: 5),
  ]

  /// A new seed each time; the optimised build has time for more.
  private static let seeds: [UInt64] =
    [.random(in: 9 ... .max)] + (isOptimised ? [1, 2, 3, 4, 5, 6, 7, 8] : [])

  private func points(_ count: Int, _ size: CanvasSize, _ random: inout SeededGenerator) -> [Point] {
    let (width, height) = (Double(size.width), Double(size.height))
    let isFar = random.whole(0...5) == 0
    let reach = random.whole(0...1) == 0 ? 20.0 : 2 * width
    return (0..<count).map { _ in
      let point = Point(x: random.real(-reach...width + reach), y: random.real(-reach...height + reach))
      switch random.whole(0...9) {
      case 0 where isFar: return Point(x: point.x * 2e3, y: point.y * 3e3)
      case 1: return Point(x: point.x.rounded(), y: point.y.rounded())
      default: return point
      }
    }
  }

  private func style(_ random: inout SeededGenerator) -> StrokeStyle {
    var style = StrokeStyle(
      width: [0.4, 1, 5, 20].randomElement(using: &random) ?? 1,
      cap: LineCap.allCases.randomElement(using: &random) ?? .round,
      join: LineJoin.allCases.randomElement(using: &random) ?? .round)
    if random.whole(0...1) == 0 {
      style.dash = [[10, 10], [3], [0, 6], [60, 5, 2, 5], [400, 30]].randomElement(using: &random) ?? []
      style.dashOffset = random.real(-20...20)
    }
    if random.whole(0...3) == 0 { style.arrow = ArrowEnds.both }
    if style.width == 1 { style.pixelRule = .wholeVertices }
    return style
  }

  private func bytes(_ outline: ShapeOutline, _ size: CanvasSize, antialiased: Bool, threads: Int) throws -> [UInt8] {
    switch outline {
    case .whole(let outline):
      return try CoveragePicture(outline, width: size.width, height: size.height, antialiased: antialiased).bytes
    case .dense(let outline):
      var bytes = [UInt8](repeating: 0, count: size.width * size.height)
      var last = -1
      outline.forEachTile(antialiased: antialiased, with: Workers(count: threads)) {
        (index, coverage) throws(Never) in
        let place = index.y * size.tileColumns + index.x
        #expect(place > last, "tiles come in their order")
        last = place
        let box = index.box.intersection(size.box)
        for y in box.y..<box.maxY {
          for x in box.x..<box.maxX {
            switch coverage {
            case .full: bytes[y * size.width + x] = 255
            case .mask(let mask):
              bytes[y * size.width + x] = mask.bytes[(y - index.box.y) * Tile.edge + x - index.box.x]
            }
          }
        }
      }
      return bytes
    }
  }

  @Test("cover the same to the bit as one outline", arguments: Kind.allCases)
  func agrees(_ kind: Kind) throws {
    let whole = OutlinePart(segmentsAtOnce: .max)
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let size = try #require(CanvasSize(width: random.whole(20...200), height: random.whole(20...150)))
      let shape = kind.shape(points(random.whole(8...50), size, &random), &random)
      let style = style(&random)
      for area in [
        DenseOutline.Area.line(shape, style), .inside(shape, .nonzero), .inside(shape, .evenodd),
      ] {
        for antialiased in [true, false] {
          let expected = try bytes(.whole(area.outline(whole)), size, antialiased: antialiased, threads: 1)
          for limits in Self.limits {
            let outline = ShapeOutline(area, size, limits)
            let found = try bytes(outline, size, antialiased: antialiased, threads: 2)
            #expect(found == expected, "\(kind), seed \(seed), \(area), antialiased \(antialiased)")
          }
        }
      }
    }
  }

  @Test("rows of tiles for two outlines cover the same as both of them")
  func bands() throws {
    var random = SeededGenerator(seed: 11)
    let size = try #require(CanvasSize(width: 150, height: 200))
    let shape = Kind.closedCurve.shape(points(40, size, &random), &random)
    let line = ShapeOutline(.line(shape, StrokeStyle(width: 3)), size, Self.limits[0])
    let inside = ShapeOutline(.inside(shape, .nonzero), size, DenseOutline.Limits())
    let expected = try bytes(
      .whole(Outline(strokeOf: shape, style: StrokeStyle(width: 3))), size, antialiased: true, threads: 1)
    var found = [UInt8](repeating: 0, count: expected.count)
    let bands = ShapeOutline.bands(inside, line)
    #expect(bands.count > 1)
    for case let rows? in bands {
      let part = try CoveragePicture(line.outline(of: rows), width: size.width, height: size.height).bytes
      let places =
        rows.lowerBound * Tile.edge * size.width..<min(rows.upperBound * Tile.edge, size.height) * size.width
      found.replaceSubrange(places, with: part[places])
    }
    #expect(found == expected)
  }

  @Test("outlines to the right of the canvas are outside of it, in parts too")
  func outside() throws {
    var random = SeededGenerator(seed: 12)
    let size = try #require(CanvasSize(width: 150, height: 200))
    let points = points(40, size, &random)
    for (x, isOutside) in [(0.0, false), (2_000, true)] {
      let shape = Shape.path(Path(curveThrough: points.map { Point(x: $0.x + x, y: $0.y) }))
      let line = ShapeOutline(.line(shape, StrokeStyle(width: 3)), size, Self.limits[0])
      guard case .dense = line else {
        Issue.record("the outline has too few vertices")
        continue
      }
      #expect(line.isOutside(size) == isOutside)
      #expect(ShapeOutline(strokeOf: shape, style: StrokeStyle(width: 3), on: size).isOutside(size) == isOutside)
    }
  }
}
