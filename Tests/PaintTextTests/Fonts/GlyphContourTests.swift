import PaintRaster
import Testing

@testable import PaintText

@Suite("Contours of glyphs")
struct GlyphContourTests {
  private func point(_ x: Double) -> Point { Point(x: x, y: 2 * x) }

  @Test("a reversed contour has the same points in reverse order")
  func reversed() {
    var contour = GlyphContour(start: point(0))
    contour.append([point(1)])
    contour.append([point(2), point(3)])
    contour.append([point(4), point(5), point(6)])
    let expected: [Path.Element] = [
      .move(point(6)), .cubic(point(5), point(4), point(3)), .quadratic(point(2), point(1)), .line(point(0)), .close,
    ]
    #expect(contour.reversed.elements == expected)
    #expect(contour.reversed.reversed == contour)
    #expect(GlyphContour(start: point(7)).reversed.elements == [.move(point(7)), .close])
  }

  @Test("outer contours of all fonts have the same direction", .enabled(if: TestFonts.areAvailable))
  func direction() {
    for family in ["DejaVu Sans", "Noto Sans", "Nimbus Roman", "C059"] {
      guard let font = TestFonts.stack(family)?.first else { continue }
      for letter: Unicode.Scalar in ["l", "o", "g", "&"] {
        var area = 0.0
        var (start, here) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
        let outline = font.outline(of: font.glyph(of: letter))
        #expect(!outline.elements.isEmpty)
        for element in outline.elements {
          let end: Point
          switch element {
          case .move(let to):
            start = to
            here = to
            continue
          case .line(let to), .quadratic(_, let to), .cubic(_, _, let to), .arc(_, let to): end = to
          case .close: end = start
          }
          area += here.x * end.y - end.x * here.y
          here = end
        }
        #expect(area > 0, "\(letter) of \(family)")
      }
    }
  }
}
