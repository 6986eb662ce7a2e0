import PaintTestSupport
import Testing

@testable import PaintRaster

/// Shapes without anti-aliasing that are thinner than a pixel, by what their pixels must have in common.
@Suite("Crisp shapes thinner than a pixel")
struct DropoutTests {
  private static let side = 64

  /// The places of the pixels that a crisp shape covers.
  private func pixels(_ outline: Outline) throws -> Set<PixelPosition> {
    let canvas = try #require(CanvasSize(width: Self.side, height: Self.side))
    let picture = try CoveragePicture(
      outline.withoutDropouts(on: canvas), width: Self.side, height: Self.side, antialiased: false)
    return Set(
      picture.bytes.indices.filter { picture.bytes[$0] > 0 }.map {
        PixelPosition(x: $0 % Self.side, y: $0 / Self.side)
      })
  }

  /// Whether every pixel is reached from every other one along sides and corners of pixels.
  private func areConnected(_ pixels: Set<PixelPosition>) -> Bool {
    var rest = pixels
    guard let first = rest.popFirst() else { return false }
    var open = [first]
    while let pixel = open.popLast() {
      for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        if let near = rest.remove(PixelPosition(x: pixel.x + dx, y: pixel.y + dy)) { open.append(near) }
      }
    }
    return rest.isEmpty
  }

  private func distance(_ p: Point, from a: Point, to b: Point) -> Double {
    let (d, q) = (b - a, p - a)
    let square = d.x * d.x + d.y * d.y
    let t = square == 0 ? 0 : max(0, min(1, (q.x * d.x + q.y * d.y) / square))
    let (x, y) = (q.x - t * d.x, q.y - t * d.y)
    return (x * x + y * y).squareRoot()
  }

  /// The sizes of ellipses in boxes of whole pixels.
  private static let sizes: [(Int, Int)] = (Array(1...24) + [33, 47, 60]).flatMap { width in
    (1...12).flatMap { [(width, $0), ($0, width)] }
  }

  /// Checks that the pixels of an ellipse of that size at 2,3 reach the sides of its box, and that each half mirrors the
  /// other.
  private func expectSymmetry(_ found: Set<PixelPosition>, _ w: Int, _ h: Int, _ note: Comment) {
    let (xs, ys) = (found.map(\.x), found.map(\.y))
    #expect((xs.min(), xs.max(), ys.min(), ys.max()) == (2, 1 + w, 3, 2 + h), note)
    #expect(Set(found.map { PixelPosition(x: 3 + w - $0.x, y: $0.y) }) == found, note)
    #expect(Set(found.map { PixelPosition(x: $0.x, y: 5 + h - $0.y) }) == found, note)
  }

  @Test("an ellipse in a box of whole pixels reaches its sides, and each half mirrors the other")
  func ellipses() throws {
    for (w, h) in Self.sizes {
      let found = try pixels(Outline(fillOf: .ellipse(Point(x: 2, y: 3), Point(x: Double(2 + w), y: Double(3 + h)))))
      expectSymmetry(found, w, h, "\(w)x\(h)")
    }
  }

  @Test("so does its outline inside, which is the whole ellipse if it has no hole", arguments: [1.5, 2, 3, 5, 8])
  func rings(width: Double) throws {
    for (w, h) in Self.sizes {
      let shape = Shape.ellipse(Point(x: 2, y: 3), Point(x: Double(2 + w), y: Double(3 + h)))
      let found = try pixels(Outline(strokeOf: shape, style: StrokeStyle(width: width, align: .inside)))
      expectSymmetry(found, w, h, "\(w)x\(h), width \(width)")
      let all = try pixels(Outline(fillOf: shape))
      #expect(found.isSubset(of: all), "\(w)x\(h), width \(width)")
      if 2 * width >= Double(min(w, h)) { #expect(found == all, "\(w)x\(h), width \(width)") }
    }
  }

  @Test(
    "a line is one connected chain from end to end, and no pixel is farther than one from it",
    arguments: [1, 2, 3, 10_456_141_368_647_965_593, .random(in: 4 ... .max)] as [UInt64])
  func lines(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func point() -> Point { Point(x: random.real(4...60), y: random.real(4...60)) }
    for round in 0..<150 {
      let cap = LineCap.allCases[round % LineCap.allCases.count]
      let width = [0.01, 0.1, 0.3, 0.6, 0.9, 1, 1.3][round % 7]
      var points = (0..<(round % 4 == 0 ? random.whole(3...5) : 2)).map { _ in point() }
      // Along rows and columns, too, where a line may be between all centres or along them.
      if round % 5 == 1 { points[1].y = points[0].y.rounded() + [0, 0.25, 0.5][round % 3] }
      if round % 5 == 1 { points[0].y = points[1].y }
      if round % 5 == 2 { points[1].x = points[0].x }
      if distance(points[0], from: points[1], to: points[1]) < 2 { continue }
      let path = Path([.move(points[0])] + points.dropFirst().map { .line($0) })
      let shape: Shape = points.count == 2 ? .line(points[0], points[1]) : .path(path)
      let found = try pixels(Outline(strokeOf: shape, style: StrokeStyle(width: width, cap: cap)))
      let note: Comment = "seed \(seed), width \(width), \(cap): \(points)"
      #expect(areConnected(found), note)
      let isNear = found.allSatisfy { pixel in
        zip(points, points.dropFirst()).contains { distance(pixel.center, from: $0, to: $1) <= 1 + width / 2 }
      }
      #expect(isNear, note)
      // The next line through centres is up to a pixel away, and the end of something thicker may get no pixel there.
      for end in [points[0], points[points.count - 1]] {
        let isReached = found.contains {
          abs($0.x - Int(end.x.rounded(.down))) <= 2 && abs($0.y - Int(end.y.rounded(.down))) <= 2
        }
        #expect(isReached, note)
      }
    }
  }

  @Test("a curve is one connected chain", arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func curves(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func point() -> Point { Point(x: random.real(4...60), y: random.real(4...60)) }
    for round in 0..<60 {
      let path = Path([.move(point()), .cubic(point(), point(), point())])
      let style = StrokeStyle(width: [0.05, 0.3, 0.7, 1][round % 4])
      #expect(try areConnected(pixels(Outline(strokeOf: .path(path), style: style))), "seed \(seed): \(path) \(style)")
    }
  }

  @Test("a thin box is a row or a column of pixels, and so is its outline inside, whose dashes count them")
  func boxes() throws {
    let canvas = try #require(CanvasSize(width: Self.side, height: Self.side))
    for thickness in [0.02, 0.2, 0.5, 0.9] {
      for place in [0.0, 0.05, 0.3, 0.55, 0.8] {
        for isUpright in [false, true] {
          let (low, high) = (Point(x: 10, y: 20 + place), Point(x: 40, y: 20 + place + thickness))
          let (a, b) = isUpright ? (Point(x: low.y, y: low.x), Point(x: high.y, y: high.x)) : (low, high)
          let filled = try pixels(Outline(fillOf: .rect(a, b)))
          let note: Comment = "\(a) to \(b)"
          #expect(filled.count == 30 && areConnected(filled), note)
          #expect(Set(filled.map { isUpright ? $0.y : $0.x }) == Set(10..<40), note)
          var style = StrokeStyle(width: 1, align: .inside, cap: .butt, pixelRule: .trace)
          let trace = try #require(PixelTrace(.rect(a, b), style: style, canvas: canvas))
          #expect(try pixels(trace.outline) == filled, note)
          style.dash = [4, 3]
          let dashed = try #require(PixelTrace(.rect(a, b), style: style, canvas: canvas))
          #expect(
            try pixels(dashed.outline) == filled.filter { ((isUpright ? $0.y : $0.x) - 10) % 7 < 4 }, note)
        }
      }
    }
  }
}
