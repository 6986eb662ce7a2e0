import Testing

@testable import PaintRaster

#if DEBUG
  private let shapes = 25
  private let lines = 256
#else
  private let shapes = 800
  private let lines = 1_024
#endif
private let side = 64

@Suite("RoundedRect")
struct RoundedRectTests {
  private func stroke(_ shape: Shape, _ style: StrokeStyle) throws -> CoveragePicture {
    try CoveragePicture(Outline(strokeOf: shape, style: style), width: side, height: side)
  }

  private func fill(_ shape: Shape) throws -> CoveragePicture {
    try CoveragePicture(Outline(fillOf: shape), width: side, height: side)
  }

  @Test("fills and outlines are within 1/255 of the true area")
  func trueArea() throws {
    var worst = 0.0
    for seed in 0..<UInt64(shapes) {
      var generator = ShapeGenerator(seed: seed, side: Double(side))
      let shape = Shape.roundedRect(generator.point(), generator.point(), radius: generator.random.real(0.1...40))
      let style = generator.style()
      for (picture, truth) in [
        (try fill(shape), TrueShape(fillOf: shape)),
        (try stroke(shape, style), TrueShape(strokeOf: shape, style: style)),
      ] {
        let area = TrueArea(truth, width: side, height: side, lines: lines)
        for i in picture.bytes.indices {
          worst = max(worst, abs(Double(picture.bytes[i]) - 255 * area.area[i]))
        }
        // Horizontal edges of the reference are off by half a line.
        #expect(worst <= 1 + 127.5 / Double(lines), "seed \(seed): \(shape) \(style)")
      }
    }
    print("rounded boxes: worst \(worst)/255")
  }

  @Test("the join does not matter, and a radius of 0 is the box")
  func joins() throws {
    let (a, b) = (Point(x: 10.25, y: 8), Point(x: 50, y: 40.5))
    for width in [1.0, 4, 12] {
      let round = try stroke(.roundedRect(a, b, radius: 6), StrokeStyle(width: width, join: .round))
      for join in LineJoin.allCases {
        let style = StrokeStyle(width: width, join: join)
        #expect(try stroke(.roundedRect(a, b, radius: 6), style) == round)
        for none in [0, -1, Double.nan] {
          #expect(try stroke(.roundedRect(b, a, radius: none), style) == stroke(.rect(a, b), style))
        }
      }
    }
    #expect(try fill(.roundedRect(b, a, radius: 0)) == fill(.rect(a, b)))
    #expect(try fill(.roundedRect(a, Point(x: 40, y: 8), radius: 3)) == fill(.rect(a, Point(x: 40, y: 8))))
  }

  @Test("half the side or more is a circle")
  func circle() throws {
    let (a, b) = (Point(x: 10, y: 10), Point(x: 50, y: 50))
    for radius in [20, 21, 1e15, .infinity] {
      let shape = Shape.roundedRect(a, b, radius: radius)
      #expect(zip(try fill(shape).bytes, try fill(.ellipse(a, b)).bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      let style = StrokeStyle(width: 5)
      #expect(
        zip(try stroke(shape, style).bytes, try stroke(.ellipse(a, b), style).bytes)
          .allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  @Test("dashes begin after the first corner and run clockwise")
  func dashes() throws {
    let shape = Shape.roundedRect(Point(x: 10, y: 10), Point(x: 50, y: 40), radius: 8)
    let drawn = try stroke(shape, StrokeStyle(width: 2, cap: .butt, dash: [10, 200]))
    for x in 0..<side { #expect((drawn[x, 9] == 255) == (18..<28).contains(x), "column \(x)") }
    // The upper side and the corner, 24 + 4π px, and 10 px down the right side.
    let corner = 24 + 4 * Double.pi
    let right = try stroke(
      shape, StrokeStyle(width: 2, cap: .butt, dash: [10, 200], dashOffset: -corner))
    for y in 0..<side { #expect((right[50, y] > 250) == (18..<28).contains(y), "row \(y)") }
  }
}
