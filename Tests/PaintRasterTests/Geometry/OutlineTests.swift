import Testing

@testable import PaintRaster

@Suite("Outline")
struct OutlineTests {
  private func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private func pencil(_ points: [(Double, Double, Double)]) -> Shape {
    .pencil(points.map { PencilPoint(p($0.0, $0.1), pressure: $0.2) })
  }

  private func picture(
    _ shape: Shape, width: Double, cap: LineCap = .round, join: LineJoin = .round, dash: [Double] = [],
    dashOffset: Double = 0
  ) throws -> CoveragePicture {
    let style = StrokeStyle(width: width, cap: cap, join: join, dash: dash, dashOffset: dashOffset)
    return try CoveragePicture(Outline(strokeOf: shape, style: style), width: 80, height: 60)
  }

  /// The area that the outline's contours enclose, by the shoelace formula.
  private func area(_ outline: Outline) -> Double {
    var sum = 0.0
    var start = 0
    for end in outline.contours.ends {
      var a = outline.contours.points[end - 1]
      for b in outline.contours.points[start..<end] {
        sum += a.x * b.y - b.x * a.y
        a = b
      }
      start = end
    }
    return sum / 2
  }

  @Test("a dot is a disc of its own area at every width", arguments: [0.01, 0.2, 1, 3, 17.5, 400, 65_536])
  func dotArea(width: Double) {
    let outline = Outline(strokeOf: pencil([(3.3, 4.4, 1)]), style: StrokeStyle(width: width))
    let truth = Double.pi * width * width / 4
    #expect(abs(area(outline) - truth) < 2e-4 * width + 2e-4 * truth * (width < 1 ? 1 : 1e-4))
  }

  @Test("a round line has the area of its strip and its disc", arguments: [0.05, 0.4, 2, 31, 5_000])
  func capArea(width: Double) {
    let outline = Outline(strokeOf: .line(p(3.3, 4.4), p(33.3, 44.4)), style: StrokeStyle(width: width))
    let truth = Double.pi * width * width / 4 + 50 * width
    #expect(abs(area(outline) - truth) < 1e-4 * width + 1e-9)
  }

  /// The integral of the distance between chord and arc along the chord from `a`, up to where it is largest.
  private func largestPart(_ a: Point, _ b: Point, radius: Double) -> Double {
    let count = 200
    let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
    var sum = 0.0
    var largest = 0.0
    for i in 0..<count {
      let t = (Double(i) + 0.5) / Double(count)
      let x = a.x + (b.x - a.x) * t
      let y = a.y + (b.y - a.y) * t
      // No pixel contains more than 1.5 px of a chord.
      sum += (x * x + y * y).squareRoot() - radius
      largest = max(largest, abs(sum) * min(length, 1.5) / Double(count))
    }
    return largest
  }

  @Test(
    "the error of any part of a chord is at most 0.23/255 of a pixel, of thin outlines 0.16/255, and of whole chords 0"
  )
  func chords() {
    for width in [0.3, 1, 6, 80, 3_000, 65_536.0] {
      for isLine in [false, true] {
        let shape: Shape = isLine ? .line(p(0, 0), p(0, 1.0 / 65_536)) : pencil([(0, 0, 1)])
        let points = Outline(strokeOf: shape, style: StrokeStyle(width: width)).contours.points
        for i in points.indices {
          let a = points[i]
          let b = points[(i + 1) % points.count]
          if a.x.sign != b.x.sign || a.y.sign != b.y.sign { continue }
          let error = largestPart(a, b, radius: width / 2) * 255
          let most = width < 1.5 ? (isLine ? 0.16 : 0.15) : isLine ? 0.23 : 0.21
          #expect(error <= most, "width \(width): \(a) to \(b)")
        }
      }
    }
  }

  @Test("lines without length are drawn as their caps; boxes and ellipses without area have no outline")
  func degenerate() throws {
    let dot = p(40.5, 30.5)
    #expect(abs(try picture(.line(dot, dot), width: 8).area - 16 * .pi) < 0.1)
    #expect(abs(try picture(.line(dot, dot), width: 8, cap: .square).area - 64) < 0.1)
    #expect(try picture(.line(dot, dot), width: 8, cap: .butt).area == 0)
    for join in LineJoin.allCases {
      for end in [dot, p(50.5, 30.5), p(40.5, 10)] {
        for shape in [Shape.rect(dot, end), .ellipse(dot, end), .roundedRect(end, dot, radius: 3)] {
          #expect(try picture(shape, width: 8, join: join).area == 0, "\(shape), \(join)")
        }
      }
    }
    #expect(Outline(fillOf: .ellipse(dot, p(60, 30.5))).isEmpty)
    #expect(Outline(strokeOf: .pencil([]), style: StrokeStyle(width: 4)).isEmpty)
  }

  @Test("coordinates that are not finite draw nothing and do not crash")
  func notANumber() {
    for bad in [Double.nan, .infinity, -.infinity] {
      for shape in [
        Shape.line(p(bad, 1), p(2, 3)), .line(p(1, 1), p(2, bad)), .rect(p(0, bad), p(1, 1)),
        .ellipse(p(0, 0), p(bad, 1)),
        pencil([(1, 1, 1), (bad, 2, 1)]),
      ] {
        #expect(Outline(strokeOf: shape, style: StrokeStyle(width: 3)).isEmpty)
        #expect(Outline(fillOf: shape).isEmpty)
      }
      #expect(Outline(strokeOf: .line(p(1, 1), p(5, 5)), style: StrokeStyle(width: -bad.magnitude)).isEmpty)
    }
    #expect(!Outline(strokeOf: pencil([(1, 1, .nan), (9, 9, 7)]), style: StrokeStyle(width: 3)).isEmpty)
  }

  @Test("repeated and collinear points change nothing")
  func redundantPoints() throws {
    let plain = try picture(pencil([(10, 10, 1), (40, 30, 1), (60, 12, 1)]), width: 7)
    let repeated = try picture(
      pencil([(10, 10, 1), (10, 10, 1), (40, 30, 1), (40, 30, 1), (60, 12, 1), (60, 12, 1)]), width: 7)
    let line = try picture(pencil([(10, 10, 1), (50, 30, 1)]), width: 7)
    let collinear = try picture(pencil([(10, 10, 1), (20, 15, 1), (30, 20, 1), (50, 30, 1)]), width: 7)
    #expect(zip(line.bytes, collinear.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(repeated.bytes == plain.bytes)
  }

  @Test("a hairpin covers the line and has a round end", arguments: [0.0, 0.3, 1.1, 2.7])
  func hairpin(turn: Double) throws {
    let end = p(40 + 20 * (1 - turn * turn / 8), 30 + 10 * turn)
    let there = try picture(.line(p(20, 30), end), width: 9)
    let back = try picture(pencil([(20, 30, 1), (end.x, end.y, 1), (20, 30, 1)]), width: 9)
    for i in there.bytes.indices {
      // A pixel at the border counts both directions, never less than one of them.
      #expect(there.bytes[i] == 0 ? back.bytes[i] <= 1 : Int(back.bytes[i]) >= Int(there.bytes[i]) - 1)
      #expect(there.bytes[i] < 255 || back.bytes[i] == 255)
    }
  }

  @Test("miters reach four half widths and no farther")
  func miterLimit() throws {
    // The dashed box is an open polyline; its corners are right angles, so the tip is √2 half widths away.
    let box = try picture(
      .rect(p(20, 20), p(60, 50)), width: 8, cap: .butt, join: .miter, dash: [100, 40], dashOffset: 0)
    #expect(box[62, 17] == 255)
    let bevel = try picture(.rect(p(20, 20), p(60, 50)), width: 8, cap: .butt, join: .bevel, dash: [100, 40])
    #expect(bevel[63, 16] == 0)
  }

  @Test("one dash that covers a closed path is the solid path; all-zero patterns and negative entries are solid")
  func solidDashes() throws {
    let shape = Shape.rect(p(20, 20), p(60, 50))
    let solid = try picture(shape, width: 5, join: .miter)
    for dash in [[500.0, 3], [0], [0, 0], [-1, 4], [.nan, 4], [7, 0]] {
      #expect(try picture(shape, width: 5, join: .miter, dash: dash).bytes == solid.bytes, "\(dash)")
    }
  }

  @Test("tiny patterns do not hang and keep their share of the line", arguments: [1e-300, 1e-9, 1e-3])
  func tinyDashes(size: Double) throws {
    let picture = try picture(.line(p(10, 30), p(70, 30)), width: 4, cap: .butt, dash: [size, size])
    #expect(abs(picture.area - 120) < 2)
  }

  @Test("dash offsets repeat with the pattern, and patterns of odd length are repeated once")
  func dashOffsets() throws {
    let line = Shape.line(p(10, 30), p(70, 30))
    let plain = try picture(line, width: 4, cap: .butt, dash: [6, 3, 2])
    for (dash, offset) in [([6.0, 3, 2, 6, 3, 2], 0.0), ([6, 3, 2], 22), ([6, 3, 2], -22), ([6, 3, 2], 22e6)] {
      #expect(try picture(line, width: 4, cap: .butt, dash: dash, dashOffset: offset).bytes == plain.bytes)
    }
    let shifted = try picture(line, width: 4, cap: .butt, dash: [6, 3, 2], dashOffset: 2)
    #expect(shifted[13, 30] == 255 && shifted[14, 30] == 0)
    // The pattern is 22 long.
    let before = try picture(line, width: 4, cap: .butt, dash: [6, 3, 2], dashOffset: -20)
    #expect(before.bytes == shifted.bytes)
  }

  @Test("zero-length dashes are dots")
  func dots() throws {
    let line = Shape.line(p(10, 30), p(70, 30))
    #expect(abs(try picture(line, width: 4, dash: [0, 10]).area - 7 * 4 * .pi) < 1)
    #expect(abs(try picture(line, width: 4, cap: .square, dash: [0, 10]).area - 7 * 16) < 1)
    #expect(try picture(line, width: 4, cap: .butt, dash: [0, 10]).area == 0)
  }

  @Test("dashes of an ellipse run clockwise from 3 o'clock and cover their share")
  func ellipseDashes() throws {
    let shape = Shape.ellipse(p(10, 10), p(70, 50))
    let dashed = try picture(shape, width: 4, cap: .butt, dash: [8, 8])
    let solid = try picture(shape, width: 4)
    #expect(abs(dashed.area / solid.area - 0.5) < 0.03)
    #expect(dashed[70, 31] == 255 && dashed[70, 28] == 0)
  }

  @Test("round ends of dashes close narrow gaps; square ones stick out where the path bends, however narrow the gaps")
  func narrowGaps() throws {
    let circle = Shape.ellipse(p(30, 20), p(50, 40))
    let solid = try picture(circle, width: 16)
    #expect(try picture(circle, width: 16, cap: .round, dash: [5, 0.2]).bytes == solid.bytes)
    // A dozen dashes whose corners are 1.7 px outside.
    #expect(try picture(circle, width: 16, cap: .square, dash: [5, 0.2]).area > solid.area + 10)
  }

  @Test("at a corner the ends of dashes are round, however narrow the gaps", arguments: [LineJoin.bevel, .miter])
  func narrowGapsAtCorners(join: LineJoin) throws {
    // 40 px, so that a dash begins at the corner, and 39.75, so that one ends with the path.
    let path = Shape.path(Path([.move(p(20, 40)), .line(p(60, 40)), .line(p(28.2, 16.15))]))
    func bytes(_ join: LineJoin, _ dash: [Double]) throws -> [UInt8] {
      let style = StrokeStyle(width: 16, cap: .round, join: join, dash: dash)
      return try CoveragePicture(Outline(strokeOf: path, style: style), width: 80, height: 64).bytes
    }
    let solid = try bytes(.round, [])
    for (a, b) in zip(try bytes(join, [1, 0.25]), solid) { #expect(abs(Int(a) - Int(b)) <= 2) }
    #expect(try bytes(.round, [1, 0.25]) == solid)
  }
}
