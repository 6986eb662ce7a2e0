import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("EllipseFlattener")
struct EllipseTests {
  @Test(
    "pixels of a stroked ellipse are inside or outside according to their distances from it",
    arguments: [(60.0, 40.0), (60, 8), (60, 1), (60, 0.01), (60, 0.0001), (3, 50), (0.02, 50), (40, 40), (40, 39.9999)])
  func distances(width: Double, height: Double) throws {
    let low = Point(x: 40.3 - width / 2, y: 30.7 - height / 2)
    let high = Point(x: 40.3 + width / 2, y: 30.7 + height / 2)
    guard let a = low.onGrid, let b = high.onGrid else { return }
    let ellipse = TrueEllipse(a, b)
    for stroke in [0.4, 2, 5.5, 9, 20, 39] {
      let picture = try CoveragePicture(
        Outline(strokeOf: .ellipse(low, high), style: StrokeStyle(width: stroke)), width: 80, height: 60)
      var wrong = 0
      for y in 0..<60 {
        for x in 0..<80 {
          let distance = abs(ellipse.depth(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))) - stroke / 2
          // A pixel's centre is at most √½ from its corners.
          if distance > 0.712 && picture[x, y] != 0 { wrong += 1 }
          if distance < -0.712 && picture[x, y] != 255 { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(width) x \(height), width \(stroke)")
    }
  }

  #if DEBUG
    private static let holes: UInt64 = 6
  #else
    private static let holes: UInt64 = 60
  #endif

  @Test("the pointed holes of lines along flat ellipses have an error below half a level before rounding")
  func pointedHoles() {
    let side = 40
    for seed in 0..<Self.holes {
      var random = SeededGenerator(seed: seed)
      let (p, q) = (random.real(10...30), random.real(1...8))
      let (a, b) = seed % 2 == 0 ? (p, q) : (q, p)
      let center = Point(x: 20 + random.real(0...1), y: 20 + random.real(0...1))
      let (low, high) = TrueShape.corners(
        Point(x: center.x - a, y: center.y - b), Point(x: center.x + a, y: center.y + b))
      // From where the line reaches the evolute until it closes the hole.
      let style = StrokeStyle(width: 2 * random.real(q * q / p...q))
      let shape = Shape.ellipse(low, high)
      let own = OutlineArea(Outline(strokeOf: shape, style: style), width: side, height: side).area
      let truth = TrueArea(TrueShape(strokeOf: shape, style: style), width: side, height: side, lines: 512).area
      for i in own.indices {
        let error = 255 * abs(own[i] - truth[i])
        #expect(error <= 0.5, "seed \(seed), pixel \(i % side), \(i / side): \(error)")
      }
    }
  }
}
