import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("Lines of dabs")
struct DabTests {
  private static let size = (width: 100, height: 70)

  private func random(_ seed: UInt64) -> DabCurve {
    var random = SeededGenerator(seed: seed)
    let widths = [random.real(0.3...4), random.real(3...30), random.real(3...60), random.real(60...200)]
    let hardness = [0, 1, random.real(0...1), 0.5]
    let flows = [1, random.real(0...1), random.real(0.01...0.1), 0.2]
    let spacings = [0.1, random.real(0.01...0.2), random.real(0.2...3), 1]
    let count = [1, 2, 2, 3, 5, 20][random.whole(0...5)]
    var points: [PencilPoint] = []
    for _ in 0..<count {
      var (x, y) = (random.real(-30...130), random.real(-30...100))
      if random.whole(0...3) == 0 { (x, y) = (x.rounded(), y.rounded()) }
      func grid(_ value: Double) -> Double { (value * 65_536).rounded(.toNearestOrEven) / 65_536 }
      var point = PencilPoint(Point(x: grid(x), y: grid(y)))
      if random.whole(0...2) > 0 { point.pressure = random.real(0...1) }
      if random.whole(0...2) == 0 { point.opacity = random.real(0...1) }
      points.append(point)
    }
    return DabCurve(
      points: points, width: widths[random.whole(0...3)], hardness: hardness[random.whole(0...3)],
      flow: flows[random.whole(0...3)], spacing: spacings[random.whole(0...3)])
  }

  private func style(_ curve: DabCurve) -> StrokeStyle {
    StrokeStyle(
      width: curve.width, hardness: curve.hardness, dabs: Dabs(flow: curve.flow, spacing: curve.spacing))
  }

  private func bytes(_ shape: Shape, _ style: StrokeStyle) throws -> [UInt8] {
    let (width, height) = Self.size
    let canvas = try #require(CanvasSize(width: width, height: height))
    let line = try #require(SoftLine(shape, style: style, on: canvas))
    var bytes = [UInt8](repeating: 0, count: width * height)
    line.forEachTile(on: canvas) { (index, coverage) throws(Never) in
      for y in 0..<min(Tile.edge, height - index.y * Tile.edge) {
        for x in 0..<min(Tile.edge, width - index.x * Tile.edge) {
          var value: UInt8 = 255
          if case .mask(let mask) = coverage { value = mask.bytes[y * Tile.edge + x] }
          bytes[(index.y * Tile.edge + y) * width + index.x * Tile.edge + x] = value
        }
      }
    }
    return bytes
  }

  @Test("every pixel is within 1/255 of the formula in doubles")
  func exact() throws {
    var (paths, worst) = (0, 0.0)
    for seed in 0..<UInt64(isThorough ? 20_000 : 60) {
      let curve = random(seed)
      let drawn = try bytes(.pencil(curve.points), style(curve))
      let dabs = curve.dabs
      var places = SeededGenerator(seed: seed + 1)
      for _ in 0..<100 {
        let (x, y) = (places.whole(0...Self.size.width - 1), places.whole(0...Self.size.height - 1))
        let exact = 255 * curve.coverage(of: dabs, x: Double(x) + 0.5, y: Double(y) + 0.5)
        let error = abs(Double(drawn[y * Self.size.width + x]) - exact)
        worst = max(worst, error)
        if error > 1 {
          Issue.record("seed \(seed): \(drawn[y * Self.size.width + x]) instead of \(exact) at \(x),\(y)")
          break
        }
      }
      paths += 1
    }
    if isThorough { print("dabs: \(paths) paths, at most \(worst)/255 from the formula") }
  }

  @Test("a line moved by whole pixels has the same bytes")
  func moved() throws {
    let (width, height) = Self.size
    for seed in 0..<UInt64(isThorough ? 400 : 20) {
      let curve = random(seed)
      let (dx, dy) = (Int(seed % 5) * 7 + 1, Int(seed % 3) * 9 + 4)
      let other = curve.points.map {
        PencilPoint(
          Point(x: $0.point.x + Double(dx), y: $0.point.y + Double(dy)), pressure: $0.pressure, opacity: $0.opacity)
      }
      let first = try bytes(.pencil(curve.points), style(curve))
      let second = try bytes(.pencil(other), style(curve))
      let isSame = (0..<height - dy).allSatisfy { y in
        (0..<width - dx).allSatisfy { x in first[y * width + x] == second[(y + dy) * width + x + dx] }
      }
      #expect(isSame, "seed \(seed)")
    }
  }

  @Test("a point in the middle of a segment with one width changes nothing, and lines and curves are like pencils")
  func shapes() throws {
    let (a, b) = (Point(x: 12.25, y: 20), Point(x: 90, y: 57.5))
    let style = StrokeStyle(width: 18, hardness: 0.3, dabs: Dabs(flow: 0.2, spacing: 0.15))
    let pencil = try bytes(.pencil([PencilPoint(a), PencilPoint(b)]), style)
    let middle = PencilPoint.between(PencilPoint(a), PencilPoint(b), 0.5)
    let divided = try bytes(.pencil([PencilPoint(a), middle, PencilPoint(b)]), style)
    #expect(zip(pencil, divided).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(try bytes(.line(a, b), style) == pencil)
    #expect(try bytes(.path(Path(curveThrough: [a, b])), style) == pencil)
  }

  @Test(
    "the last dab is at the end of a path that is a whole number of distances long, and a ring has one at its start")
  func ends() {
    func count(_ shape: Shape, width: Double, spacing: Double) -> Int {
      SoftLine.dabCount(along: shape, StrokeStyle(width: width, dabs: Dabs(spacing: spacing)))
    }
    for steps in [1, 3, 7, 10, 49, 100, 333] {
      // 0.1 · 12 is not a number of binary fractions.
      let line = Shape.line(Point(x: 0.5, y: 0.5), Point(x: 0.5 + 1.2 * Double(steps), y: 0.5))
      #expect(count(line, width: 12, spacing: 0.1) == steps + 1)
    }
    let box = [(0, 0), (40, 0), (40, 30), (0, 30), (0, 0)].map { PencilPoint(Point(x: $0, y: $1)) }
    #expect(count(.pencil(box), width: 10, spacing: 1) == 15)
    let dot = Shape.pencil([PencilPoint(Point(x: 4, y: 4))])
    #expect(count(dot, width: 9, spacing: 0.1) == 1)
    // A quarter of a pixel at least, where the width is 0 too.
    let thin = Shape.pencil([0, 10].map { PencilPoint(Point(x: $0, y: 0), pressure: 0) })
    #expect(count(thin, width: 9, spacing: 0.1) == 41)
    #expect(count(.line(Point(x: 0, y: 0), Point(x: 1e9, y: 0)), width: 1, spacing: 0.01) == Dabs.mostDabs + 1)
  }

  @Test("dabs lighten to the opacity and no further, and flow 0 draws nothing")
  func limits() throws {
    let line = Shape.line(Point(x: 0, y: 35), Point(x: 100, y: 35))
    var former = [UInt8](repeating: 0, count: Self.size.width * Self.size.height)
    for flow in [0, 0.05, 0.2, 0.6, 1] {
      let drawn = try bytes(line, StrokeStyle(width: 20, hardness: 0.5, dabs: Dabs(flow: flow, spacing: 0.1)))
      #expect(zip(former, drawn).allSatisfy { $0 <= $1 })
      if flow == 0 { #expect(drawn.allSatisfy { $0 == 0 }) }
      former = drawn
    }
    #expect(former[35 * Self.size.width + 50] == 255)
  }

  @Test("numbers that are not finite, far away or zero draw nothing and do not trap")
  func strange() throws {
    let size = try #require(CanvasSize(width: 40, height: 40))
    for bad in [Double.nan, .infinity, -1, 0, 1e300, 1e-300] {
      for shape in [
        Shape.line(Point(x: bad, y: 5), Point(x: 9, y: bad)), .line(Point(x: 1, y: 5), Point(x: 30, y: 5)),
        .pencil([PencilPoint(Point(x: 5, y: 5), pressure: bad), PencilPoint(Point(x: 9, y: 5), opacity: bad)]),
      ] {
        for dabs in [Dabs(flow: bad, spacing: 0.1), Dabs(flow: 0.5, spacing: bad), Dabs()] {
          let style = StrokeStyle(width: 20, hardness: bad, dabs: dabs)
          SoftLine(shape, style: style, on: size)?.forEachTile(on: size) { (_, _) throws(Never) in }
        }
      }
    }
  }
}
