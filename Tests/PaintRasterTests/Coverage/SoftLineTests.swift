import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("Soft lines")
struct SoftLineTests {
  enum Kind: CaseIterable, Sendable { case plain, widths, opacities, both }

  private static let canvas = (width: 150, height: 110)

  private func random(_ seed: UInt64, _ kind: Kind) -> SoftCurve {
    var random = SeededGenerator(seed: seed)
    let width = [random.real(0.3...4), random.real(3...60), random.real(3...60), random.real(60...400)]
    let hardness = [0, 0.5, random.real(0...1), random.real(0.9...0.9999), 0.25]
    let count = [1, 2, 2, 3, 5, 20, 60][random.whole(0...6)]
    let (isWide, step) = (random.whole(0...5) == 0, random.whole(0...1) == 0 ? random.real(0.1...10) : 0)
    var (x, y) = (random.real(-20...160), random.real(-20...160))
    var points: [PencilPoint] = []
    for _ in 0..<count {
      if step > 0, count > 5 {
        x += random.real(-step...step)
        y += random.real(-step...step)
      } else {
        (x, y) =
          isWide
          ? (random.real(-20_000...20_000), random.real(-20_000...20_000))
          : (random.real(-40...200), random.real(-40...200))
      }
      if random.whole(0...4) == 0 { (x, y) = (x.rounded(), y.rounded()) }
      func grid(_ value: Double) -> Double { (value * 65_536).rounded(.toNearestOrEven) / 65_536 }
      var point = PencilPoint(Point(x: grid(x), y: grid(y)))
      let pressure = random.whole(0...6) == 0 ? 0 : random.real(0...1)
      if kind == .widths || kind == .both { point.pressure = pressure }
      if kind == .opacities || kind == .both { point.opacity = pressure }
      points.append(point)
    }
    return SoftCurve(
      points: points, width: width[random.whole(0...3)], hardness: hardness[random.whole(0...4)])
  }

  private func bytes(
    _ shape: Shape, _ style: StrokeStyle, width: Int = canvas.width, height: Int = canvas.height
  ) throws -> [UInt8] {
    let size = try #require(CanvasSize(width: width, height: height))
    let line = try #require(SoftLine(shape, style: style, on: size))
    var bytes = [UInt8](repeating: 0, count: width * height)
    var last = TileIndex(x: -1, y: 0)
    line.forEachTile(on: size) { (index, coverage) throws(Never) in
      #expect(index.y > last.y || (index.y == last.y && index.x > last.x), "tiles come in order, each once")
      last = index
      for y in 0..<min(Tile.edge, height - index.y * Tile.edge) {
        for x in 0..<min(Tile.edge, width - index.x * Tile.edge) {
          var value: UInt8 = 255
          if case .mask(let mask) = coverage {
            value = mask.bytes[y * Tile.edge + x]
            let group = UInt8(1) << UInt8(x / 4)
            if value != 0, !mask.rows.contains(y) || mask.occupied[y] & group == 0 { Issue.record("not occupied") }
            if value != 255, mask.solid[y] & group != 0 { Issue.record("not solid") }
          }
          bytes[(index.y * Tile.edge + y) * width + index.x * Tile.edge + x] = value
        }
      }
    }
    return bytes
  }

  private func bytes(_ curve: SoftCurve) throws -> [UInt8] {
    try bytes(.pencil(curve.points), StrokeStyle(width: curve.width, hardness: curve.hardness))
  }

  @Test("every pixel is within 1/255 of the formula in doubles", arguments: Kind.allCases)
  func exact(kind: Kind) throws {
    let count = isThorough ? 5_000 : 10
    var (paths, worst) = (0, 0.0)
    for seed in 0..<UInt64(count) {
      let curve = random(seed, kind)
      guard curve.hardness < 1, SoftLine.isNeeded(for: .pencil(curve.points), StrokeStyle(width: 1, hardness: 0)) else {
        continue
      }
      let drawn = try bytes(curve)
      var places = SeededGenerator(seed: seed + 1)
      for _ in 0..<100 {
        let (x, y) = (places.whole(0...Self.canvas.width - 1), places.whole(0...Self.canvas.height - 1))
        let exact = 255 * curve.coverage(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let byte = Double(drawn[y * Self.canvas.width + x])
        worst = max(worst, abs(byte - exact))
        if abs(byte - exact) > 1 {
          Issue.record("seed \(seed), \(kind): \(byte) instead of \(exact) at \(x),\(y)")
          break
        }
      }
      paths += 1
    }
    if isThorough { print("soft lines, \(kind): \(paths) paths, at most \(worst)/255 from the formula") }
  }

  @Test("a line moved by whole pixels has the same bytes", arguments: Kind.allCases)
  func moved(kind: Kind) throws {
    for seed in 0..<UInt64(isThorough ? 400 : 6) {
      let curve = random(seed, kind)
      let (dx, dy) = (Int(seed % 5) * 7 + 1, Int(seed % 3) * 9 + 4)
      var other = curve
      other.points = curve.points.map {
        PencilPoint(
          Point(x: $0.point.x + Double(dx), y: $0.point.y + Double(dy)), pressure: $0.pressure, opacity: $0.opacity)
      }
      let (first, second) = (try bytes(curve), try bytes(other))
      var different = 0
      for y in 0..<Self.canvas.height - dy {
        for x in 0..<Self.canvas.width - dx
        where first[y * Self.canvas.width + x] != second[(y + dy) * Self.canvas.width + x + dx] {
          different += 1
        }
      }
      #expect(different == 0, "seed \(seed)")
    }
  }

  @Test("points in the middle of segments, and the opposite direction, change nothing", arguments: Kind.allCases)
  func divided(kind: Kind) throws {
    for seed in 0..<UInt64(isThorough ? 400 : 6) {
      let curve = random(seed, kind)
      let drawn = try bytes(curve)
      var divided = curve
      divided.points = Array(curve.points.prefix(1))
      for (a, b) in zip(curve.points, curve.points.dropFirst()) { divided.points += [.between(a, b, 0.5), b] }
      var reversed = curve
      reversed.points.reverse()
      for other in [divided, reversed] {
        let worst = zip(drawn, try bytes(other)).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(worst <= 1, "seed \(seed)")
      }
    }
  }

  @Test("coverage grows with the hardness, to one level of rounding")
  func monotone() throws {
    for seed in 0..<UInt64(isThorough ? 200 : 4) {
      var curve = random(seed, seed % 2 == 0 ? .plain : .widths)
      var former = [UInt8](repeating: 0, count: Self.canvas.width * Self.canvas.height)
      for hardness in [0, 0.2, 0.5, 0.8, 0.95, 0.999] {
        curve.hardness = hardness
        let drawn = try bytes(curve)
        #expect(zip(former, drawn).allSatisfy { Int($0) <= Int($1) + 1 }, "seed \(seed), hardness \(hardness)")
        former = drawn
      }
    }
  }

  @Test("a mirrored line has mirrored bytes, to one level")
  func mirrored() throws {
    for seed in 0..<UInt64(isThorough ? 200 : 4) {
      let curve = random(seed, .widths)
      var other = curve
      for place in curve.points.indices {
        other.points[place].point.x = Double(Self.canvas.width) - curve.points[place].point.x
      }
      let (first, second) = (try bytes(curve), try bytes(other))
      for y in 0..<Self.canvas.height {
        for x in 0..<Self.canvas.width {
          let (a, b) = (first[y * Self.canvas.width + x], second[(y + 1) * Self.canvas.width - 1 - x])
          guard abs(Int(a) - Int(b)) > 1 else { continue }
          Issue.record("seed \(seed) at \(x),\(y): \(a), \(b)")
          return
        }
      }
    }
  }

  @Test("lines, curves and pencils along the same points are the same")
  func shapes() throws {
    let style = StrokeStyle(width: 30, hardness: 0.3)
    let (a, b) = (Point(x: 12.25, y: 20), Point(x: 130, y: 77.5))
    let pencil = try bytes(.pencil([PencilPoint(a), PencilPoint(b)]), style)
    #expect(try bytes(.line(a, b), style) == pencil)
    #expect(try bytes(.path(Path(curveThrough: [a, b])), style) == pencil)
    // A closed curve is covered all around, and a circle's chords are close to the circle.
    let knots = (0..<8).map { step in
      let sides = [(1.0, 0.0), (0.7071, 0.7071), (0, 1), (-0.7071, 0.7071), (-1, 0), (-0.7071, -0.7071), (0, -1)]
      let (x, y) = step < 7 ? sides[step] : (0.7071, -0.7071)
      return Point(x: 75 + 40 * x, y: 55 + 40 * y)
    }
    let ring = try bytes(.path(Path(curveThrough: knots, isClosed: true)), style)
    for (x, y) in [(115, 55), (75, 94), (35, 55), (75, 15)] {
      #expect(ring[y * Self.canvas.width + x] > 250, "\(x),\(y)")
    }
    #expect(ring[55 * Self.canvas.width + 75] == 0)
  }

  @Test("only hardness below 1 and opacities below 1 need a soft line")
  func needed() {
    let points = [PencilPoint(Point(x: 1, y: 1), pressure: 0.5), PencilPoint(Point(x: 9, y: 9))]
    #expect(!SoftLine.isNeeded(for: .pencil(points), StrokeStyle(width: 9)))
    #expect(SoftLine.isNeeded(for: .pencil(points), StrokeStyle(width: 9, hardness: 0.99)))
    let faint = [PencilPoint(Point(x: 1, y: 1), opacity: 0.5)]
    #expect(SoftLine.isNeeded(for: .pencil(faint), StrokeStyle(width: 9)))
    #expect(!SoftLine.isNeeded(for: .rect(Point(x: 1, y: 1), Point(x: 9, y: 9)), StrokeStyle(width: 9, hardness: 0)))
  }

  @Test("numbers that are not finite, far away or zero draw nothing and do not trap")
  func strange() throws {
    for x in [Double.nan, .infinity, 1e300, -1e15, 3e9, 6.7e7] {
      for hardness in [0, 0.5, -3, .nan] {
        let style = StrokeStyle(width: 20, hardness: hardness)
        let size = try #require(CanvasSize(width: 40, height: 40))
        let shape = Shape.pencil([PencilPoint(Point(x: x, y: 5)), PencilPoint(Point(x: x, y: 5), pressure: .nan)])
        var tiles = 0
        SoftLine(shape, style: style, on: size)?.forEachTile(on: size) { (_, _) throws(Never) in tiles += 1 }
        #expect(tiles == 0)
      }
    }
    for width in [0, -1, Double.nan, .infinity] {
      let size = try #require(CanvasSize(width: 40, height: 40))
      let shape = Shape.line(Point(x: 1, y: 1), Point(x: 30, y: 30))
      var tiles = 0
      SoftLine(shape, style: StrokeStyle(width: width, hardness: 0), on: size)?.forEachTile(on: size) {
        (_, _) throws(Never) in tiles += 1
      }
      #expect(tiles == 0)
    }
    // From one far end to the other, through the canvas.
    let style = StrokeStyle(width: 20, hardness: 0.5)
    let drawn = try bytes(.line(Point(x: -1e15, y: 50), Point(x: 1e15, y: 50)), style)
    #expect(drawn[50 * Self.canvas.width + 75] == 255 && drawn[70 * Self.canvas.width + 75] == 0)
  }

  @Test("many points in one place cost no more memory than their list, and the widest lines are right")
  func many() throws {
    var random = SeededGenerator(seed: 7)
    let points = (0..<(isThorough ? 300_000 : 5_000)).map { _ in
      PencilPoint(Point(x: random.real(20...130), y: random.real(20...90)))
    }
    let drawn = try bytes(.pencil(points), StrokeStyle(width: 8, hardness: 0.5))
    #expect(drawn[55 * Self.canvas.width + 75] == 255)
    let wide = SoftCurve(
      points: [PencilPoint(Point(x: -3_000, y: -2_000.5)), PencilPoint(Point(x: 30_000, y: 20_000))], width: 6_000,
      hardness: 0.5)
    let drawnWide = try bytes(wide)
    for (x, y) in [(0, 0), (149, 109), (75, 55)] {
      let exact = 255 * wide.coverage(x: Double(x) + 0.5, y: Double(y) + 0.5)
      #expect(abs(Double(drawnWide[y * Self.canvas.width + x]) - exact) <= 1)
    }
  }
}
