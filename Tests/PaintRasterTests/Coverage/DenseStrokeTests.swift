import PaintTestSupport
import Testing

@testable import PaintRaster

/// Strokes of so many points that every pixel is crossed by hundreds of pieces.
@Suite("Strokes of very many points", .serialized)
struct DenseStrokeTests {
  private func coverage(_ outline: Outline, side: Int) throws -> [UInt8] {
    try CoveragePicture(outline, width: side, height: side).bytes
  }

  /// The side of the square for the random strokes, in pixels.
  private static let side = 10
  /// Lines per pixel of the plain reference: with 64, where hundreds of sides cross a pixel, its own error is 2/255.
  private static let lines = 512

  /// The area inside the contours in each pixel of the square, by exact extents on many lines.
  private func area(_ outline: Outline, side: Int) -> [Double] {
    var area = [Double](repeating: 0, count: side * side)
    // The last bit is set if the side runs upwards, which sorts faster than pairs.
    var crossings = [[Double]](repeating: [], count: side * Self.lines)
    var start = 0
    for end in outline.contours.ends {
      for i in start..<end {
        let a = outline.contours.points[i == start ? end - 1 : i - 1]
        let b = outline.contours.points[i]
        let (top, bottom) = (min(a.y, b.y) + outline.origin.y, max(a.y, b.y) + outline.origin.y)
        let first = max(Int((top * Double(Self.lines) - 0.5).rounded(.up)), 0)
        for line in first..<max(first, crossings.count) {
          let y = (Double(line) + 0.5) / Double(Self.lines)
          if y >= bottom { break }
          if y < top { continue }
          let x = a.x + (y - outline.origin.y - a.y) * ((b.x - a.x) / (b.y - a.y)) + outline.origin.x
          crossings[line].append(Double(bitPattern: x.bitPattern & ~1 | (a.y < b.y ? 0 : 1)))
        }
      }
      start = end
    }
    for line in crossings.indices {
      let row = crossings[line].sorted()
      var winding = 0
      for i in row.indices.dropLast() {
        winding += row[i].bitPattern & 1 == 0 ? -1 : 1
        guard outline.fillRule == .nonzero ? winding != 0 : winding % 2 != 0 else { continue }
        for x in max(Int(row[i]), 0)..<max(min(Int(row[i + 1]) + 1, side), max(Int(row[i]), 0)) {
          let width = min(row[i + 1], Double(x + 1)) - max(row[i], Double(x))
          if width > 0 { area[line / Self.lines * side + x] += width / Double(Self.lines) }
        }
      }
    }
    return area
  }

  private func expectTrue(_ outline: Outline, side: Int, _ what: String) throws {
    let bytes = try coverage(outline, side: side)
    let truth = area(outline, side: side)
    var (worst, sum, count) = (0.0, 0.0, 0)
    for i in bytes.indices {
      let error = Double(bytes[i]) - 255 * truth[i]
      worst = max(worst, abs(error))
      if truth[i] > 0.001 && truth[i] < 0.999 {
        sum += error
        count += 1
      }
    }
    let mean = sum / Double(max(count, 1))
    print("dense, \(what): worst \(worst)/255, mean \(mean)/255 of \(count) pixels")
    #expect(worst <= 2, "\(what)")
    // The mean of rounding errors alone has a deviation of 0.29/√n.
    #expect(abs(mean) < 0.02 + 1 / Double(max(count, 1)).squareRoot(), "\(what)")
  }

  private func points(_ count: Int, side: Double, seed: UInt64) -> [Point] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Point(x: random.real(0...side), y: random.real(0...side)) }
  }

  // Unoptimised, the plain reference takes minutes for the larger ones; the optimised run has them all.
  #if DEBUG
    private static let counts = [60]
    private static let corners = [40, 300]
  #else
    private static let counts = [60, 400, 3_000]
    private static let corners = [40, 300, 5_000]
  #endif

  @Test("random scribbles with thin and thick lines have their true area", arguments: counts)
  func scribbles(count: Int) throws {
    for width in [0.02, 0.1, 0.5, 3] {
      let pencil = points(count, side: Double(Self.side), seed: UInt64(count)).map { PencilPoint($0) }
      let outline = Outline(strokeOf: .pencil(pencil), style: StrokeStyle(width: width))
      try expectTrue(outline, side: Self.side, "\(count) points, width \(width)")
    }
  }

  @Test("random polygons have their true area under both rules", arguments: FillRule.allCases)
  func polygons(rule: FillRule) throws {
    for count in Self.corners {
      let outline = Outline(fillOf: .polygon(points(count, side: Double(Self.side), seed: UInt64(count))), rule: rule)
      try expectTrue(outline, side: Self.side, "\(count) corners, \(rule)")
    }
  }

  @Test("a line drawn many times over itself equals the line")
  func backAndForth() throws {
    let ends = [Point(x: 1.3, y: 2.2), Point(x: 6.9, y: 4.57)].map { PencilPoint($0) }
    let once = Outline(strokeOf: .pencil(ends), style: StrokeStyle(width: 1.3))
    let often = Outline(
      strokeOf: .pencil((0..<40_000).map { ends[$0 % 2] }), style: StrokeStyle(width: 1.3))
    for (a, b) in zip(try coverage(once, side: 9), try coverage(often, side: 9)) { #expect(abs(Int(a) - Int(b)) <= 1) }
  }

  @Test("pieces too many to be kept at once give the same coverage as in a separate picture")
  func parts() throws {
    // Hundreds of thousands of pieces in a row of tiles, and the same outline moved by a whole tile and a pixel.
    let plain = points(4_000, side: 60, seed: 7)
    let pencil = plain.map { PencilPoint($0) }
    let moved = plain.map { PencilPoint(Point(x: $0.x + 33, y: $0.y + 33)) }
    let style = StrokeStyle(width: 0.03)
    let bytes = try coverage(Outline(strokeOf: .pencil(pencil), style: style), side: 64)
    let others = try coverage(Outline(strokeOf: .pencil(moved), style: style), side: 97)
    var differing = 0
    // The stroke reaches half a width beyond the canvas' border, but not by a pixel.
    for y in 0..<64 { for x in 0..<64 where bytes[y * 64 + x] != others[(y + 33) * 97 + x + 33] { differing += 1 } }
    #expect(differing == 0)
  }

  @Test("cells that are covered according to sum and count are covered by their pieces", arguments: [0.3, 1, 4])
  func surelyCovered(width: Double) throws {
    let canvas = try #require(CanvasSize(width: 64, height: 32))
    var forgotten = 0
    for seed in 0..<UInt64(isOptimised ? 4 : 2) {
      // Half of them reach beyond the canvas on all sides, and all run mostly around a point, which gives high winding
      // numbers.
      var random = SeededGenerator(seed: seed)
      let reach = seed % 2 == 0 ? 12.0 : 60
      let turns: [(Double, Double)] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
      let pencil = (0..<400).map { i in
        let (x, y) = turns[i % 4]
        return PencilPoint(
          Point(x: 30 + x * reach + random.real(-9...9), y: 16 + y * reach + random.real(-9...9)))
      }
      for outline in [
        Outline(strokeOf: .pencil(pencil), style: StrokeStyle(width: width)),
        Outline(fillOf: .polygon(pencil.map { $0.point })),
      ] {
        let frame = CanvasFrame(outline, canvas: canvas)
        var table = EdgeTable()
        table.load(outline, frame: frame, antialiased: true)
        table.advance(to: 0)
        var strip = CellStrip<Int64>()
        strip.prepare(table.tileColumns)
        for i in 0..<table.activeCount {
          _ = strip.accumulate(table.edges + Int(table.active[i]), rows: 0..<32, frame: frame)
        }
        _ = strip.mark(horizontalsOf: table, rows: 0..<32)
        var overlaps = OverlapCells()
        var area = OverlapArea()
        overlaps.solve(strip, table, tileRow: 0, height: 32, frame: frame, area: &area, .nonzero)
        strip.clearCoveredOverlaps(height: 32)
        for column in overlaps.columns where strip.isTouched(column) {
          for row in 0..<32 {
            var (cells, number) = overlaps.rowCells[(column - overlaps.columns.lowerBound) * 32 + row]
            let left = strip.tileMarks(column)[row].twice
            while cells != 0 {
              let bit = cells & (0 &- cells)
              if left & bit == 0 {
                forgotten += 1
                #expect(overlaps.values[Int(number)] == 255, "seed \(seed), row \(row) of column \(column)")
              }
              cells &= ~bit
              number += 1
            }
          }
        }
      }
    }
    #expect(forgotten > 100)
  }
}
