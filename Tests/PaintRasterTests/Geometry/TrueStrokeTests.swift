import Glibc
import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("Dashes against the discs around their points and their true area")
struct TrueStrokeTests {
  private static let side = 24
  private static let lines = 1_024
  #if DEBUG
    private static let shapes: UInt64 = 4
  #else
    private static let shapes: UInt64 = 60
  #endif

  @Test("a dash with round caps that begins or ends near a flat ellipse's tip is the union of discs around its points")
  func dashesNearTips() throws {
    // The first ones had gaps in the outline.
    for seed in [16, 88, 91] + Array(0..<Self.shapes) {
      let dash = Dash(seed: seed, flattest: -4.8, caps: [.round])
      let discs = TrueShape(discs: dash.walk.points(from: dash.start, to: dash.end), radius: dash.style.width / 2)
      let union = TrueArea(discs, width: Self.side, height: Self.side, lines: Self.lines).area
      let (area, bytes) = (dash.area, try dash.picture().bytes)
      for i in area.indices {
        // A horizontal edge may be on the other side of a line.
        #expect(
          abs(area[i] - union[i]) < 0.1 / 255 + 1 / Double(Self.lines), "the true area, \(dash.place(i))")
        #expect(abs(Double(bytes[i]) - 255 * union[i]) <= 1, "\(dash.place(i))")
      }
    }
  }

  /// Not for the flattest ellipses: there a dash's normal at its end turns round within a rounding error of its length.
  @Test("a dash with straight caps near the tip of an ellipse up to 1 to 100 flat ends on the ellipse's own normal")
  func straightCapsNearTips() throws {
    for seed in 0..<Self.shapes {
      let dash = Dash(seed: seed, flattest: -2, caps: [.butt, .square])
      let (area, bytes) = (dash.area, try dash.picture().bytes)
      for i in area.indices { #expect(abs(Double(bytes[i]) - 255 * area[i]) <= 1, "\(dash.place(i))") }
    }
  }

  /// A dash of an ellipse that begins or ends within a tenth of a pixel of a tip, mostly much nearer to it.
  private struct Dash {
    let seed: UInt64
    let low: Point
    let high: Point
    let walk: Walk
    let start: Double
    let end: Double
    private(set) var style: StrokeStyle

    /// - Parameter flattest: The logarithm of the least ratio of the axes.
    init(seed: UInt64, flattest: Double, caps: [LineCap]) {
      self.seed = seed
      var random = SeededGenerator(seed: seed)
      let a = random.real(1...5)
      let b = a * pow(10, random.real(flattest...0))
      let (x, y) = (12 + random.real(-0.5...0.5), 12 + random.real(-0.5...0.5))
      low = TrueShape.grid(Point(x: x - a, y: y - b))
      high = TrueShape.grid(Point(x: x + a, y: y + b))
      walk = Walk(TrueEllipse(low, high))
      style = StrokeStyle(width: random.real(2...10))
      let tip = random.whole(0...1) == 0 ? 0 : walk.length / 2
      let near = tip + pow(10, random.real(-9 ... -1)) * (tip > 0 && random.whole(0...1) == 0 ? -1 : 1)
      let other = random.real(0...1) * walk.length
      (start, end) = (min(near, other), max(near, other))
      style.dash = [end - start, 2 * walk.length]
      style.dashOffset = -start
      (style.cap, style.join) = (caps[random.whole(0...caps.count - 1)], .round)
    }

    var area: [Double] {
      let path = TruePath(ellipse: low, high, reach: style.width / 2)
      return TrueArea(TrueShape(strokeOf: path, style: style), width: side, height: side, lines: lines).area
    }

    func picture() throws -> CoveragePicture {
      try CoveragePicture(Outline(strokeOf: .ellipse(low, high), style: style), width: side, height: side)
    }

    func place(_ i: Int) -> String {
      "seed \(seed): \(low), \(high), \(style), pixel \(i % side), \(i / side)"
    }
  }

  /// An ellipse parameterised by arc length, clockwise from 3 o'clock, as chords of equal steps of the angle.
  private struct Walk {
    private static let steps = 40_000
    private let points: [Point]
    private var places = [0.0]

    var length: Double { places[Self.steps] }

    init(_ ellipse: TrueEllipse) {
      points = (0...Self.steps).map { i in
        let angle = Double(i) / Double(Self.steps) * 2 * .pi
        return Point(x: ellipse.center.x + ellipse.a * cos(angle), y: ellipse.center.y + ellipse.b * sin(angle))
      }
      for i in 1...Self.steps {
        places.append(places[i - 1] + hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y))
      }
    }

    /// Points between two positions, so near to each other that discs around them leave no gap: also on the tips, where
    /// the path turns round within less than that.
    func points(from start: Double, to end: Double) -> [Point] {
      var found: [Point] = []
      var last = -Double.infinity
      for i in 1...Self.steps where places[i] > start && places[i - 1] < end {
        let fromTip = i % (Self.steps / 2)
        let isNearTip = min(fromTip, Self.steps / 2 - fromTip) < Self.steps / 100
        for place in [max(start, places[i - 1]), min(places[i], end)]
        where place == start || place == end || place - last > 0.02 || (isNearTip && i % 4 == 0) {
          let (p, q) = (points[i - 1], points[i])
          let t = (place - places[i - 1]) / (places[i] - places[i - 1])
          found.append(Point(x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t))
          last = place
        }
      }
      return found
    }
  }
}

extension TrueShape {
  fileprivate init(discs points: [Point], radius: Double) {
    self.init(strokeOf: TruePath([TruePath.Line]()), style: StrokeStyle(width: radius * 2))
    union = points.map { TruePiece(disc: $0, radius) }
  }
}
