import Glibc
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintEditing

@Suite("Strokes that smudge")
struct SmudgeTests {
  private static let size = (width: 120, height: 90)

  private func picture(_ seed: UInt64) throws -> PlainPicture {
    let size = try #require(CanvasSize(width: Self.size.width, height: Self.size.height))
    var picture = PlainPicture(size, filledWith: .white)
    var random = SeededGenerator(seed: seed)
    for place in picture.pixels.indices {
      // Areas of one colour, of any alpha, and noise.
      let (x, y) = (place % size.width, place / size.width)
      let block = UInt32(truncatingIfNeeded: (x / 20 * 7 + y / 15 * 31 + Int(seed)) &* 2_654_435_761)
      picture.pixels[place] =
        (x + y) % 3 == 0 ? UInt32(truncatingIfNeeded: random.next()) : block | (block % 2 == 0 ? 0xff00_0000 : 0)
    }
    return picture
  }

  private func stroke(_ seed: UInt64) -> StrokeEdit {
    var random = SeededGenerator(seed: seed)
    let points = (0..<[1, 2, 3, 6][random.whole(0...3)]).map { _ in
      PencilPoint(
        Point(x: random.real(-20...140), y: random.real(-20...110)),
        pressure: random.whole(0...1) == 0 ? 1 : random.real(0...1))
    }
    let width = [random.real(0.5...6), random.real(6...50), 30][random.whole(0...2)]
    let strength = [random.real(0...1), 1, 0.5][random.whole(0...2)]
    let style = StrokeStyle(width: width, hardness: [0, 0.5, 1, random.real(0...1)][random.whole(0...3)])
    return StrokeEdit(
      shape: .pencil(points), style: style, paint: Paint(opacity: 1), retouching: Smudge(strength: strength))
  }

  @Test("every premultiplied channel is within 1/255 of the formula in doubles")
  func exact() throws {
    var (strokes, worst, changed) = (0, 0.0, 0)
    for seed in 0..<UInt64(isThorough ? 2_000 : 12) {
      let (before, stroke) = (try picture(seed), stroke(seed))
      var after = before
      try after.retouch(stroke)
      var plain = PlainSmudge(before)
      plain.draw(stroke)
      let (error, place) = plain.largestError(of: after)
      worst = max(worst, error)
      #expect(error <= 1, "seed \(seed), place \(place)")
      if after != before { changed += 1 }
      strokes += 1
    }
    #expect(changed * 2 > strokes)
    if isThorough { print("smudge: \(strokes) strokes, at most \(worst)/255 from the formula") }
  }

  @Test("the profile across an edge, along the stroke, has no ribs", arguments: [1.0, 3, 10, 24, 30, 47, 100, 200])
  func monotone(width: Double) throws {
    let size = try #require(CanvasSize(width: 260, height: 220))
    // White is left of the edge and the other colour right of it, or above the diagonal and below.
    for other in [Pixel.black, .transparent] {
      for (end, hardness, strength) in [
        ((1.0, 0.0), 0.5, 0.8), ((1, 0), 0, 1), ((1, 0), 1, 0.5), ((0, 1), 0.5, 0.8), ((1, 1), 0.5, 0.8),
      ] {
        var picture = PlainPicture(size, filledWith: .white)
        for y in 0..<220 {
          for x in 0..<260 where Double(x) * end.0 + Double(y) * end.1 >= 90 * (end.0 + end.1) { picture[x, y] = other }
        }
        let start = 90 + 0.2 * width
        let from = Point(x: end.0 > 0 ? start : 110, y: end.1 > 0 ? start : 110)
        let points = [from, Point(x: from.x + end.0 * 80, y: from.y + end.1 * 80)].map { PencilPoint($0) }
        let stroke = StrokeEdit(
          shape: .pencil(points), style: StrokeStyle(width: width, hardness: hardness), paint: Paint(),
          retouching: Smudge(strength: strength))
        try picture.retouch(stroke)
        var lowest = 255
        for step in 0..<120 {
          let (x, y) = (end.0 > 0 ? 80 + step : 110, end.1 > 0 ? 80 + step : 110)
          let pixel = picture[x, y]
          let value = other.alpha == 0 ? Int(pixel.alpha) : Int(pixel.red)
          lowest = min(lowest, value)
          if value > lowest + 1 { Issue.record("width \(width), \(end), hardness \(hardness), step \(step)") }
        }
      }
    }
  }

  @Test("the profile has no ribs on slanted lines either", arguments: [7.0, 8, 9, 10, 30])
  func slanted(width: Double) throws {
    let size = try #require(CanvasSize(width: 140, height: 140))
    for angle in [17.0, 30, 62, 137, 205, 290] {
      let along = (cos(angle * .pi / 180), sin(angle * .pi / 180))
      for strength in [0.5, 0.95, 1] {
        var picture = PlainPicture(size, filledWith: .black)
        for place in picture.pixels.indices {
          let (x, y) = (Double(place % 140) - 69.5, Double(place / 140) - 69.5)
          if x * along.0 + y * along.1 >= 0 { picture.pixels[place] = Pixel.white.bits }
        }
        func point(_ at: Double) -> Point { Point(x: 70 + at * along.0, y: 70 + at * along.1) }
        let stroke = StrokeEdit(
          shape: .pencil([PencilPoint(point(-20.3)), PencilPoint(point(40))]),
          style: StrokeStyle(width: width, hardness: 0.5), paint: Paint(), retouching: Smudge(strength: strength))
        try picture.retouch(stroke)
        var highest = 0.0
        for step in -200...200 {
          // Between the centres of four pixels.
          let at = point(Double(step) / 4)
          let (x, y) = (Int((at.x - 0.5).rounded(.down)), Int((at.y - 0.5).rounded(.down)))
          let (right, below) = (at.x - 0.5 - Double(x), at.y - 0.5 - Double(y))
          func value(_ x: Int, _ y: Int) -> Double { Double(picture[x, y].red) }
          let above = value(x, y) * (1 - right) + value(x + 1, y) * right
          let value = above * (1 - below) + (value(x, y + 1) * (1 - right) + value(x + 1, y + 1) * right) * below
          if value < highest - 1 {
            Issue.record("width \(width), \(angle)°, strength \(strength), step \(step): \(value) after \(highest)")
          }
          highest = max(highest, value)
        }
      }
    }
  }

  @Test("opacity dissolves the old picture into the smudged one, as an eraser does")
  func opacity() throws {
    for seed in 0..<UInt64(isThorough ? 60 : 6) {
      let before = try picture(seed)
      var stroke = stroke(seed)
      var smudged = before
      try smudged.retouch(stroke)
      var expected = before
      for place in before.pixels.indices {
        let base = Pixel(bits: smudged.pixels[place])
        let mixed = Eraser(opacity: 0.6).dissolved(full: Pixel(bits: before.pixels[place]), base: base)
        expected.pixels[place] = base.bits == before.pixels[place] ? base.bits : mixed.bits
      }
      stroke.paint.opacity = 0.6
      var after = before
      try after.retouch(stroke)
      #expect(after == expected, "seed \(seed)")
    }
  }

  @Test("without strength or opacity, at a single point, and on one colour, nothing changes")
  func nothing() throws {
    let before = try picture(3)
    for (strength, opacity, count) in [(0.0, 1.0, 4), (1, 0, 4), (1, 1, 1)] {
      var stroke = stroke(3)
      let points = [(20, 20), (90, 30), (40, 80), (100, 70)].prefix(count).map { PencilPoint(Point(x: $0.0, y: $0.1)) }
      stroke.shape = .pencil(points)
      stroke.retouching = Smudge(strength: strength)
      stroke.paint.opacity = opacity
      var after = before
      try after.retouch(stroke)
      #expect(after == before, "strength \(strength), opacity \(opacity), points \(count)")
    }
    for bits in [UInt32(0xffff_ffff), 0, 0x4010_20f0, 0xff01_c05a] {
      var one = before
      for place in one.pixels.indices { one.pixels[place] = bits }
      for seed in 0..<UInt64(6) {
        var after = one
        try after.retouch(stroke(seed))
        #expect(after == one, "\(bits), seed \(seed)")
      }
    }
  }

  @Test("at full strength the first colours are carried all along, and numbers that make no sense do not trap")
  func carries() throws {
    let size = try #require(CanvasSize(width: 200, height: 60))
    var picture = PlainPicture(size, filledWith: .white)
    for y in 0..<60 { for x in 0..<60 { picture.pixels[y * 200 + x] = Pixel(red: 200, green: 0, blue: 0).bits } }
    let points = [Point(x: 30.5, y: 30.5), Point(x: 170.5, y: 30.5)].map { PencilPoint($0) }
    var stroke = StrokeEdit(
      shape: .pencil(points), style: StrokeStyle(width: 20), paint: Paint(), retouching: Smudge(strength: 1))
    var after = picture
    try after.retouch(stroke)
    #expect(Pixel(bits: after.pixels[30 * 200 + 165]) == Pixel(red: 200, green: 0, blue: 0))
    #expect(Pixel(bits: after.pixels[5 * 200 + 165]) == .white)
    for bad in [Double.nan, .infinity, 1e300, -5, 0, 1e15] {
      stroke.style.width = bad
      try after.retouch(stroke)
      stroke.style.width = 20
      stroke.shape = .pencil([PencilPoint(Point(x: 5, y: 5)), PencilPoint(Point(x: bad, y: 5))])
      try after.retouch(stroke)
      stroke.shape = .pencil(points)
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func real(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  fileprivate mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
