import PaintTestSupport
import Testing

@testable import PaintRaster

/// Lines drawn block by block, compared with the same lines drawn as one outline.
@Suite("Pencil lines of very many points")
struct DensePencilTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var count: Int
    var width: Double
    var size: (Int, Int)
    var step: Double?
    var hasPressure = false
    /// Through centres of pixels, which it fills.
    var isCrisp = false

    var testDescription: String { "\(count) points, \(width) px wide, on \(size.0)x\(size.1)" }
  }

  static let lines = [
    Line(count: 400, width: 3, size: (300, 280)),
    Line(count: 400, width: 1, size: (90, 70), isCrisp: true),
    Line(count: 400, width: 2.5, size: (150, 120), hasPressure: true),
    Line(count: 3_000, width: 1, size: (300, 280)),
    Line(count: 3_000, width: 1, size: (300, 280), isCrisp: true),
    Line(count: 6_000, width: 1, size: (600, 300), step: 5, isCrisp: true),
    Line(count: 3_000, width: 0.3, size: (70, 60)),
    Line(count: 2_500, width: 20, size: (530, 270)),
    Line(count: 3_000, width: 7, size: (257, 33), hasPressure: true),
    // A compact scribble: most segments are shorter than the line is wide.
    Line(count: 6_000, width: 4, size: (600, 300), step: 3),
    Line(count: 6_000, width: 1.5, size: (64, 64), step: 2, hasPressure: true),
  ]

  private func points(_ line: Line, seed: UInt64) -> [PencilPoint] {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (Double(line.size.0), Double(line.size.1))
    var last = Point(x: width / 2, y: height / 2)
    return (0..<line.count).map { _ in
      if let step = line.step {
        last = Point(
          x: min(max(last.x + random.real(-step...step), -9), width + 9),
          y: min(max(last.y + random.real(-step...step), -9), height + 9))
      } else {
        // Some of them whole, and some beyond the canvas.
        let isWhole = random.whole(0...3) == 0
        let point = Point(x: random.real(-20...width + 20), y: random.real(-20...height + 20))
        last = isWhole ? Point(x: point.x.rounded(), y: point.y.rounded()) : point
      }
      if line.isCrisp { last = Point(x: last.x.rounded(.down) + 0.5, y: last.y.rounded(.down) + 0.5) }
      return PencilPoint(last, pressure: line.hasPressure ? random.real(0...1) : 1)
    }
  }

  private func coverage(_ pencil: DensePencil, _ line: Line, antialiased: Bool, threads: Int) throws -> [UInt8] {
    let canvas = try #require(CanvasSize(width: line.size.0, height: line.size.1))
    var bytes = [UInt8](repeating: 0, count: canvas.width * canvas.height)
    var last = -1
    pencil.forEachTile(on: canvas, antialiased: antialiased, with: Workers(count: threads)) {
      (index, coverage) throws(Never) in
      let place = index.y * canvas.tileColumns + index.x
      #expect(place > last, "tiles come in their order")
      last = place
      let box = index.box.intersection(canvas.box)
      for y in box.y..<box.maxY {
        for x in box.x..<box.maxX {
          switch coverage {
          case .full: bytes[y * canvas.width + x] = 255
          case .mask(let mask):
            let value = mask.bytes[(y - index.box.y) * Tile.edge + x - index.box.x]
            let (bit, row) = (UInt8(1) << UInt8((x - index.box.x) / 4), y - index.box.y)
            if value != 0 { #expect(mask.rows.contains(row) && mask.occupied[row] & bit != 0) }
            if value != 255 { #expect(mask.solid[row] & bit == 0) }
            bytes[y * canvas.width + x] = value
          }
        }
      }
    }
    return bytes
  }

  /// The distance of a point from the line, found by trying; negative inside of it.
  private func distance(from point: Point, toLineOf line: Line, through points: [PencilPoint]) -> Double {
    /// The distance from the disc at a share of the way from one point to the next.
    func distance(_ share: Double, _ start: PencilPoint, _ end: PencilPoint) -> Double {
      let x = start.point.x + (end.point.x - start.point.x) * share - point.x
      let y = start.point.y + (end.point.y - start.point.y) * share - point.y
      let pressure = start.pressure + (end.pressure - start.pressure) * share
      return (x * x + y * y).squareRoot() - line.width / 2 * pressure
    }
    var least = Double.infinity
    for (start, end) in zip(points, points.dropFirst()) {
      // The distance falls and then rises.
      var (low, high) = (0.0, 1.0)
      for _ in 0..<100 {
        let (first, second) = (low + (high - low) / 3, high - (high - low) / 3)
        if distance(first, start, end) < distance(second, start, end) { high = second } else { low = first }
      }
      least = min(least, distance(low, start, end))
      guard line.isCrisp else { continue }
      for end in [start, end] {
        least = min(least, max(abs(end.point.x - point.x), abs(end.point.y - point.y)) - 0.5)
      }
    }
    return least
  }

  /// The outline of very many points takes minutes in a debug build.
  private static let comparable: [Line] = {
    #if DEBUG
      return lines.filter { $0.count <= 400 }
    #else
      return lines
    #endif
  }()

  @Test("cover the same as one outline, within the documented bounds of both", arguments: comparable)
  func agrees(_ line: Line) throws {
    // With the first seed, a side of the first line runs through centres of pixels.
    for seed in [15_940_601_396_366_191_970, .random(in: 3 ... .max)] + (isThorough ? [1, 2] : []) as [UInt64] {
      let points = points(line, seed: seed)
      let style = StrokeStyle(width: line.width, pixelRule: line.isCrisp ? .wholeVertices : .area)
      let pencil = try #require(DensePencil(points, style: style, minimumCount: 2))
      let outline = Outline(strokeOf: .pencil(points), style: style)
      for antialiased in [true, false] {
        let expected = try CoveragePicture(
          outline, width: line.size.0, height: line.size.1, antialiased: antialiased
        ).bytes
        let found = try coverage(pencil, line, antialiased: antialiased, threads: 2)
        let differing = found.indices.filter { found[$0] != expected[$0] }
        if antialiased {
          // Each is within 2/255 of the true area where pieces overlap.
          let worst = differing.map { abs(Int(found[$0]) - Int(expected[$0])) }.max() ?? 0
          #expect(worst <= 2, "seed \(seed)")
          #expect(differing.count * 50 <= found.count, "seed \(seed)")
        } else {
          // Vertices are rounded, so pixels may differ whose centres are on the line's border.
          for pixel in differing {
            let center = Point(x: Double(pixel % line.size.0) + 0.5, y: Double(pixel / line.size.0) + 0.5)
            let distance = distance(from: center, toLineOf: line, through: points)
            #expect(abs(distance) < 1e-4, "seed \(seed), centre of the pixel at \(center)")
          }
        }
        #expect(try coverage(pencil, line, antialiased: antialiased, threads: 1) == found)
      }
    }
  }

  @Test("lines of few points, with arrow heads or far away are drawn as one outline")
  func others() {
    let points = points(Self.lines[0], seed: 9)
    #expect(DensePencil(points, style: StrokeStyle(width: 3)) == nil)
    var style = StrokeStyle(width: 3)
    style.arrow = .end
    #expect(DensePencil(points, style: style, minimumCount: 2) == nil)
    let far = points + [PencilPoint(Point(x: 1e9, y: 0), pressure: 1)]
    #expect(DensePencil(far, style: StrokeStyle(width: 3), minimumCount: 2) == nil)
    let still = [PencilPoint](repeating: points[0], count: 9)
    #expect(DensePencil(still, style: StrokeStyle(width: 3), minimumCount: 2) == nil)
  }
}
