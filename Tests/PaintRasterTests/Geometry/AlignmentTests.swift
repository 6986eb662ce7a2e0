import Glibc
import PaintTestSupport
import Testing

@testable import PaintRaster

private let side = 48
/// Samples along each side of a pixel of the plain oracle.
private let samples = 16

@Suite("Outlines on one side of a box")
struct AlignmentTests {
  /// A box with round corners or an ellipse as a plain test of points.
  private struct Plain {
    var low: Point
    var high: Point
    var radius = 0.0
    var isEllipse = false

    /// Whether a point is inside the shape, `inset` pixels smaller on all sides.
    func contains(_ x: Double, _ y: Double, inset: Double) -> Bool {
      let (a, b) = ((high.x - low.x) / 2 - inset, (high.y - low.y) / 2 - inset)
      guard a > 0, b > 0 else { return false }
      let (dx, dy) = (abs(x - (low.x + high.x) / 2), abs(y - (low.y + high.y) / 2))
      let r = max(min(radius, a + inset, b + inset) - inset, 0)
      let (px, py) = (max(dx - a + r, 0), max(dy - b + r, 0))
      return dx <= a && dy <= b && (px == 0 || py == 0 || px * px + py * py <= r * r)
    }

    /// Whether a point of an ellipse is no farther from its border than `width`: the border is sampled.
    func isNearBorder(_ x: Double, _ y: Double, _ width: Double) -> Bool {
      let (a, b) = ((high.x - low.x) / 2, (high.y - low.y) / 2)
      let (dx, dy) = (abs(x - (low.x + high.x) / 2), abs(y - (low.y + high.y) / 2))
      return Plain.quarter.contains { c, s in
        let (u, v) = (dx - a * c, dy - b * s)
        return u * u + v * v <= width * width
      }
    }

    func isInside(_ x: Double, _ y: Double) -> Bool {
      guard isEllipse else { return contains(x, y, inset: 0) }
      let (a, b) = ((high.x - low.x) / 2, (high.y - low.y) / 2)
      let (u, v) = ((x - (low.x + high.x) / 2) / a, (y - (low.y + high.y) / 2) / b)
      return u * u + v * v <= 1
    }

    func isInOutline(_ x: Double, _ y: Double, _ width: Double) -> Bool {
      guard isInside(x, y) else { return false }
      return isEllipse ? isNearBorder(x, y, width) : !contains(x, y, inset: width)
    }

    /// Points of a quarter of the unit circle, by halving the angle with square roots.
    static let quarter: [(Double, Double)] = {
      var points: [(Double, Double)] = [(1, 0), (0, 1)]
      for _ in 0..<8 {
        var finer = [points[0]]
        for (p, q) in zip(points, points.dropFirst()) {
          let (x, y) = (p.0 + q.0, p.1 + q.1)
          let length = (x * x + y * y).squareRoot()
          finer += [(x / length, y / length), q]
        }
        points = finer
      }
      return points
    }()

    /// Its pixels without anti-aliasing.
    func crisp(on canvas: CanvasSize) -> PlainCrispShape {
      PlainCrispShape(
        Outline(fillOf: shape).vertices, isEvenOdd: false, ellipse: isEllipse ? (low, high) : nil, on: canvas)
    }

    var shape: Shape {
      isEllipse ? .ellipse(low, high) : radius > 0 ? .roundedRect(low, high, radius: radius) : .rect(low, high)
    }
  }

  private static func random(_ seed: UInt64) -> (plain: Plain, width: Double) {
    var random = SeededGenerator(seed: seed)
    func place(_ low: Double, _ high: Double) -> Double {
      let number = random.real(low...high)
      return seed % 2 == 0 ? number.rounded() : (number * 16).rounded() / 16
    }
    let low = Point(x: place(1, 12), y: place(1, 12))
    let high = Point(x: low.x + max(place(1, 30), 1), y: low.y + max(place(1, 30), 1))
    let radius = seed % 3 == 0 ? random.real(0.5...20) : 0
    let widths = [1, 0.5, 1.5, 2, 3, 5, 8, 40]
    return (
      Plain(low: low, high: high, radius: radius, isEllipse: seed % 3 == 1),
      widths[Int(random.real(0...7.99))]
    )
  }

  private func picture(_ outline: Outline) throws -> CoveragePicture {
    try CoveragePicture(outline, width: side, height: side)
  }

  @Test("the inside of a shape and its outline inside have the areas of a plain count of points", arguments: 0..<24)
  func area(seed: UInt64) throws {
    let (plain, width) = Self.random(seed)
    let fill = try picture(Outline(fillOf: plain.shape))
    let line = try picture(Outline(strokeOf: plain.shape, style: StrokeStyle(width: width, align: .inside)))
    for y in 0..<side {
      for x in 0..<side {
        var (inside, outlined) = (0, 0)
        for place in 0..<samples * samples {
          let px = Double(x) + (Double(place % samples) + 0.5) / Double(samples)
          let py = Double(y) + (Double(place / samples) + 0.5) / Double(samples)
          if plain.isInside(px, py) { inside += 1 }
          if plain.isInOutline(px, py, width) { outlined += 1 }
        }
        // The count itself is wrong by up to a sample in each row that the border passes.
        for (found, count) in [(fill[x, y], inside), (line[x, y], outlined)] {
          #expect(
            abs(Double(found) - 255 * Double(count) / Double(samples * samples)) <= 255 / Double(samples),
            "seed \(seed), pixel \(x),\(y), width \(width): \(plain)")
        }
      }
    }
  }

  @Test("an outline inside, its dashes too, stays in the shape; one outside stays out of it", arguments: 0..<60)
  func borders(seed: UInt64) throws {
    let (plain, width) = Self.random(seed)
    let fill = try picture(Outline(fillOf: plain.shape))
    for dash in [[], [3, 2], [7, 4, 1, 4]] as [[Double]] {
      let style = StrokeStyle(width: width, align: .inside, cap: .butt, join: .miter, dash: dash)
      let line = try picture(Outline(strokeOf: plain.shape, style: style))
      for i in fill.bytes.indices {
        #expect(Int(line.bytes[i]) <= Int(fill.bytes[i]) + 1, "seed \(seed), \(dash), width \(width): \(plain)")
      }
    }
    let style = StrokeStyle(width: width, align: .outside, join: .miter)
    let outside = try picture(Outline(strokeOf: plain.shape, style: style))
    for i in fill.bytes.indices { #expect(Int(outside.bytes[i]) + Int(fill.bytes[i]) <= 256, "seed \(seed): \(plain)") }
  }

  @Test("whole boxes have whole pixels: those of the frame and no others", arguments: [1, 2, 3, 7, 10, 11, 50])
  func frame(width: Int) throws {
    let box = Shape.rect(Point(x: 5, y: 6), Point(x: 25, y: 28))
    for join in LineJoin.allCases {
      let style = StrokeStyle(width: Double(width), align: .inside, join: join)
      let line = try picture(Outline(strokeOf: box, style: style))
      for y in 0..<side {
        for x in 0..<side {
          let isIn = (5..<25).contains(x) && (6..<28).contains(y)
          let isHole =
            x >= 5 + width && x < 25 - width && y >= 6 + width && y < 28 - width
          #expect(line[x, y] == (isIn && !isHole ? 255 : 0), "\(x),\(y)")
        }
      }
    }
  }

  @Test("without smooth edges a thin outline has the pixels with a side outside", arguments: 0..<40)
  func crisp(seed: UInt64) throws {
    let (plain, _) = Self.random(seed)
    let canvas = try #require(CanvasSize(width: side, height: side))
    let crisp = plain.crisp(on: canvas)
    var border: Set<PixelPosition> = []
    for y in 0..<side {
      for x in 0..<side where crisp.isAtBorder(x: x, y: y) { border.insert(PixelPosition(x: x, y: y)) }
    }
    for width in [1, 0.5] {
      let style = StrokeStyle(width: width, align: .inside, pixelRule: .trace)
      let trace = try #require(PixelTrace(plain.shape, style: style, canvas: canvas))
      var found: Set<PixelPosition> = []
      trace.forEachTile { index, coverage in
        guard case .mask(let mask) = coverage else { return }
        var tile = TileMask.none
        tile.add(mask)
        tile.forEachRun { y, xs in
          for x in xs { found.insert(PixelPosition(x: index.x * Tile.edge + x, y: index.y * Tile.edge + y)) }
        }
      }
      #expect(found == border, "seed \(seed): \(plain)")
    }
  }

  @Test("without smooth edges the dashes of a thin outline are whole and equally far apart", arguments: 0..<60)
  func crispDashes(seed: UInt64) throws {
    let (plain, _) = Self.random(seed)
    let canvas = try #require(CanvasSize(width: side, height: side))
    let (width, height) = (plain.high.x - plain.low.x, plain.high.y - plain.low.y)
    // Of thinner ones several pixels have the same direction from the middle.
    guard min(width, height) >= 8 else { return }
    let middle = Point(x: (plain.low.x + plain.high.x) / 2, y: (plain.low.y + plain.high.y) / 2)
    let crisp = plain.crisp(on: canvas)
    var ring: [(pixel: PlainPixel, angle: Double)] = []
    for y in 0..<side {
      for x in 0..<side where crisp.isAtBorder(x: x, y: y) {
        ring.append((PlainPixel(x: x, y: y), atan2(Double(y) + 0.5 - middle.y, Double(x) + 0.5 - middle.x)))
      }
    }
    ring.sort { $0.angle < $1.angle }
    let right = ring.reduce(0) { max($0, $1.pixel.x) }
    for on in 1...4 {
      let style = StrokeStyle(width: 1, align: .inside, cap: .butt, dash: [Double(on), 3], pixelRule: .trace)
      func drawn(_ shape: Shape) throws -> CoveragePicture {
        let trace = try #require(PixelTrace(shape, style: style, canvas: canvas))
        return try CoveragePicture(trace.outline, width: side, height: side, antialiased: false)
      }
      let picture = try drawn(plain.shape)
      let note: Comment = "seed \(seed), \(on): \(plain)"
      #expect(picture.bytes.count { $0 > 0 } == ring.count { picture[$0.pixel.x, $0.pixel.y] > 0 }, note)
      func isOn(_ place: Int) -> Bool {
        let pixel = ring[place % ring.count].pixel
        return picture[pixel.x, pixel.y] > 0
      }
      let starts = ring.indices.filter { isOn($0) && !isOn($0 + ring.count - 1) }
      #expect(abs(starts.count * (on + 3) - ring.count) <= (on + 4) / 2, note)
      var gaps: Set<Int> = []
      for (number, start) in starts.enumerated() {
        let length = (0..<ring.count).first { !isOn(start + $0) } ?? 0
        #expect(length == on, note)
        let next = number + 1 < starts.count ? starts[number + 1] : starts[0] + ring.count
        gaps.insert(next - start - length)
      }
      #expect(try #require(gaps.max()) - #require(gaps.min()) <= 1, note)
      // One dash starts at 3 o'clock, or at the left end of the uppermost row.
      let top = try #require(ring.map(\.pixel).min { ($0.y, $0.x) < ($1.y, $1.x) })
      let isBegun = starts.contains {
        let pixel = ring[$0].pixel
        return plain.isEllipse ? pixel.x == right && abs(Double(pixel.y) + 0.5 - middle.y) <= 1 : pixel == top
      }
      #expect(isBegun, note)
      // What is outside of the canvas counts, too.
      let shift = Point(x: -17, y: -11)
      let moved: Shape =
        switch plain.shape {
        case .ellipse(let a, let b): .ellipse(a + shift, b + shift)
        case .roundedRect(let a, let b, let radius): .roundedRect(a + shift, b + shift, radius: radius)
        default: .rect(plain.low + shift, plain.high + shift)
        }
      let part = try drawn(moved)
      for y in 11..<side {
        for x in 17..<side { #expect(part[x - 17, y - 11] == picture[x, y], note) }
      }
    }
  }

  @Test("a box without area has no outline")
  func flat() {
    for (a, b) in [
      (Point(x: 5, y: 5), Point(x: 5, y: 20)), (Point(x: 5, y: 5), Point(x: 20, y: 5)),
      (Point(x: 5, y: 5), Point(x: 5, y: 5)),
    ] {
      for shape in [Shape.rect(a, b), .ellipse(a, b), .roundedRect(a, b, radius: 3)] {
        for align in StrokeAlignment.allCases {
          for dash in [[], [2, 2]] as [[Double]] {
            let style = StrokeStyle(width: 3, align: align, dash: dash)
            #expect(Outline(strokeOf: shape, style: style).isEmpty)
          }
        }
      }
    }
  }

  @Test("dashes of whole boxes are whole pixels and no two touch", arguments: StrokeAlignment.allCases, [1, 2, 3])
  func dashes(align: StrokeAlignment, width: Int) throws {
    // A line of odd width along the middle is moved onto pixels.
    let half = align == .center && width % 2 == 1 ? 0.5 : 0
    for (across, down) in [(20, 12), (21, 13), (30, 17)] {
      let low = Point(x: 8 + half, y: 8 + half)
      let shape = Shape.rect(low, Point(x: low.x + Double(across), y: low.y + Double(down)))
      for dash in [[1.0, 1], [2, 1], [3, 2], [4, 4], [5, 2, 1, 2]] {
        let style = StrokeStyle(width: Double(width), align: align, cap: .butt, join: .miter, dash: dash)
        let drawn = try picture(Outline(strokeOf: shape, style: style))
        // Around the outer border of the outline, clockwise from its corner.
        let outset = Int((align.outset(Double(width)) - half).rounded())
        let last = half > 0 ? 0 : 1
        let (x0, y0) = (8 - outset, 8 - outset)
        let (x1, y1) = (8 + across + outset - last, 8 + down + outset - last)
        var ring: [Bool] = []
        func add(_ x: Int, _ y: Int) {
          #expect([0, 255].contains(drawn[x, y]), "\(x),\(y): \(dash)")
          ring.append(drawn[x, y] == 255)
        }
        for x in x0...x1 { add(x, y0) }
        if width > 1 { continue }
        for y in y0 + 1...y1 { add(x1, y) }
        for x in (x0..<x1).reversed() { add(x, y1) }
        for y in (y0 + 1..<y1).reversed() { add(x0, y) }
        // One pixel wide: the lengths of the dashes around the ring are those of the pattern.
        #expect(ring[0] && !ring[ring.count - 1], "\(dash)")
        let runs = ring.split(separator: false).map { Double($0.count) }
        let lengths = Set(stride(from: 0, to: dash.count, by: 2).map { dash[$0] })
        #expect(runs.allSatisfy(lengths.contains), "\(dash): \(runs)")
      }
    }
  }
}
