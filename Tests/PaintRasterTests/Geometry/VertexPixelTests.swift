import Testing

@testable import PaintRaster

/// Lines of width 1 that fill the pixels of their ends and corners.
@Suite("Pixels at ends and corners")
struct VertexPixelTests {
  private static let side = 90

  private func center(_ x: Int, _ y: Int) -> Point { Point(x: Double(x) + 0.5, y: Double(y) + 0.5) }

  /// A shape through centres of pixels, and the pixels of its ends and corners.
  private struct Sample {
    var shape: Shape
    var pixels: [(x: Int, y: Int)]
  }

  private func sample(_ generator: inout ShapeGenerator) -> Sample {
    func pixel() -> (x: Int, y: Int) { (generator.random.whole(-9...99), generator.random.whole(-9...99)) }
    func pixels(_ count: Int) -> [(x: Int, y: Int)] { (0..<count).map { _ in pixel() } }
    func points(_ pixels: [(x: Int, y: Int)]) -> [Point] { pixels.map { center($0.x, $0.y) } }
    let (a, b) = (pixel(), pixel())
    switch generator.random.whole(0...6) {
    case 0:
      let all = pixels(generator.random.whole(1...7))
      return Sample(shape: .pencil(points(all).map { PencilPoint($0, pressure: 1) }), pixels: all)
    case 1: return Sample(shape: .line(center(a.x, a.y), center(b.x, b.y)), pixels: [a, b])
    case 2:
      // A box without area has no outline.
      let hasArea = a.x != b.x && a.y != b.y
      return Sample(
        shape: .rect(center(a.x, a.y), center(b.x, b.y)), pixels: hasArea ? [a, (a.x, b.y), b, (b.x, a.y)] : [])
    case 3:
      let all = pixels(generator.random.whole(3...7))
      return Sample(shape: .polygon(points(all)), pixels: all)
    case 4:
      // It has no corners, and none without area is drawn.
      return Sample(
        shape: .ellipse(center(a.x, a.y), center(b.x, generator.random.whole(0...1) == 0 ? a.y : b.y)), pixels: [])
    case 5:
      // Moves that draw nothing have no pixel; control points have none.
      let all = pixels(6)
      let at = points(all)
      return Sample(
        shape: .path(
          Path([
            .move(at[0]), .move(at[1]), .line(at[2]), .quadratic(at[0], at[3]), .close, .line(at[4]),
            .cubic(at[0], at[1], at[5]), .move(at[0]),
          ])), pixels: Array(all[1...]))
    default: return Sample(shape: .path(Path([.move(center(a.x, a.y))])), pixels: [])
    }
  }

  @Test(
    "are filled, and all others are unchanged", arguments: LineCap.allCases,
    [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func filled(cap: LineCap, seed: UInt64) throws {
    var generator = ShapeGenerator(seed: seed, side: Double(Self.side))
    for number in 0..<200 {
      let sample = sample(&generator)
      let join = LineJoin.allCases.randomElement(using: &generator.random) ?? .round
      var style = StrokeStyle(width: 1, cap: cap, join: join)
      let plain = try CoveragePicture(
        Outline(strokeOf: sample.shape, style: style), width: Self.side, height: Self.side)
      style.pixelRule = .wholeVertices
      let crisp = try CoveragePicture(
        Outline(strokeOf: sample.shape, style: style), width: Self.side, height: Self.side)
      var expected = plain.bytes
      for (x, y) in sample.pixels where (0..<Self.side).contains(x) && (0..<Self.side).contains(y) {
        expected[y * Self.side + x] = 255
      }
      for place in expected.indices where abs(Int(expected[place]) - Int(crisp.bytes[place])) > 1 {
        let pixel = "pixel \(place % Self.side),\(place / Self.side)"
        Issue.record(
          """
          seed \(seed), shape \(number) \(sample.shape), \(cap), \(join): \(pixel) has \(crisp.bytes[place]) instead of \
          \(expected[place])
          """)
        break
      }
    }
  }

  @Test("a straight line is a row of full pixels including both ends, and a dot is one pixel")
  func straight() throws {
    let style = StrokeStyle(width: 1, pixelRule: .wholeVertices)
    let line = try CoveragePicture(
      Outline(strokeOf: .line(center(10, 10), center(390, 10)), style: style), width: 400, height: 20)
    for y in 0..<20 {
      for x in 0..<400 {
        #expect(line[x, y] == (y == 10 && (10...390).contains(x) ? 255 : 0), "\(x),\(y)")
      }
    }
    let dot = try CoveragePicture(
      Outline(strokeOf: .pencil([PencilPoint(center(4, 5), pressure: 1)]), style: style), width: 12, height: 12)
    #expect(dot.bytes.indices.filter { dot.bytes[$0] != 0 } == [5 * 12 + 4])
    #expect(dot[4, 5] == 255)
  }

  @Test("a pencil's are filled where its pressure is full")
  func pressed() throws {
    let points = [(10, 1.0), (30, 0.5), (50, 1.0)].map { PencilPoint(center($0.0, 10), pressure: $0.1) }
    let picture = try CoveragePicture(
      Outline(strokeOf: .pencil(points), style: StrokeStyle(width: 1, pixelRule: .wholeVertices)), width: 60, height: 20
    )
    #expect(picture[10, 10] == 255 && picture[50, 10] == 255 && (120...140).contains(picture[30, 10]))
  }

  @Test("a NaN point draws nothing, and far points draw no square on the canvas")
  func odd() {
    let style = StrokeStyle(width: 1, pixelRule: .wholeVertices)
    #expect(Outline(strokeOf: .line(center(1, 1), Point(x: .nan, y: 0)), style: style).isEmpty)
    #expect(
      Outline(strokeOf: .line(center(1, 1), center(2, 2)), style: StrokeStyle(width: 0, pixelRule: .wholeVertices))
        .isEmpty)
    let far = Outline(strokeOf: .line(Point(x: 1e12 + 0.5, y: 0.5), Point(x: 1e12 + 9.5, y: 0.5)), style: style)
    #expect(far.contours.points.allSatisfy { abs($0.x) <= 1e9 && abs($0.y) <= 1e9 })
  }
}
