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

  @Test("a head is 3.5 widths long and 3 wide, its tip at the line's end", arguments: [3.0, 5, 8, 15])
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

  @Test("heads of thin lines are 9 px long")
  func thin() throws {
    for width in [0.5, 1, 2] {
      let drawn = try picture(line(10, 40, 110, 40), StrokeStyle(width: width, arrow: .end))
      for x in 101...104 { #expect(abs(height(drawn, x) - (109.5 - Double(x)) * 3 / 3.5) < 0.02) }
      #expect(abs(height(drawn, 99) - width) < 0.01)
    }
  }

  @Test("a size is in widths; discs and bars are about the line's end, the sides of an open head as wide as the line")
  func forms() throws {
    func drawn(_ shape: ArrowForm.Shape, _ size: ArrowForm.Size) throws -> CoveragePicture {
      let form = ArrowForm(shape, size: size)
      return try picture(line(10, 40, 110, 40), StrokeStyle(width: 4, cap: .butt, arrow: .end, arrowForm: form))
    }
    for (size, length) in [(ArrowForm.Size.widths(5), 20.0), (.automatic, 14)] {
      #expect(abs(try drawn(.filled, size).area - (100 - length) * 4 - length * length * 3 / 7) < 0.1)
      let dot = try drawn(.dot, size)
      #expect(abs(height(dot, 109) - length) < 0.1 && height(dot, 110 + Int(length) / 2) == 0)
      let bar = try drawn(.bar, size)
      for x in 108...111 { #expect(abs(height(bar, x) - length) < 0.01) }
      #expect(abs(bar.area - 98 * 4 - length * 4) < 0.05)
      let open = try drawn(.open, size)
      #expect(abs(height(open, 99) - 4 - 2 * 4 * (1 + 9.0 / 49).squareRoot()) < 0.05)
      #expect(open.bytes[40 * 160 + 111] > 0 && open.bytes[40 * 160 + 112] == 0)
    }
    let plain = try picture(line(10, 40, 110, 40), StrokeStyle(width: 4, cap: .butt))
    #expect(try drawn(.filled, .widths(0)) == plain)
  }

  @Test("a line that is too short for its heads is a smaller copy of one that is just long enough")
  func copies() throws {
    for shape in ArrowForm.Shape.allCases {
      for ends in ArrowEnds.allCases {
        let full = 28.0 * (ends == .both ? 2.5 : 1)
        func area(_ length: Double, _ width: Double) throws -> Double {
          let style = StrokeStyle(width: width, arrow: ends, arrowForm: ArrowForm(shape))
          return try picture(line(50, 40, 50 + length, 40), style).area
        }
        let whole = try area(full, 8)
        for share in [0.9, 0.5, 0.2, 0.05] {
          #expect(abs(try area(full * share, 8) - whole * share * share) < 0.15, "\(shape), \(ends), \(share)")
        }
      }
    }
  }

  @Test("start equals end of the reversed line, and both has both heads")
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

  @Test("on a path shorter than its heads they shrink to fit, the line ends inside them, and a point has none")
  func short() throws {
    // Triangles alone: the line is hidden in them.
    let drawn = try picture(line(50, 40, 66, 40), StrokeStyle(width: 8, cap: .butt, arrow: .end))
    #expect(abs(drawn.area - 16 * 16 * 3 / 3.5 / 2) < 0.05)
    let both = try picture(line(50, 40, 82, 40), StrokeStyle(width: 8, cap: .butt, arrow: .both))
    // A fifth of the length is between two heads.
    let scale = 32 / 2.5 / 28.0
    let triangle = 28.0 * 28 * 3 / 7
    #expect(abs(both.area - scale * scale * (2 * triangle + 14 * 8)) < 0.05)
    for shape in [ArrowForm.Shape.filled, .open] {
      for length in [9.0, 14, 20, 32, 60] {
        let form = ArrowForm(shape)
        let drawn = try picture(line(50, 40, 50 + length, 40), StrokeStyle(width: 8, arrow: .both, arrowForm: form))
        // Where both heads have their bases, there is less than a head between the two.
        let middle = 50 + length / 2
        let thin = (0..<drawn.height).map { Double(drawn[Int(middle), $0]) / 255 }.reduce(0, +)
        #expect(thin < length / 2.5 * 0.6, "\(shape), \(length)")
      }
    }
    for shape in [line(50, 40, 50, 40), .pencil([PencilPoint(Point(x: 50, y: 40))])] {
      #expect(try picture(shape, StrokeStyle(width: 8, arrow: .both)) == picture(shape, StrokeStyle(width: 8)))
    }
  }

  @Test("dashes are where they would be without heads")
  func dashes() throws {
    var style = StrokeStyle(width: 4, cap: .butt, dash: [7, 5])
    let plain = try picture(line(10, 40, 150, 40), style)
    style.arrow = .both
    let drawn = try picture(line(10, 40, 150, 40), style)
    for x in 26..<134 { #expect(height(drawn, x) == height(plain, x), "column \(x)") }
  }
}
