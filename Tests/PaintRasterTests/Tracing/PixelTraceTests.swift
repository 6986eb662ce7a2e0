import PaintTestSupport
import Testing

@testable import PaintRaster

/// Lines of all brushes pixel by pixel.
@Suite("Pixel traces")
struct PixelTraceTests {
  private func center(_ x: Int, _ y: Int) -> Point { PixelPosition(x: x, y: y).center }

  private func randomPixels(_ random: inout SeededGenerator, _ count: Int, _ range: ClosedRange<Int> = -20...84)
    -> [PixelPosition]
  {
    (0..<count).map { _ in PixelPosition(x: random.whole(range), y: random.whole(range)) }
  }

  /// The pixels of lines on the canvas, one by one.
  private func lines(_ corners: [PixelPosition], width: Int = 64, height: Int = 64) -> Set<PixelPosition> {
    var result = Set(corners)
    for (a, b) in zip(corners, corners.dropFirst()) {
      let line = PixelLine(from: a, to: b)
      for number in 0..<line.count { result.insert(line[number]) }
    }
    return result.filter { (0..<width).contains($0.x) && (0..<height).contains($0.y) }
  }

  @Test(
    "polylines and polygons up to a pixel wide have the pixels of their lines, ends included",
    arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func polylines(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<100 {
      let thickness = [1, 0.5, 0.99, 1e-9][round % 4]
      let corners = randomPixels(&random, random.whole(1...7))
      let points = corners.map(\.center)
      let closed = lines(corners + corners.prefix(1))
      let note: Comment = "seed \(seed), \(thickness) wide: \(corners)"
      let pencil = Shape.pencil(points.map { PencilPoint($0) })
      #expect(try TracePicture(pencil, thickness: thickness).pixels == lines(corners), note)
      #expect(try TracePicture(.polygon(points), thickness: thickness).pixels == closed, note)
      let path = Path([.move(points[0])] + points.dropFirst().map { .line($0) } + [.close])
      #expect(try TracePicture(.path(path), thickness: thickness).pixels == closed, note)
    }
  }

  @Test(
    "the area of a polygon has the pixels it winds around and those of its lines",
    arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func areas(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let corners = randomPixels(&random, random.whole(3...6))
      let points = corners.map(\.center)
      let border = lines(corners + corners.prefix(1))
      for rule in [FillRule.nonzero, .evenodd] {
        var expected = border
        for y in 0..<64 {
          for x in 0..<64 {
            let winding = winding(of: corners, about: PixelPosition(x: x, y: y))
            if rule == .nonzero ? winding != 0 : winding % 2 != 0 { expected.insert(PixelPosition(x: x, y: y)) }
          }
        }
        let note: Comment = "seed \(seed), \(rule): \(corners)"
        #expect(try TracePicture.area(.polygon(points), rule: rule).pixels == expected, note)
        let path = Path([.move(points[0])] + points.dropFirst().map { .line($0) })
        #expect(try TracePicture.area(.path(path), rule: rule).pixels == expected, note)
      }
    }
  }

  /// How often a polygon winds around a pixel; on its lines it does not matter.
  private func winding(of corners: [PixelPosition], about pixel: PixelPosition) -> Int {
    var winding = 0
    for (number, a) in corners.enumerated() {
      let b = corners[(number + 1) % corners.count]
      guard (a.y <= pixel.y) != (b.y <= pixel.y) else { continue }
      let cross = (b.x - a.x) * (pixel.y - a.y) - (b.y - a.y) * (pixel.x - a.x)
      if b.y > a.y, cross > 0 { winding += 1 }
      if b.y < a.y, cross < 0 { winding -= 1 }
    }
    return winding
  }

  /// A cubic curve, point by point.
  private func points(of curve: [Point]) -> [Point] {
    (0...1_000).map { number in
      let t = Double(number) / 1_000
      let s = 1 - t
      let weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
      return Point(
        x: zip(weights, curve).reduce(0) { $0 + $1.0 * $1.1.x }, y: zip(weights, curve).reduce(0) { $0 + $1.0 * $1.1.y }
      )
    }
  }

  @Test(
    "a curve has steps of one pixel and no corners, contains its ends and is near the true curve everywhere",
    arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func curves(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let control = randomPixels(&random, 4, 2...60).map(\.center)
      let path = Path([.move(control[0]), .cubic(control[1], control[2], control[3])])
      let picture = try TracePicture(.path(path))
      let curve = points(of: control)
      let note: Comment = "seed \(seed): \(control)"
      // Every pixel has a part of the curve near its centre, and every part of the curve a pixel.
      for pixel in picture.pixels {
        #expect(
          curve.contains { abs($0.x - pixel.center.x) < 1.05 && abs($0.y - pixel.center.y) < 1.05 }, note)
      }
      for point in curve {
        let pixel = try #require(PixelPosition(containing: point))
        // A hairpin ends between the middles of pixels.
        let isNear = (-2...2).contains { dy in
          (-2...2).contains { dx in picture.pixels.contains(PixelPosition(x: pixel.x + dx, y: pixel.y + dy)) }
        }
        #expect(isNear, note)
      }
      let start = try #require(PixelPosition(containing: control[0]))
      let end = try #require(PixelPosition(containing: control[3]))
      #expect(picture.pixels.isSuperset(of: [start, end]), note)
      let box = PixelBox(x: -8, y: -8, width: 80, height: 80)
      let pieces = PixelCurve(along: curve, from: start, to: end, in: box).pieces
      let pixels = pieces.compactMap { piece -> PixelPosition? in
        if case .pixel(let pixel) = piece { pixel } else { nil }
      }
      #expect(pixels.count == pieces.count)
      for number in 1..<max(pixels.count, 1) {
        #expect(pixels[number - 1] != pixels[number] && pixels[number - 1].touches(pixels[number]), note)
        guard number + 1 < pixels.count else { continue }
        let (a, b, c) = (pixels[number - 1], pixels[number], pixels[number + 1])
        #expect(!(a.x == b.x && b.y == c.y && a.y != b.y && b.x != c.x), note)
        #expect(!(a.y == b.y && b.x == c.x && a.x != b.x && b.y != c.y), note)
      }
    }
  }

  @Test(
    "a smooth curve has the pixels of all its points, however sharply it turns there",
    arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func named(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let corners = randomPixels(&random, random.whole(3...7), 8...55)
      let points = corners.map(\.center)
      // The tangent at a point may have any direction, the same on both sides.
      let tangents = randomPixels(&random, corners.count, -12...12).map { Point(x: Double($0.x), y: Double($0.y)) }
      var elements: [Path.Element] = [.move(points[0])]
      for number in 1..<points.count {
        elements.append(
          .cubic(points[number - 1] + tangents[number - 1], points[number] - tangents[number], points[number]))
      }
      let pixels = try TracePicture(.path(Path(elements))).pixels
      #expect(pixels.isSuperset(of: corners), "seed \(seed): \(corners), \(tangents)")
    }
  }

  @Test("a circle of four arcs is the ellipse, its area has no gaps")
  func arcs() throws {
    for radius in 2...25 {
      let r = Double(radius)
      let (x, y) = (30.5, 30.5)
      let arc = EllipticArc(radiusX: r, radiusY: r, rotation: 0, isLarge: false, sweeps: true)
      let path = Path([
        .move(Point(x: x + r, y: y)), .arc(arc, Point(x: x, y: y + r)), .arc(arc, Point(x: x - r, y: y)),
        .arc(arc, Point(x: x, y: y - r)), .arc(arc, Point(x: x + r, y: y)), .close,
      ])
      let picture = try TracePicture(.path(path))
      let ellipse = try TracePicture(.ellipse(Point(x: x - r, y: y - r), Point(x: x + r, y: y + r)))
      // Ties of the nearest pixel may differ by the rounding of arcs.
      #expect(picture.pixels.symmetricDifference(ellipse.pixels).count <= 8, "radius \(radius)")
      #expect(picture.bounds == ellipse.bounds, "radius \(radius)")
      #expect(try TracePicture.area(.path(path)).pixels == picture.enclosed(), "radius \(radius)")
    }
  }

  @Test("dashes count pixels along the whole path")
  func dashes() throws {
    let line = try TracePicture(.line(center(2, 3), center(21, 11)), dash: [3, 2]).pixels
    let all = PixelLine(from: PixelPosition(x: 2, y: 3), to: PixelPosition(x: 21, y: 11))
    #expect(line == Set((0..<all.count).filter { $0 % 5 < 3 }.map { all[$0] }))
    let shifted = try TracePicture(.line(center(2, 3), center(21, 11)), dash: [3, 2], offset: 4).pixels
    #expect(shifted == Set((0..<all.count).filter { ($0 + 4) % 5 < 3 }.map { all[$0] }))
    let polygon = [PixelPosition(x: 2, y: 2), PixelPosition(x: 12, y: 2), PixelPosition(x: 12, y: 10)]
    let found = try TracePicture(.polygon(polygon.map(\.center)), dash: [1]).pixels
    var expected: Set<PixelPosition> = []
    var count = 0
    for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
      let line = PixelLine(from: a, to: b)
      for number in 0..<line.count - 1 {
        if count % 2 == 0 { expected.insert(line[number]) }
        count += 1
      }
    }
    #expect(found == expected)
    // Dashes without length are dots because of their ends.
    let dots = try TracePicture(.line(center(0, 0), center(9, 0)), dash: [0, 3]).pixels
    #expect(dots == Set([0, 3, 6, 9].map { PixelPosition(x: $0, y: 0) }))
    #expect(try TracePicture(.line(center(0, 0), center(9, 0)), dash: [0, 3], cap: .butt).pixels.isEmpty)
    // From far away they are where they would be.
    let near = try TracePicture(.line(center(-5_000, 7), center(90, 7)), dash: [5, 3]).pixels
    #expect(near == Set((0..<64).filter { ($0 + 5_000) % 8 < 5 }.map { PixelPosition(x: $0, y: 7) }))
  }

  @Test("a pencil is one pixel wide under any pressure except none")
  func pressure() throws {
    func pencil(_ pressures: [Double]) throws -> Set<PixelPosition> {
      try TracePicture(
        .pencil(pressures.enumerated().map { PencilPoint(center(4 + 10 * $0, 6), pressure: $1) })
      ).pixels
    }
    func row(_ columns: ClosedRange<Int>) -> Set<PixelPosition> { Set(columns.map { PixelPosition(x: $0, y: 6) }) }
    #expect(try pencil([1]) == row(4...4))
    #expect(try pencil([0.1]) == row(4...4))
    #expect(try pencil([0]).isEmpty)
    #expect(try pencil([1, 0.2, 0.7]) == row(4...24))
    #expect(try pencil([0, 0, 0.5]) == row(14...24))
    #expect(try pencil([0.5, 0, 0]) == row(4...14))
  }

  @Test("arrow heads are symmetric, with the line up to their tips")
  func arrows() throws {
    let line = Shape.line(center(5, 30), center(50, 30))
    // Discs and bars stick out at the ends; of 9 pixels, 4 are on either side of the line.
    let boxes: [ArrowForm.Shape: PixelBox] = [
      .filled: PixelBox(x: 5, y: 27, width: 46, height: 7), .open: PixelBox(x: 5, y: 26, width: 46, height: 9),
      .dot: PixelBox(x: 1, y: 26, width: 54, height: 9), .bar: PixelBox(x: 5, y: 26, width: 46, height: 9),
    ]
    for (shape, box) in boxes {
      let form = ArrowForm(shape)
      let picture = try TracePicture(line, arrow: .both, form: form)
      #expect(picture == picture.mapped { PixelPosition(x: $0.x, y: 60 - $0.y) })
      #expect(picture == picture.mapped { PixelPosition(x: 55 - $0.x, y: $0.y) })
      #expect(picture.bounds == box, "\(shape)")
      let points = [PencilPoint(center(30, 5)), PencilPoint(center(30, 50))]
      let down = try TracePicture(.pencil(points), arrow: .both, form: form)
      #expect(down.mapped { PixelPosition(x: $0.y, y: $0.x) } == picture)
      let path = Path([.move(center(5, 30)), .line(center(50, 30))])
      #expect(try TracePicture(.path(path), arrow: .both, form: form) == picture)
    }
    let curve = Path([.move(center(5, 30)), .quadratic(center(30, 30), center(50, 50))])
    #expect(try TracePicture(.path(curve), arrow: .end).pixels.count > TracePicture(.path(curve)).pixels.count + 10)
  }

  @Test("a single move, blank paths and NaN points have no pixel")
  func odd() throws {
    #expect(try TracePicture(.path(Path([.move(center(3, 4))]))).pixels.isEmpty)
    #expect(try TracePicture(.path(Path())).pixels.isEmpty)
    let none = Point(x: .nan, y: 1)
    for shape in [
      Shape.line(center(1, 1), none), .rect(none, center(1, 1)), .polygon([center(1, 1), none, center(9, 9)]),
      .pencil([PencilPoint(center(1, 1)), PencilPoint(none)]), .ellipse(center(1, 1), none),
      .path(Path([.move(center(1, 1)), .line(none)])),
    ] {
      #expect(try TracePicture(shape).pixels.isEmpty)
      #expect(try TracePicture.area(shape).pixels.isEmpty)
    }
    let canvas = try #require(CanvasSize(width: 9, height: 9))
    for width in [2, 1.01, 0, -1, .nan, .infinity] {
      let style = StrokeStyle(width: width, pixelRule: .trace)
      #expect(PixelTrace(.line(none, none), style: style, canvas: canvas) == nil, "\(width)")
    }
  }

  @Test(
    "a line is outside if no pixel of it is on the canvas, gaps between dashes included",
    arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func outside(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let canvas = try #require(CanvasSize(width: 64, height: 64))
    var found = [0, 0]
    for round in 0..<200 {
      let corners = randomPixels(&random, 3, -50...114)
      // The same on a canvas that contains them all.
      let shapes = [0, 64].map { shift in
        let points = corners.map { PixelPosition(x: $0.x + shift, y: $0.y + shift).center }
        let shapes: [Shape] = [
          .pencil(points.map { PencilPoint($0) }), .line(points[0], points[1]), .rect(points[0], points[1]),
          .roundedRect(points[0], points[1], radius: 5), .ellipse(points[0], points[1]), .polygon(points),
          .path(Path([.move(points[0]), .quadratic(points[1], points[2])])),
        ]
        return shapes[round % shapes.count]
      }
      // A box without area has no pixels, so it is nowhere.
      let pixels = try TracePicture(shapes[1], width: 192, height: 192).pixels
      let isOutside = !pixels.isEmpty && pixels.allSatisfy { !canvas.box.contains(x: $0.x - 64, y: $0.y - 64) }
      for dash in [[], [3, 4], [0, 5]] as [[Double]] {
        let style = StrokeStyle(width: 1, cap: .butt, dash: dash, pixelRule: .trace)
        let trace = try #require(PixelTrace(shapes[0], style: style, canvas: canvas))
        #expect(trace.isOutside == isOutside, "seed \(seed), \(dash): \(shapes[0])")
      }
      found[isOutside ? 1 : 0] += 1
    }
    #expect(found[0] > 5 && found[1] > 5, "seed \(seed)")
    let style = StrokeStyle(width: 1, pixelRule: .trace)
    let away = center(99, 99)
    for nothing in [.pencil([PencilPoint(away, pressure: 0)]), .polygon([]), .path(Path([]))] as [Shape] {
      #expect(try #require(PixelTrace(nothing, style: style, canvas: canvas)).isOutside == false, "\(nothing)")
    }
  }

  @Test("curves and polygons that reach far outside the canvas are exact near it")
  func far() throws {
    let control = [center(-40, 10), center(20, 200), center(60, -300), center(90, 60)]
    let path = Path([.move(control[0]), .cubic(control[1], control[2], control[3]), .close])
    let large = try TracePicture(.path(path), width: 400, height: 400)
    let small = try TracePicture(.path(path))
    #expect(small.pixels == large.pixels.filter { $0.x < 64 && $0.y < 64 })
    #expect(
      try TracePicture.area(.path(path)).pixels
        == TracePicture.area(.path(path), width: 400, height: 400).pixels.filter { $0.x < 64 && $0.y < 64 })
    let huge = [Point(x: -1e15, y: -1e15), Point(x: 1e15, y: -1e15), Point(x: 0.5, y: 1e15)]
    #expect(try TracePicture.area(.polygon(huge)).pixels.count > 1_000)
    let curve = Path([.move(huge[0]), .cubic(Point(x: 1e15, y: 0), Point(x: -1e15, y: 30), huge[2])])
    _ = try TracePicture(.path(curve))
    _ = try TracePicture.area(.path(curve))
    for radius in [1e16, 1e18, 1e30, 1e150, 1e300] {
      for isLarge in [true, false] {
        let arc = EllipticArc(radiusX: radius, radiusY: radius / 3, rotation: 20, isLarge: isLarge, sweeps: true)
        let path = Path([.move(center(3, 3)), .arc(arc, center(50, 40)), .close])
        _ = try TracePicture(.path(path), dash: [3])
        _ = try TracePicture.area(.path(path))
      }
    }
    // More pixels than fit 64 bits.
    let many = (0..<20_000).map { Point(x: $0 % 2 == 0 ? -1e15 : 1e15, y: 7) }
    _ = try TracePicture(.polygon(many), dash: [3])
    _ = try TracePicture(.path(Path([.move(many[0])] + many.dropFirst().map { .line($0) })), dash: [3])
  }
}
