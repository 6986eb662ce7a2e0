import Testing

@testable import PaintRaster

@Suite("ArrowHead")
struct ArrowTests {
  private func picture(_ shape: Shape, _ style: StrokeStyle) throws -> CoveragePicture {
    try CoveragePicture(Outline(strokeOf: shape, style: style), width: 160, height: 80)
  }

  private func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Shape {
    .line(Point(x: x0, y: y0), Point(x: x1, y: y1))
  }

  /// The covered rows of a column of pixels, in pixels.
  private func height(_ picture: CoveragePicture, _ x: Int) -> Double {
    (0..<picture.height).map { Double(picture[x, $0]) / 255 }.reduce(0, +)
  }

  @Test("a head is 3.5 widths long and 3 broad, its tip at the line's end", arguments: [2.0, 3, 5, 8, 15])
  func proportions(width: Double) throws {
    for cap in LineCap.allCases {
      let drawn = try picture(line(10, 40, 110, 40), StrokeStyle(width: width, cap: cap, arrow: .end))
      #expect((0..<80).allSatisfy { drawn[110, $0] == 0 })
      #expect(drawn[109, 39] > 0)
      let base = 110 - 3.5 * width
      for x in Int(base.rounded(.up))..<110 {
        // Exactly the triangle: the line ends inside it.
        let middle = 110 - Double(x) - 0.5
        #expect(abs(height(drawn, x) - middle * 3 / 3.5) < 0.02, "\(cap), column \(x)")
      }
      #expect(abs(height(drawn, Int(base) - 2) - width) < 0.01)
    }
  }

  @Test("thin lines have the head of one 2 px wide")
  func thin() throws {
    let drawn = try picture(line(10, 40, 110, 40), StrokeStyle(width: 0.5, arrow: .end))
    #expect(abs(height(drawn, 103) - 6.5 * 3 / 3.5) < 0.02)
    #expect(abs(height(drawn, 100) - 0.5) < 0.01)
  }

  @Test("start is end of the line drawn the other way, and both are both")
  func ends() throws {
    var style = StrokeStyle(width: 4, cap: .butt, arrow: .start)
    let start = try picture(line(10, 20, 110, 50), style)
    style.arrow = .end
    let end = try picture(line(110, 50, 10, 20), style)
    let far = try picture(line(10, 20, 110, 50), style)
    #expect(zip(start.bytes, end.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    style.arrow = .both
    let both = try picture(line(10, 20, 110, 50), style)
    for i in both.bytes.indices {
      let x = i % 160
      #expect(abs(Int(both.bytes[i]) - Int(x < 60 ? start.bytes[i] : far.bytes[i])) <= 1)
    }
  }

  @Test("pencils, lines and open paths through the same points have the same heads; closed subpaths have none")
  func shapes() throws {
    let points = [Point(x: 20, y: 20), Point(x: 70, y: 60), Point(x: 130, y: 30)]
    let path = Path([.move(points[0]), .line(points[1]), .line(points[2])])
    let style = StrokeStyle(width: 5, arrow: .both)
    #expect(
      try picture(.pencil((points + points.suffix(1)).map { PencilPoint($0) }), style) == picture(.path(path), style))
    var plain = style
    plain.arrow = nil
    let closed = Shape.path(Path(path.elements + [.close]))
    #expect(try picture(closed, style) == picture(closed, plain))
    let two = Path(path.elements + [.move(Point(x: 20, y: 70)), .line(Point(x: 140, y: 70))])
    let alone = Path(Array(two.elements.suffix(2)))
    let sum = zip(try picture(.path(path), style).bytes, try picture(.path(alone), style).bytes).map { $0 | $1 }
    #expect(try picture(.path(two), style).bytes == sum)
  }

  @Test("on a path shorter than its heads they shrink to fit, and a point has none")
  func short() throws {
    let drawn = try picture(line(50, 40, 54, 40), StrokeStyle(width: 8, arrow: .end))
    #expect(abs(drawn.area - 4 * 4 * 3 / 3.5 / 2) < 0.05)
    let both = try picture(line(50, 40, 58, 40), StrokeStyle(width: 8, arrow: .both))
    #expect(abs(both.area - 2 * 4 * 4 * 3 / 3.5 / 2) < 0.05)
    for shape in [line(50, 40, 50, 40), .pencil([PencilPoint(Point(x: 50, y: 40))])] {
      #expect(try picture(shape, StrokeStyle(width: 8, arrow: .both)) == picture(shape, StrokeStyle(width: 8)))
    }
  }

  @Test("dashes lie where they would without heads")
  func dashes() throws {
    var style = StrokeStyle(width: 4, cap: .butt, dash: [7, 5])
    let plain = try picture(line(10, 40, 150, 40), style)
    style.arrow = .both
    let drawn = try picture(line(10, 40, 150, 40), style)
    for x in 26..<134 { #expect(height(drawn, x) == height(plain, x), "column \(x)") }
  }
}
