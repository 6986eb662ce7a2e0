import Testing

@testable import PaintRaster

@Suite("EllipseFlattener")
struct EllipseTests {
  @Test(
    "pixels of a stroked ellipse are in or out as their distances from it tell",
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
}
