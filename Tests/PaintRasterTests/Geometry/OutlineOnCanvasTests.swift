import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("Outline outside of a canvas")
struct OutlineOnCanvasTests {
  private func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private func isOutside(_ shape: Shape, width: Double?, rule: FillRule = .nonzero) throws -> Bool {
    let canvas = try #require(CanvasSize(width: 40, height: 30))
    let outline =
      width.map { Outline(strokeOf: shape, style: StrokeStyle(width: $0)) } ?? Outline(fillOf: shape, rule: rule)
    return outline.isOutside(canvas)
  }

  @Test("a line next to the canvas is outside, one that reaches into it is not")
  func edges() throws {
    #expect(try isOutside(.line(p(-5, 0), p(-5, 30)), width: 10))
    #expect(try !isOutside(.line(p(-5, 0), p(-5, 30)), width: 10.1))
    #expect(try isOutside(.rect(p(40, 0), p(50, 30)), width: nil))
    #expect(try isOutside(.rect(p(0, -9), p(40, 0)), width: nil))
    #expect(try !isOutside(.rect(p(39, 29), p(50, 50)), width: nil))
    // Around a corner: its bounding box meets the canvas.
    #expect(try isOutside(.line(p(-20, 10), p(10, -20)), width: 1))
  }

  @Test("a line that is too thin for any pixel still counts as on the canvas")
  func thin() throws {
    #expect(try !isOutside(.line(p(3.2, 3.2), p(9.1, 3.2)), width: 0.0001))
  }

  @Test("a shape around the canvas is on it if the canvas is inside by its fill rule")
  func around() throws {
    #expect(try !isOutside(.rect(p(-5, -5), p(50, 50)), width: nil))
    #expect(try isOutside(.rect(p(-5, -5), p(50, 50)), width: 2))
    let twice = [p(-5, -5), p(50, -5), p(50, 50), p(-5, 50)]
    #expect(try !isOutside(.polygon(twice + twice), width: nil))
    #expect(try isOutside(.polygon(twice + twice), width: nil, rule: .evenodd))
  }

  @Test("an outline that is outside covers no pixel")
  func agreement() throws {
    let canvas = try #require(CanvasSize(width: 40, height: 30))
    var (outside, slivers) = (0, 0)
    for seed in 0..<400 {
      var random = SeededGenerator(seed: UInt64(seed))
      func point() -> Point {
        p(Double.random(in: -60...100, using: &random), Double.random(in: -60...90, using: &random))
      }
      let shape = Shape.polygon([point(), point(), point()])
      let style = StrokeStyle(width: .random(in: 0.5...9, using: &random))
      for outline in [Outline(fillOf: shape), Outline(strokeOf: shape, style: style)] {
        let isCovered = try CoveragePicture(outline, width: 40, height: 30).bytes.contains { $0 > 0 }
        let isOutside = outline.isOutside(canvas)
        #expect(!(isOutside && isCovered), "seed \(seed)")
        outside += isOutside ? 1 : 0
        // If a corner only just reaches the canvas, no pixel may be covered by as much as 1/510.
        slivers += !isOutside && !isCovered ? 1 : 0
      }
    }
    #expect(outside > 20 && slivers < 4, "\(outside) outside, \(slivers) slivers")
  }
}
