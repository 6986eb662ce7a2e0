import Glibc
import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("Path: curves through points")
struct CentripetalCurveTests {
  private func points(_ random: inout SeededGenerator, _ count: Int, side: Double = 150) -> [Point] {
    (0..<count).map { _ in
      Point(x: (random.real(5...side) * 64).rounded() / 64, y: (random.real(5...side) * 64).rounded() / 64)
    }
  }

  private func cubics(_ path: Path) -> [PathSegment] {
    var segments: [PathSegment] = []
    var here = Point(x: 0, y: 0)
    for element in path.elements {
      switch element {
      case .move(let end), .line(let end): here = end
      case .cubic(let first, let second, let end):
        segments.append(PathSegment(from: here, control1: first, control2: second, to: end))
        here = end
      default: break
      }
    }
    return segments
  }

  private func point(of cubic: PathSegment, at t: Double) -> Point {
    let u = 1 - t
    func value(_ axis: (Point) -> Double) -> Double {
      let inner = 3 * u * u * t * axis(cubic.control1) + 3 * u * t * t * axis(cubic.control2)
      return u * u * u * axis(cubic.from) + inner + t * t * t * axis(cubic.to)
    }
    return Point(x: value { $0.x }, y: value { $0.y })
  }

  @Test("every span is the cubic of Barry and Goldman's pyramid", arguments: [false, true])
  func pyramid(isClosed: Bool) {
    var worst = 0.0
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let knots = points(&random, random.whole(3...9), side: seed % 3 == 0 ? 12 : 4_000)
      let cubics = cubics(Path(curveThrough: knots, isClosed: isClosed))
      let spans = BarryGoldmanSpline.spans(through: knots, isClosed: isClosed)
      #expect(cubics.count == spans.count, "seed \(seed)")
      for (cubic, span) in zip(cubics, spans) {
        for step in 0...16 {
          let share = Double(step) / 16
          let (a, b) = (point(of: cubic, at: share), BarryGoldmanSpline.point(span, share: share))
          worst = max(worst, hypot(a.x - b.x, a.y - b.y))
        }
      }
    }
    // Control points are on the grid of 1/65,536 pixel.
    #expect(worst < 1.0 / 65_536, "off by \(worst) pixels")
  }

  @Test("the outline has half the width as its distance from the spline", arguments: [false, true])
  func drawn(isClosed: Bool) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let knots = points(&random, random.whole(3...6), side: 75)
      let style = StrokeStyle(width: 8, join: .round)
      let outline = Outline(strokeOf: .path(Path(curveThrough: knots, isClosed: isClosed)), style: style)
      let picture = try CoveragePicture(outline, width: 80, height: 80)
      let samples = BarryGoldmanSpline.spans(through: knots, isClosed: isClosed).flatMap { span in
        (0...120).map { BarryGoldmanSpline.point(span, share: Double($0) / 120) }
      }
      for y in 0..<80 {
        for x in 0..<80 {
          let (dx, dy) = (Double(x) + 0.5, Double(y) + 0.5)
          var square = Double.infinity
          for sample in samples {
            square = min(square, (sample.x - dx) * (sample.x - dx) + (sample.y - dy) * (sample.y - dy))
          }
          let distance = square.squareRoot()
          if distance < 3.2 {
            #expect(picture[x, y] == 255, "seed \(seed), \(x),\(y), \(distance) away")
          } else if distance > 4.8 {
            #expect(picture[x, y] == 0, "seed \(seed), \(x),\(y), \(distance) away")
          }
        }
      }
    }
  }

  @Test("a closed curve is smooth at every point, its first one too")
  func seam() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let path = Path(curveThrough: points(&random, random.whole(3...7)), isClosed: true)
      #expect(path.elements.last == .close)
      let cubics = cubics(path)
      for (place, next) in cubics.enumerated() {
        let before = cubics[(place + cubics.count - 1) % cubics.count]
        #expect(before.to == next.from)
        let (into, outOf) = (before.to - before.control2, next.control1 - next.from)
        let lengths = hypot(into.x, into.y) * hypot(outOf.x, outOf.y)
        guard lengths > 0.01 else { continue }
        #expect((into.x * outOf.x + into.y * outOf.y) / lengths > 0.999_999, "seed \(seed), point \(place)")
      }
      // The choice of the first point does not matter.
      var turned = points(&random, 5)
      let first = self.cubics(Path(curveThrough: turned, isClosed: true))
      turned.append(turned.removeFirst())
      let second = self.cubics(Path(curveThrough: turned, isClosed: true))
      #expect(first.dropFirst().map(\.control1) == second.dropLast().map(\.control1), "seed \(seed)")
      #expect(first[0].control2 == second[4].control2, "seed \(seed)")
    }
  }

  @Test("moving by whole pixels moves every control point by as much; the other direction has the same ones")
  func invariance() {
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let knots = points(&random, random.whole(1...8))
      let (dx, dy) = (Double(random.whole(-5_000...5_000)), Double(random.whole(-5_000...5_000)))
      for isClosed in [false, true] {
        let path = Path(curveThrough: knots, isClosed: isClosed)
        let there = Path(curveThrough: knots.map { Point(x: $0.x + dx, y: $0.y + dy) }, isClosed: isClosed)
        #expect(cubics(path).map(\.control1).map { Point(x: $0.x + dx, y: $0.y + dy) } == cubics(there).map(\.control1))
        #expect(cubics(path).map(\.to).map { Point(x: $0.x + dx, y: $0.y + dy) } == cubics(there).map(\.to))
        let back = cubics(Path(curveThrough: knots.reversed(), isClosed: isClosed))
        let forth = Array(cubics(path).reversed())
        // Reversed, a closed curve begins at its last point, a span later.
        let same = isClosed && forth.count > 1 ? Array(forth.dropFirst() + forth.prefix(1)) : forth
        #expect(back.map(\.control1) == same.map(\.control2), "seed \(seed)")
        #expect(back.map(\.control2) == same.map(\.control1), "seed \(seed)")
      }
    }
  }

  @Test("repeated points do not count; one point is a dot, two are a straight line")
  func fewPoints() {
    let (a, b, c) = (Point(x: 10, y: 10), Point(x: 50, y: 20), Point(x: 30, y: 60))
    for isClosed in [false, true] {
      func path(_ points: [Point]) -> Path { Path(curveThrough: points, isClosed: isClosed) }
      #expect(path([]).elements == [])
      // A move alone draws nothing.
      #expect(path([a]).elements == [.move(a), .line(a)])
      #expect(path([a, a, a]).elements == [.move(a), .line(a)])
      #expect(path([a, b]).elements == [.move(a), .line(b)] + (isClosed ? [.close] : []))
      #expect(path([a, a, b, b]) == path([a, b]))
      #expect(path([a, a, b, c, c, c]) == path([a, b, c]))
      #expect(path([a, b, a, b]) != path([a, b]))
    }
    #expect(Path(curveThrough: [a, b, c, a, a], isClosed: true) == Path(curveThrough: [a, b, c], isClosed: true))
    #expect(Path(curveThrough: [a, b, c, a]) != Path(curveThrough: [a, b, c]))
    // Nearer than the grid is the same.
    #expect(Path(curveThrough: [a, Point(x: 10.000_001, y: 10), b]) == Path(curveThrough: [a, b]))
  }

  @Test("through points on a line, the curve stays on it, and does not go beyond the ends")
  func collinear() throws {
    let line = [0.0, 1, 30, 31, 90, 100].map { Point(x: 10 + $0, y: 20 + 2 * $0) }
    for cubic in cubics(Path(curveThrough: line)) {
      var last = cubic.from.x
      for step in 1...32 {
        let here = point(of: cubic, at: Double(step) / 32)
        #expect(abs((here.x - 10) * 2 - (here.y - 20)) < 0.001)
        #expect(here.x >= last, "no way back")
        last = here.x
      }
    }
    // There and back: the turn is at the point.
    let turned = [10.0, 60, 30].map { Point(x: $0, y: 40) }
    let picture = try CoveragePicture(
      Outline(strokeOf: .path(Path(curveThrough: turned)), style: StrokeStyle(width: 4, cap: .butt)), width: 100,
      height: 80)
    #expect(picture[59, 39] == 255 && (62..<100).allSatisfy { picture[$0, 39] == 0 })
    #expect((0..<10).allSatisfy { picture[$0, 39] == 0 } && picture[10, 39] == 255)
  }

  @Test("huge coordinates and NaN draw no wrong pixels")
  func extremes() {
    for number in [1e15, -1e15, .infinity, .nan, 1e300, -0.0] {
      for isClosed in [false, true] {
        let points = [
          Point(x: number, y: 5), Point(x: 50, y: number), Point(x: 20, y: 20), Point(x: number, y: number),
        ]
        let outline = Outline(
          strokeOf: .path(Path(curveThrough: points, isClosed: isClosed)), style: StrokeStyle(width: 3))
        _ = try? CoveragePicture(outline, width: 64, height: 64)
      }
    }
  }
}
