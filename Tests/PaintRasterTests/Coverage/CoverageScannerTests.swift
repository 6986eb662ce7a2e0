import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("CoverageScanner")
struct CoverageScannerTests {
  private func moved(_ shape: Shape, _ dx: Double, _ dy: Double) -> Shape {
    shape.mapped { Point(x: $0.x + dx, y: $0.y + dy) }
  }

  /// The shape on the grid, so that moving it by whole pixels is exact.
  private func onGrid(_ shape: Shape) -> Shape { shape.mapped { $0.onGrid ?? $0 } }

  @Test("a shape moved by whole pixels, and so clipped differently, keeps every byte", arguments: [true, false])
  func movedByWholePixels(antialiased: Bool) throws {
    for seed in 0..<UInt64(60) {
      var generator = ShapeGenerator(seed: seed, side: 64)
      let shape = onGrid(generator.shape())
      var style = generator.style()
      if seed % 4 == 0 { style.dash = [7.3, 4.1] }
      let (dx, dy) = (generator.random.whole(0...70), generator.random.whole(0...70))
      let a = try CoveragePicture(
        Outline(strokeOf: shape, style: style), width: 64, height: 64, antialiased: antialiased)
      let b = try CoveragePicture(
        Outline(strokeOf: moved(shape, Double(dx), Double(dy)), style: style), width: 140, height: 137,
        antialiased: antialiased)
      var same = true
      for y in 0..<64 {
        for x in 0..<64 where a[x, y] != b[x + dx, y + dy] { same = false }
      }
      #expect(same, "seed \(seed): \(shape) \(style) moved by \(dx), \(dy)")
    }
  }

  @Test("a stroke drawn backwards differs by at most 1 away from overlaps")
  func reversed() throws {
    for seed in 0..<UInt64(60) {
      var generator = ShapeGenerator(seed: seed + 700, side: 64)
      let points = (0..<generator.random.whole(2...5)).map { _ in PencilPoint(generator.point(), pressure: 1) }
      let style = generator.style()
      let shape = Shape.pencil(points)
      let a = try CoveragePicture(Outline(strokeOf: shape, style: style), width: 64, height: 64)
      let b = try CoveragePicture(Outline(strokeOf: .pencil(points.reversed()), style: style), width: 64, height: 64)
      let worst = zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1, "seed \(seed + 700): \(shape) \(style)")
    }
  }

  @Test("boxes that abut at any position add up to whole pixels")
  func abutting() throws {
    for i in 0..<64 {
      let x = 30 + Double(i) / 16
      let left = try CoveragePicture(
        Outline(fillOf: .rect(Point(x: 3, y: 5), Point(x: x, y: 40))), width: 70, height: 50)
      let right = try CoveragePicture(
        Outline(fillOf: .rect(Point(x: x, y: 5), Point(x: 60, y: 40))), width: 70, height: 50)
      for y in 0..<50 {
        for column in 0..<70 {
          let sum = Int(left[column, y]) + Int(right[column, y])
          let inside = (5..<40).contains(y) && (3..<60).contains(column)
          // Halves of an odd number of 255ths are both rounded up.
          #expect(inside ? (255...256).contains(sum) : sum == 0, "x \(x), pixel \(column), \(y)")
        }
      }
    }
  }

  @Test("whole boxes are exact: full runs inside, nothing outside")
  func wholeBox() throws {
    let outline = Outline(fillOf: .rect(Point(x: 300, y: 320), Point(x: -5, y: 0)))
    let picture = try CoveragePicture(outline, width: 320, height: 320)
    for y in 0..<320 {
      for x in 0..<320 where picture[x, y] != (x < 300 ? 255 : 0) { Issue.record("pixel \(x), \(y)") }
    }
    #expect(picture.calls == 20)  // a run and a mask in each of ten rows of tiles
    let empty = try CoveragePicture(Outline(fillOf: .rect(Point(x: 5, y: 5), Point(x: 5, y: 9))), width: 9, height: 9)
    #expect(empty.area == 0 && empty.calls == 0)
  }

  @Test("shapes outside the canvas cause no call")
  func beside() throws {
    for (dx, dy) in [(-200.0, 0.0), (200, 0), (0, -200), (0, 200), (1e12, 0), (-1e15, 3), (4, 1e15)] {
      let shape = Shape.ellipse(Point(x: 10 + dx, y: 10 + dy), Point(x: 60 + dx, y: 70 + dy))
      let picture = try CoveragePicture(Outline(strokeOf: shape, style: StrokeStyle(width: 9)), width: 100, height: 90)
      #expect(picture.calls == 0)
    }
  }

  @Test("shapes with far coordinates are drawn like near ones", arguments: [1e6, 1e9, 1e12, 1e15])
  func farAway(far: Double) throws {
    func picture(_ shape: Shape, _ style: StrokeStyle? = nil, antialiased: Bool = true) throws -> CoveragePicture {
      let outline = style.map { Outline(strokeOf: shape, style: $0) } ?? Outline(fillOf: shape)
      return try CoveragePicture(outline, width: 100, height: 90, antialiased: antialiased)
    }
    let p = { (x: Double, y: Double) in Point(x: x, y: y) }
    let style = StrokeStyle(width: 5.5)
    for antialiased in [true, false] {
      #expect(
        try picture(.line(p(-far, 40.3), p(far, 40.3)), style, antialiased: antialiased).bytes
          == picture(.line(p(-200, 40.3), p(300, 40.3)), style, antialiased: antialiased).bytes)
      #expect(
        try picture(.line(p(-far, -far), p(far, far)), style, antialiased: antialiased).bytes
          == picture(.line(p(-200, -200), p(300, 300)), style, antialiased: antialiased).bytes)
      #expect(
        try picture(.rect(p(20.25, 10.5), p(far, far)), style, antialiased: antialiased).bytes
          == picture(.rect(p(20.25, 10.5), p(300, 300)), style, antialiased: antialiased).bytes)
    }
    #expect(try picture(.rect(p(-far, -far), p(far, far))).bytes.allSatisfy { $0 == 255 })
    #expect(try picture(.ellipse(p(-far, -far), p(far, far))).bytes.allSatisfy { $0 == 255 })
    #expect(try picture(.ellipse(p(-far, -far), p(far, far)), style).bytes.allSatisfy { $0 == 0 })
    #expect(
      try picture(.pencil([p(-far, 20), p(50, 20), p(50, -far)].map { PencilPoint($0) }), style).bytes
        == picture(.pencil([p(-200, 20), p(50, 20), p(50, -200)].map { PencilPoint($0) }), style).bytes)
    // A huge ellipse that touches the canvas is a straight edge there, up to the last bit of its half axis.
    let edge = try picture(.ellipse(p(-far, 30), p(far, far)))
    let bit = Int((256 * (far / 2).ulp).rounded(.up))
    #expect(Int(edge[50, 29]) <= bit && edge[50, 31] >= 254, "\(edge[50, 28]) \(edge[50, 29]) \(edge[50, 30])")
  }

  @Test("a dashed line far beyond the canvas on both sides has its dashes in the right places")
  func farDashes() throws {
    let style = StrokeStyle(width: 4, cap: .butt, dash: [5, 5])
    let far = try CoveragePicture(
      Outline(strokeOf: .line(Point(x: -1e12, y: 8), Point(x: 1e12, y: 8)), style: style), width: 100, height: 20)
    let near = try CoveragePicture(
      Outline(strokeOf: .line(Point(x: -100, y: 8), Point(x: 200, y: 8)), style: style), width: 100, height: 20)
    #expect(far.bytes == near.bytes)
  }

  @Test("an error from the body ends only the row")
  func throwing() throws {
    struct Stop: Error {}
    let outline = Outline(
      strokeOf: .line(Point(x: 3, y: 3), Point(x: 120, y: 60)), style: StrokeStyle(width: 9))
    let canvas = try #require(CanvasSize(width: 128, height: 64))
    var scanner = CoverageScanner(outline, canvas: canvas, antialiased: true)
    var reference = CoverageScanner(outline, canvas: canvas, antialiased: true)
    var stopped = false
    do throws(Stop) {
      try scanner.scan(tileRow: 0) { (_, _) throws(Stop) in throw Stop() }
    } catch {
      stopped = true
    }
    #expect(stopped)
    var got: [[UInt8]] = []
    var expected: [[UInt8]] = []
    scanner.scan(tileRow: 1) { _, coverage in
      if case .mask(let mask) = coverage { got.append(Array(UnsafeBufferPointer(start: mask.bytes, count: 1_024))) }
    }
    reference.scan(tileRow: 1) { _, coverage in
      if case .mask(let mask) = coverage {
        expected.append(Array(UnsafeBufferPointer(start: mask.bytes, count: 1_024)))
      }
    }
    #expect(got == expected && !got.isEmpty)
  }

  @Test("tiles that an outline passes are announced before their coverage, which does not change")
  func expecting() throws {
    let canvas = try #require(CanvasSize(width: 300, height: 200))
    var random = SeededGenerator(seed: 3)
    func bytes(_ coverage: TileCoverage) -> [UInt8] {
      guard case .mask(let mask) = coverage else { return [255] }
      return Array(UnsafeBufferPointer(start: mask.bytes, count: Tile.pixelCount))
    }
    for width in [0.3, 4, 60] {
      let points = (0..<6).map { _ in Point(x: random.real(-40...340), y: random.real(-40...240)) }
      let outline = Outline(strokeOf: .pencil(points.map { PencilPoint($0) }), style: StrokeStyle(width: width))
      var scanner = CoverageScanner(outline, canvas: canvas, antialiased: true)
      var reference = CoverageScanner(outline, canvas: canvas, antialiased: true)
      var (masks, announcedMasks) = (0, 0)
      for row in scanner.tileRows {
        var announced: [Int] = []
        var got: [[UInt8]] = []
        var expected: [[UInt8]] = []
        scanner.scan(tileRow: row) { column, hint in
          #expect(hint.rows != 0)
          announced.append(column)
        } _: { columns, coverage in
          got.append(bytes(coverage))
          guard case .mask(let mask) = coverage else { return }
          masks += 1
          if announced.contains(columns.lowerBound) {
            announcedMasks += 1
          } else if width < 1 {
            // A hairline left of a tile does not cover it.
            #expect(mask.rows.isEmpty)
          }
        }
        reference.scan(tileRow: row) { _, coverage in expected.append(bytes(coverage)) }
        #expect(got == expected)
        #expect(announced == announced.sorted() && Set(announced).count == announced.count)
      }
      #expect(announcedMasks * 10 > masks * 9, "width \(width): \(announcedMasks) of \(masks)")
    }
  }

  #if !DEBUG
    @Test("65,536 segments on top of each other do not wrap around")
    func manyOverlaps() throws {
      let ends = [Point(x: 5, y: 10), Point(x: 50, y: 12)]
      let points = (0...65_536).map { PencilPoint(ends[$0 % 2]) }
      let many = try CoveragePicture(
        Outline(strokeOf: .pencil(points), style: StrokeStyle(width: 6)), width: 60, height: 24)
      let one = try CoveragePicture(
        Outline(strokeOf: .line(ends[0], ends[1]), style: StrokeStyle(width: 6)), width: 60, height: 24)
      for i in one.bytes.indices {
        // Where one segment covers almost nothing, the plain sum of all is more.
        #expect(many.bytes[i] >= one.bytes[i])
      }
    }

    @Test("a line across the largest canvas touches only its own tiles")
    func longLine() throws {
      let canvas = try #require(CanvasSize(width: 65_536, height: 65_536))
      let outline = Outline(
        strokeOf: .line(Point(x: 0, y: 0), Point(x: 65_536, y: 65_536)), style: StrokeStyle(width: 3))
      var scanner = CoverageScanner(outline, canvas: canvas, antialiased: true)
      var calls = 0
      for row in scanner.tileRows { scanner.scan(tileRow: row) { _, _ in calls += 1 } }
      #expect(calls < 3 * 2_048 + 2)
    }
  #endif
}
