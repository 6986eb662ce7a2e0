import Testing

@testable import PaintRaster

@Suite("Spray")
struct SprayTests {
  private func dots(_ spray: Spray, _ points: [PencilPoint]) -> [Point] {
    spray.path(along: points).elements.compactMap { if case .move(let point) = $0 { point } else { nil } }
  }

  /// The published outputs of SplitMix64 from a state, as the formula of the dots uses them.
  private func plain(_ spray: Spray, from a: Point, to b: Point) -> [Point] {
    var state = spray.seed
    func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    let (dx, dy, r) = (b.x - a.x, b.y - a.y, spray.width / 2)
    let area = 2 * r * (dx * dx + dy * dy).squareRoot() + .pi * r * r
    let count = Int((spray.density * area / (.pi * spray.dotSize * spray.dotSize / 4) + 0.5).rounded(.down))
    return (0..<count).map { _ in
      let t = Double(next() >> 11) / 0x1p53
      while true {
        let bits = next()
        let (u, v) = (Double(bits >> 32) / 0x1p31 - 1, Double(bits & 0xFFFF_FFFF) / 0x1p31 - 1)
        if u * u + v * v <= 1 { return Point(x: a.x + dx * t + r * u, y: a.y + dy * t + r * v) }
      }
    }
  }

  @Test("the dots of a straight line are those of the formula", arguments: [0, 1, 4_294_967_295] as [UInt64])
  func formula(seed: UInt64) {
    let spray = Spray(width: 31, dotSize: 2, density: 0.3, seed: seed)
    let (a, b) = (Point(x: 10.25, y: 20.5), Point(x: 90, y: 71.75))
    for end in [b, a] {
      let found = dots(spray, [PencilPoint(a), PencilPoint(end)])
      let expected = plain(spray, from: a, to: end)
      #expect(found.count == expected.count && !found.isEmpty)
      for (one, other) in zip(found, expected) {
        #expect(abs(one.x - other.x) < 1e-4 && abs(one.y - other.y) < 1e-4)
      }
    }
  }

  @Test("moving the points by whole pixels moves every dot by as much; another seed gives others")
  func moves() {
    let spray = Spray(width: 40, seed: 3)
    let points = [(3.5, 7.125, 1.0), (60, 20, 0.25), (60, 20, 0.5), (31.0625, 77, 0)]
    func line(_ x: Double, _ y: Double) -> [PencilPoint] {
      points.map { PencilPoint(Point(x: $0.0 + x, y: $0.1 + y), pressure: $0.2) }
    }
    let found = dots(spray, line(0, 0))
    #expect(dots(spray, line(1_000, -321)) == found.map { Point(x: $0.x + 1_000, y: $0.y - 321) })
    var other = spray
    other.seed = 4
    #expect(dots(other, line(0, 0)) != found)
  }

  @Test("a dot is not farther from the path than half the width, scaled by the pressure, and all parts get dots")
  func places() {
    let point = [PencilPoint(Point(x: 50, y: 50), pressure: 0.5)]
    let spray = Spray(width: 80, dotSize: 1, density: 0.5)
    let found = dots(spray, point)
    #expect(found.count == 800)
    var quarters = [0, 0, 0, 0]
    for dot in found {
      let (x, y) = (dot.x - 50, dot.y - 50)
      #expect(x * x + y * y <= 20.001 * 20.001)
      quarters[(x < 0 ? 1 : 0) + (y < 0 ? 2 : 0)] += 1
    }
    #expect(quarters.allSatisfy { $0 > 140 && $0 < 260 })
  }

  @Test("no points, no pressure, no density and NaN have no dots; a huge spray has the most that are drawn")
  func bounds() {
    let spray = Spray(width: 20)
    #expect(dots(spray, []).isEmpty && dots(spray, [PencilPoint(Point(x: 1, y: .nan))]).isEmpty)
    #expect(dots(spray, [PencilPoint(Point(x: 1, y: 1), pressure: 0)]).isEmpty)
    #expect(dots(Spray(width: 20, density: 0), [PencilPoint(Point(x: 1, y: 1))]).isEmpty)
    let line = [PencilPoint(Point(x: -1e15, y: 0)), PencilPoint(Point(x: 1e15, y: 9))]
    #expect(dots(Spray(width: 65_536), line).count == Spray.mostDots)
  }
}
