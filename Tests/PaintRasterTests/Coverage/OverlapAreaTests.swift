import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("OverlapArea")
struct OverlapAreaTests {
  /// The area inside the contours in each pixel: exact extents on many lines per row under the rule.
  private func area(_ outline: Outline, side: Int, lines: Int, _ rule: FillRule) -> [Double] {
    var area = [Double](repeating: 0, count: side * side)
    for line in 0..<side * lines {
      let y = (Double(line) + 0.5) / Double(lines) - outline.origin.y
      var crossings: [(x: Double, sign: Int)] = []
      var start = 0
      for end in outline.contours.ends {
        for i in start..<end {
          let a = outline.contours.points[i == start ? end - 1 : i - 1]
          let b = outline.contours.points[i]
          if (a.y <= y) == (b.y <= y) { continue }
          crossings.append((a.x + (y - a.y) * ((b.x - a.x) / (b.y - a.y)) + outline.origin.x, a.y < b.y ? -1 : 1))
        }
        start = end
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for i in crossings.indices {
        winding += crossings[i].sign
        guard rule == .nonzero ? winding != 0 : winding % 2 != 0, i + 1 < crossings.count else { continue }
        for x in 0..<side {
          let width = min(crossings[i + 1].x, Double(x + 1)) - max(crossings[i].x, Double(x))
          if width > 0 { area[line / lines * side + x] += width / Double(lines) }
        }
      }
    }
    return area
  }

  private func coverage(_ outline: Outline, side: Int, _ rule: FillRule) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: side * side)
    let canvas = try #require(CanvasSize(width: side, height: side))
    var scanner = CoverageScanner(outline, canvas: canvas, antialiased: true, rule: rule)
    for row in scanner.tileRows {
      scanner.scan(tileRow: row) { _, coverage in
        for i in bytes.indices {
          switch coverage {
          case .full: bytes[i] = 255
          case .mask(let mask): bytes[i] = mask.bytes[i / side * Tile.edge + i % side]
          }
        }
      }
    }
    return bytes
  }

  @Test(
    "scribbles with many crossings in a pixel and hairpins have their contours' true area", arguments: FillRule.allCases
  )
  func scribbles(rule: FillRule) throws {
    let side = 8
    var worst = 0.0
    var sum = 0.0
    var count = 0
    for seed in 0..<UInt64(isOptimised ? 60 : 20) {
      var random = SeededGenerator(seed: seed)
      let reach = random.real(0.3...5)
      var points: [PencilPoint] = []
      for i in 0..<random.whole(3...14) {
        let isBack = i > 1 && random.whole(0...3) == 0
        let p = Point(x: 1.3 + random.real(0...reach), y: 1.3 + random.real(0...reach))
        points.append(PencilPoint(isBack ? points[i - 2].point : p, pressure: seed % 3 == 0 ? random.real(0...1) : 1))
      }
      let outline = Outline(strokeOf: .pencil(points), style: StrokeStyle(width: random.real(0.05...2)))
      let bytes = try coverage(outline, side: side, rule)
      let truth = area(outline, side: side, lines: 256, rule)
      for i in bytes.indices {
        let error = Double(bytes[i]) - 255 * truth[i]
        worst = max(worst, abs(error))
        if truth[i] > 0.001 && truth[i] < 0.999 {
          sum += error
          count += 1
        }
        #expect(abs(error) <= 2, "seed \(seed), pixel \(i % side), \(i / side): \(bytes[i]) for \(255 * truth[i])")
      }
    }
    print("overlaps, \(rule): worst \(worst)/255, mean \(sum / Double(max(count, 1)))/255 of \(count) pixels")
  }

  @Test(
    "polygons that wind both ways round points of one pixel have their true area", arguments: FillRule.allCases)
  func bothWays(rule: FillRule) throws {
    let side = 4
    for seed in 0..<UInt64(400) {
      var random = SeededGenerator(seed: seed)
      let reach = random.real(0.3...3)
      let points = (0..<random.whole(4...9)).map { _ in
        Point(x: 0.5 + random.real(0...reach), y: 0.5 + random.real(0...reach))
      }
      let outline = Outline(fillOf: .polygon(points), rule: rule)
      let bytes = try coverage(outline, side: side, rule)
      let truth = area(outline, side: side, lines: 512, rule)
      for i in bytes.indices {
        let error = Double(bytes[i]) - 255 * truth[i]
        #expect(abs(error) <= 1.1, "seed \(seed), pixel \(i % side), \(i / side): \(bytes[i]) for \(255 * truth[i])")
      }
    }
  }

  @Test("knots of many short sides, and pixels next to them, have their true area", arguments: FillRule.allCases)
  func knots(rule: FillRule) throws {
    let side = 3
    var worst = 0.0
    for seed in 0..<UInt64(200) {
      var random = SeededGenerator(seed: seed)
      let reach = random.real(0.002...0.06)
      let (x, y) = (random.real(1...2 - reach), random.real(1...2 - reach))
      // Sides from the knot to elsewhere cross the pixel, and the knot is the end of several in turn.
      var points: [Point] = []
      for _ in 0..<random.whole(1...3) {
        points.append(Point(x: random.real(0...3), y: random.real(0...3)))
        for _ in 0..<random.whole(4...20) {
          points.append(Point(x: x + random.real(0...reach), y: y + random.real(0...reach)))
        }
      }
      points.append(Point(x: random.real(0...3), y: random.real(0...3)))
      let outline = Outline(fillOf: .polygon(points), rule: rule)
      let bytes = try coverage(outline, side: side, rule)
      let truth = area(outline, side: side, lines: 1_024, rule)
      for i in bytes.indices {
        let error = abs(Double(bytes[i]) - 255 * truth[i])
        worst = max(worst, error)
        #expect(error <= 0.6, "seed \(seed), pixel \(i % side), \(i / side): \(bytes[i]) for \(255 * truth[i])")
      }
    }
    print("knots, \(rule): worst \(worst)/255")
  }

  @Test("boxes of one path have their true area where horizontal sides meet others", arguments: FillRule.allCases)
  func horizontalSides(rule: FillRule) throws {
    let side = 6
    for seed in 0..<UInt64(200) {
      var random = SeededGenerator(seed: seed)
      var elements: [Path.Element] = []
      for _ in 0..<3 {
        let (x, y) = (random.real(0.2...3), random.real(0.2...3))
        let (right, bottom) = (x + random.real(0...2.8), y + random.real(0...2.8))
        let corners = [Point(x: x, y: y), Point(x: right, y: y), Point(x: right, y: bottom), Point(x: x, y: bottom)]
        let turned = random.whole(0...1) == 0 ? corners : corners.reversed()
        elements += [.move(turned[0])] + turned.dropFirst().map { .line($0) } + [.close]
      }
      let outline = Outline(fillOf: .path(Path(elements)), rule: rule)
      let bytes = try coverage(outline, side: side, rule)
      let truth = area(outline, side: side, lines: 1_024, rule)
      for i in bytes.indices {
        let error = Double(bytes[i]) - 255 * truth[i]
        // Each horizontal side of the reference is off by up to half a line.
        #expect(abs(error) <= 1.4, "seed \(seed), pixel \(i % side), \(i / side): \(bytes[i]) for \(255 * truth[i])")
      }
    }
  }
}
