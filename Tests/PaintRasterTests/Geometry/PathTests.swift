import Glibc
import Testing

@testable import PaintRaster

#if DEBUG
  private let paths = 25
  private let lines = 128
#else
  private let paths = 250
  private let lines = 512
#endif
private let side = 48

@Suite("Path")
struct PathTests {
  private func fill(_ shape: Shape, _ rule: FillRule = .nonzero, side: Int = side) throws -> CoveragePicture {
    try CoveragePicture(Outline(fillOf: shape, rule: rule), width: side, height: side)
  }

  private func stroke(_ shape: Shape, _ style: StrokeStyle, side: Int = side) throws -> CoveragePicture {
    try CoveragePicture(Outline(strokeOf: shape, style: style), width: side, height: side)
  }

  /// The largest difference of two pictures.
  private func difference(_ a: CoveragePicture, _ b: CoveragePicture) -> Int {
    zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(
    "fills of lines, curves and arcs are within 1/255 of the true area, 2/255 where the path overlaps itself",
    arguments: FillRule.allCases)
  func fills(rule: FillRule) throws {
    var sum = 0.0
    var count = 0
    var worst = 0.0
    // Horizontal edges of the reference are off by up to half a line.
    let slack = 127.5 / Double(lines)
    for seed in 300..<UInt64(300 + paths) {
      var generator = ShapeGenerator(seed: seed, side: Double(side))
      let path = generator.path()
      let picture = try fill(.path(path), rule)
      let truth = TruePath(path).area(rule, width: side, height: side, lines: lines)
      for i in picture.bytes.indices {
        let error = Double(picture.bytes[i]) - 255 * truth.area[i]
        let isPlain = truth.overlap[i] < 0.001
        #expect(abs(error) <= (isPlain ? 1 : 2) + slack, "seed \(seed), pixel \(i), \(rule): \(path)")
        worst = max(worst, abs(error))
        if truth.area[i] > 0.001 && truth.area[i] < 0.999 {
          sum += error
          count += 1
        }
      }
    }
    let mean = sum / Double(max(count, 1))
    // The mean of the rounding errors of n pixels alone has a deviation of 0.29/√n.
    #expect(abs(mean) < 0.02 + 1 / Double(max(count, 1)).squareRoot())
    print("path fills, \(rule): worst \(worst)/255, mean \(mean)/255 of \(count) pixels")
  }

  @Test("the middle of a pentagram is filled only under the non-zero rule")
  func pentagram() throws {
    let star = Shape.polygon([
      Point(x: 24, y: 4), Point(x: 36, y: 42), Point(x: 4, y: 18), Point(x: 44, y: 18), Point(x: 12, y: 42),
    ])
    let (whole, hollow) = (try fill(star, .nonzero), try fill(star, .evenodd))
    #expect(whole[24, 24] == 255 && hollow[24, 24] == 0)
    for (x, y) in [(24, 10), (8, 19), (39, 19), (14, 38), (33, 38)] {
      #expect(whole[x, y] == hollow[x, y] && hollow[x, y] > 0)
    }
    let style = StrokeStyle(width: 2)
    #expect(Outline(strokeOf: star, style: style).fillRule == .nonzero)
  }

  @Test("arcs are at the points given by their angles", arguments: 0..<200)
  func arcs(seed: Int) throws {
    var generator = ShapeGenerator(seed: UInt64(seed), side: 100)
    let (a, b, arc) = (generator.point(), generator.point(), generator.arc())
    var segments: [PathSegment] = []
    arc.append(from: a, to: b, reach: 0, into: &segments)
    #expect(segments.first?.from == a && segments.last?.to == b)
    for (i, segment) in segments.enumerated() {
      let (half, _) = segment.halves
      for (place, t) in [(half.to, 0.5), (segment.to, 1)] {
        let truth = TruePath.point(of: arc, from: a, to: b, at: (Double(i) + t) / Double(segments.count))
        #expect(hypot(place.x - truth.x, place.y - truth.y) < 0.001, "seed \(seed), \(arc)")
      }
    }
  }

  @Test("four quarter arcs equal the ellipse, filled or outlined, within 1/255")
  func ellipses() throws {
    for seed in 0..<UInt64(40) {
      var generator = ShapeGenerator(seed: seed, side: 64)
      let (rx, ry) = (generator.random.real(1...25), generator.random.real(1...25))
      let center = Point(x: 32 + generator.random.real(-3...3), y: 32 + generator.random.real(-3...3))
      let arc = EllipticArc(radiusX: rx, radiusY: ry, rotation: 0, isLarge: false, sweeps: true)
      func at(_ x: Double, _ y: Double) -> Point {
        Point(x: center.x + x * rx, y: center.y + y * ry).onGrid ?? center
      }
      let path = Shape.path(
        Path([
          .move(at(1, 0)), .arc(arc, at(0, 1)), .arc(arc, at(-1, 0)), .arc(arc, at(0, -1)), .arc(arc, at(1, 0)), .close,
        ]))
      let ellipse = Shape.ellipse(at(-1, -1), at(1, 1))
      #expect(difference(try fill(path, side: 64), try fill(ellipse, side: 64)) <= 1, "seed \(seed)")
      // Where the line is about as wide as the curve is narrow, its outline overlaps itself.
      let narrowest = min(rx * rx / ry, ry * ry / rx)
      let style = StrokeStyle(width: min(narrowest, generator.random.real(0.3...6)), join: .miter)
      let found = difference(try stroke(path, style, side: 64), try stroke(ellipse, style, side: 64))
      #expect(found <= 2, "seed \(seed): \(rx) x \(ry), \(style.width)")
    }
  }

  @Test("a butt end is perpendicular to the curve, however wide the line")
  func buttEnds() throws {
    // A quarter of a circle of radius 8 with a line of width 6: a ring from 5 to 11.
    let arc = EllipticArc(radiusX: 8, radiusY: 8, rotation: 0, isLarge: false, sweeps: true)
    let path = Shape.path(Path([.move(Point(x: 28, y: 20)), .arc(arc, Point(x: 20, y: 28))]))
    let picture = try stroke(path, StrokeStyle(width: 6, cap: .butt, join: .bevel))
    for y in 0..<48 {
      for x in 0..<48 where x < 20 || y < 20 || x >= 31 || y >= 31 { #expect(picture[x, y] == 0, "\(x), \(y)") }
    }
    #expect(picture[26, 20] == 255 && picture[29, 20] == 255 && picture[20, 29] == 255)
    #expect(abs(picture.area - .pi / 4 * 96) < 0.03)
  }

  @Test("a polygon is the closed path through its points, bit for bit", arguments: 0..<40)
  func polygons(seed: Int) throws {
    var generator = ShapeGenerator(seed: UInt64(seed), side: Double(side))
    let points = (0..<generator.random.whole(3...9)).map { _ in generator.point() }
    var style = generator.style()
    if seed % 3 == 0 { style.dash = [5, 2.5] }
    let path = Shape.path(Path([.move(points[0])] + points.dropFirst().map { .line($0) } + [.close]))
    #expect(try stroke(.polygon(points), style) == stroke(path, style))
    for rule in FillRule.allCases { #expect(try fill(.polygon(points), rule) == fill(path, rule)) }
    let back = Shape.path(
      Path([.move(points[0])] + points.dropFirst().map { .line($0) } + [.line(points[0]), .close]))
    #expect(try stroke(back, style) == stroke(path, style))
  }

  @Test("convex polygons have the true area, outlined with every join", arguments: LineJoin.allCases)
  func outlinedSquare(join: LineJoin) throws {
    let corners = [Point(x: 10, y: 10), Point(x: 40, y: 10), Point(x: 40, y: 35), Point(x: 10, y: 35)]
    for width in [0.7, 1, 3, 8, 20, 30] {
      let style = StrokeStyle(width: width, join: join)
      let box = try stroke(.rect(corners[0], corners[2]), style)
      #expect(difference(try stroke(.polygon(corners), style), box) <= 1, "\(width)")
      #expect(difference(try stroke(.polygon(corners.reversed()), style), box) <= 1, "\(width)")
    }
  }

  @Test("moved by whole pixels, every byte is the same", arguments: 0..<40)
  func translation(seed: Int) throws {
    var generator = ShapeGenerator(seed: UInt64(seed) + 70, side: Double(side))
    let path = Shape.path(generator.path()).mapped { $0.onGrid ?? $0 }
    var style = generator.style()
    if seed % 3 == 0 { style.dash = [7, 3.5] }
    if seed % 4 == 0 { style.arrow = .both }
    let moved = path.mapped { Point(x: $0.x + 37, y: $0.y + 61) }
    let (a, b) = (try stroke(path, style), try stroke(moved, style, side: 112))
    let (c, d) = (try fill(path), try fill(moved, side: 112))
    var isSame = true
    for y in 0..<side {
      for x in 0..<side where a[x, y] != b[x + 37, y + 61] || c[x, y] != d[x + 37, y + 61] { isSame = false }
    }
    #expect(isSame, "seed \(seed + 70): \(path) \(style)")
  }

  @Test("a point is a dot with its caps: closed or with a line to itself; a move alone or between others draws nothing")
  func points() throws {
    let p = Point(x: 20, y: 20)
    for elements: [Path.Element] in [
      [.move(p), .close], [.move(p), .line(p)], [.move(p), .cubic(p, p, p)],
      [.move(p), .arc(EllipticArc(radiusX: 5, radiusY: 5, rotation: 0, isLarge: true, sweeps: true), p)],
    ] {
      for cap in LineCap.allCases {
        let style = StrokeStyle(width: 9, cap: cap, join: .miter, arrow: .both)
        #expect(try stroke(.path(Path(elements)), style) == stroke(.line(p, p), StrokeStyle(width: 9, cap: cap)))
      }
    }
    let line: [Path.Element] = [.move(Point(x: 5, y: 5)), .line(Point(x: 9, y: 30))]
    let style = StrokeStyle(width: 3)
    let plain = try stroke(.path(Path(line)), style)
    #expect(try stroke(.path(Path(line + [.move(p)])), style) == plain)
    #expect(try stroke(.path(Path([.move(p)] + line)), style) == plain)
    for cap in LineCap.allCases {
      for moves: [Path.Element] in [[.move(p)], [.move(p), .move(Point(x: 9, y: 9))]] {
        let style = StrokeStyle(width: 9, cap: cap, arrow: .both)
        #expect(Outline(strokeOf: .path(Path(moves)), style: style).isEmpty)
      }
    }
    #expect(Outline(strokeOf: .path(Path()), style: style).isEmpty)
    #expect(Outline(fillOf: .path(Path())).isEmpty)
    #expect(Outline(strokeOf: .path(Path([.line(p), .close])), style: style).isEmpty)
    #expect(Outline(fillOf: .path(Path([.move(p), .line(Point(x: .nan, y: 0))]))).isEmpty)
    #expect(Outline(strokeOf: .polygon([]), style: style).isEmpty)
  }

  @Test("arcs with a tiny radius look like those with a small one, and take little time")
  func tinyRadii() throws {
    func arc(_ rx: Double, _ ry: Double, rotation: Double = 0, _ end: Point = Point(x: 30, y: 30)) -> Shape {
      let arc = EllipticArc(radiusX: rx, radiusY: ry, rotation: rotation, isLarge: false, sweeps: true)
      return .path(Path([.move(Point(x: 10, y: 10)), .arc(arc, end)]))
    }
    let style = StrokeStyle(width: 3, cap: .butt)
    for rotation in [0.0, 33] {
      for tiny in [.leastNonzeroMagnitude, 1e-300, 1e-200, 1e-100, 1e-50, 1e-40, 1e-25] {
        for (rx, ry) in [(tiny, 5), (5, tiny), (tiny, 1e15), (1e15, tiny)] {
          let (bent, like) = (rx < ry ? (1e-13 * 5, 5.0) : (5.0, 1e-13 * 5))
          let small = ry > 1e14 || rx > 1e14 ? nil : arc(bent, like, rotation: rotation)
          let shape = arc(rx, ry, rotation: rotation)
          let (filled, stroked) = (try fill(shape), try stroke(shape, style))
          if let small {
            #expect(difference(filled, try fill(small)) <= 1, "\(rx), \(ry)")
            #expect(difference(stroked, try stroke(small, style)) <= 1, "\(rx), \(ry)")
          }
          _ = try stroke(shape, StrokeStyle(width: 3, dash: [3, 2], arrow: .both))
        }
        // Both too small: the circle about the middle of both ends.
        #expect(difference(try fill(arc(tiny, tiny)), try fill(arc(1, 1))) <= 1, "\(tiny)")
      }
      // The farthest ends, with the smallest radii.
      _ = try fill(arc(.leastNonzeroMagnitude, .leastNonzeroMagnitude, rotation: rotation, Point(x: 1e15, y: -1e15)))
    }
  }

  @Test("far corners and huge arcs are drawn correctly near the canvas and take little time")
  func far() throws {
    let e = 1e15
    let half = try fill(.polygon([Point(x: -e, y: -e), Point(x: e, y: e), Point(x: -e, y: e)]))
    for y in 0..<side {
      for x in 0..<side { #expect(half[x, y] == (x < y ? 255 : x == y ? 128 : 0)) }
    }
    let line = try stroke(
      .path(Path([.move(Point(x: -e, y: 10.5)), .line(Point(x: e, y: 10.5)), .line(Point(x: e, y: e)), .close])),
      StrokeStyle(width: 1, join: .miter))
    #expect(line[3, 10] == 255 && line[3, 9] == 0 && line[30, 12] == 0)
    let arc = EllipticArc(radiusX: e, radiusY: e, rotation: 30, isLarge: true, sweeps: true)
    let huge = Shape.path(Path([.move(Point(x: 10, y: 10)), .arc(arc, Point(x: 30, y: 20))]))
    _ = try stroke(huge, StrokeStyle(width: 5, dash: [1, 1], arrow: .both))
    _ = try fill(huge)
    let rounded = Shape.roundedRect(Point(x: -e, y: -e), Point(x: e, y: 20), radius: e)
    #expect(try fill(rounded)[5, 19] == 255)
    _ = try stroke(rounded, StrokeStyle(width: 5, dash: [1, 1]))
    let wild = Shape.path(
      Path([.move(Point(x: 1, y: 1)), .cubic(Point(x: e, y: -e), Point(x: -e, y: e), Point(x: 40, y: 40))]))
    _ = try stroke(wild, StrokeStyle(width: 65_536, cap: .butt))
    _ = try stroke(wild, StrokeStyle(width: 0.2, cap: .butt))
  }
}
