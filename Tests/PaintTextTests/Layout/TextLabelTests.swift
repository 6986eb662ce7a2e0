import PaintRaster
import Testing

@testable import PaintText

@Suite("Text label")
struct TextLabelTests {
  /// A text of 30 x 20 px with one glyph 5 px below its corner.
  private static let outlines = TextOutlines(
    width: 30, height: 20,
    glyphs: [
      TextOutlines.Glyph(
        unitsPerEm: 10, outline: Path([.move(Point(x: 0, y: 0)), .line(Point(x: 10, y: 10)), .close]),
        places: [Point(x: 0, y: 5)])
    ])

  private func label(_ anchor: TextAnchor, padding: Double = 0, at point: Point = Point(x: 50, y: 50)) -> TextLabel {
    TextLabel(Self.outlines, baseline: 16, size: 10, padding: padding, anchor: anchor, at: point)
  }

  @Test(
    "every anchor of the box is put at the point",
    arguments: [
      (Anchor.topLeft, 50, 50), (.top, 35, 50), (.topRight, 20, 50), (.left, 50, 40), (.center, 35, 40),
      (.right, 20, 40), (.bottomLeft, 50, 30), (.bottom, 35, 30), (.bottomRight, 20, 30),
    ] as [(Anchor, Double, Double)])
  func anchors(anchor: Anchor, x: Double, y: Double) {
    #expect(label(.box(anchor)).corner == Point(x: x, y: y))
    // The padding is part of the box.
    let padded = label(.box(anchor), padding: 4)
    let (right, down) = (Double(anchor.halvesRight), Double(anchor.halvesDown))
    #expect(padded.corner == Point(x: x - 4 * right, y: y - 4 * down))
    let (from, to) = padded.box
    #expect(to.x - from.x == 38 && to.y - from.y == 28)
  }

  @Test("an anchor on the baseline leaves the padding out", arguments: [0.0, 4])
  func baselines(padding: Double) {
    for halves in 0...2 {
      let corner = label(.baseline(halvesRight: halves), padding: padding).corner
      #expect(corner.x == 50 - 15 * Double(halves) - padding && corner.y == 50 - 16 - padding)
    }
  }

  @Test("the glyphs are inside the padding, and the box reaches outwards to whole pixels")
  func parts() throws {
    let label = label(.box(.topLeft), padding: 2.25, at: Point(x: 50.5, y: -7.125))
    let path = try #require(label.paths.first)
    #expect(path.places == [Point(x: 52.75, y: 0.125)] && path.scale == 1)
    #expect(label.box.from == Point(x: 50, y: -8) && label.box.to == Point(x: 85, y: 18))
  }

  @Test("positions are multiples of 1/65,536")
  func grid() {
    let corner = label(.box(.center), padding: 0.1, at: Point(x: 1.0 / 3, y: 2.0 / 7)).corner
    for number in [corner.x, corner.y] { #expect((number * 65_536).rounded() == number * 65_536) }
  }
}
