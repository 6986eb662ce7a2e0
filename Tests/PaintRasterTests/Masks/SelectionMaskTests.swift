import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("SelectionMask")
struct SelectionMaskTests {
  @Test("combinations, the complement and distances equal plain loops over all pixels", arguments: 0..<UInt64(24))
  func sets(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = try #require(CanvasSize(width: random.whole(1...80), height: random.whole(1...80)))
    let (a, b) = (PlainSelection(size, &random), PlainSelection(size, &random))
    #expect(PlainSelection(a.mask) == a)
    for combination in SelectionMask.Combination.allCases {
      let expected = a.merging(b, combination.value)
      #expect(PlainSelection(a.mask.combined(with: b.mask, combination)) == expected, "\(combination)")
    }
    #expect(PlainSelection(a.mask.inverted()) == a.merging(a) { 255 - ($0 & $1) })
    #expect(a.mask.inverted().inverted().summary == a.mask.summary)
    for distance in [0, 1, 2.5, Double(random.whole(1...800)) / 256, Double(random.whole(33...320)) / 10] {
      #expect(PlainSelection(a.mask.expanded(by: distance)) == a.expanded(by: distance), "grown by \(distance)")
      #expect(PlainSelection(a.mask.shrunk(by: distance)) == a.shrunk(by: distance), "shrunk by \(distance)")
    }
  }

  @Test(
    "a smooth disc grows and shrinks to a smooth disc",
    arguments: [(10, 10), (10, 1), (30, 2), (30, 7.5), (4, 60), (80, -25), (60, -0.5)] as [(Double, Double)])
  func discs(radius: Double, distance: Double) throws {
    let size = try #require(CanvasSize(width: 200, height: 180))
    let grown = distance >= 0
    let old = PlainSelection(size, discAt: 101.25, 90.5, radius: radius).mask
    let new = PlainSelection(grown ? old.expanded(by: distance) : old.shrunk(by: -distance))
    let expected = PlainSelection(size, discAt: 101.25, 90.5, radius: radius + distance)
    func area(_ selection: PlainSelection) -> Double { selection.values.reduce(0) { $0 + Double($1) / 255 } }
    #expect(abs(area(new) / area(expected) - 1) < 0.015)
    let largest = zip(new.values, expected.values).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(largest < 64)
  }

  @Test("a box of whole pixels grows to a box with round corners, and shrinks to a box")
  func boxes() throws {
    let size = try #require(CanvasSize(width: 90, height: 70))
    var set = CanvasMask(on: size)
    set.add(TileMask(PixelBox(x: 8, y: 8, width: 20, height: 20)), x: 1, y: 1)
    let grown = SelectionMask(set).expanded(by: 6)
    #expect(grown.summary.bounds == PixelBox(x: 34, y: 34, width: 32, height: 32))
    let plain = PlainSelection(grown)
    #expect(plain[45, 34] == 255 && plain[34, 50] == 255 && plain[65, 57] == 255 && plain[34, 34] == 0)
    #expect(SelectionMask(set).shrunk(by: 6).summary.bounds == PixelBox(x: 46, y: 46, width: 8, height: 8))
    #expect(SelectionMask(set).shrunk(by: 6).summary.area == 64)
  }

  @Test("growing reaches from each part of the canvas into its neighbours", arguments: [false, true])
  func parts(isWide: Bool) throws {
    // A part has 256 pixels. One box grows over its end, the other one over the end of the part before it.
    let size = try #require(isWide ? CanvasSize(width: 530, height: 20) : CanvasSize(width: 20, height: 530))
    func box(at place: Int) -> PlainSelection {
      PlainSelection(
        size,
        isWide
          ? PixelBox(x: place, y: 8, width: 5, height: 4) : PixelBox(x: 8, y: place, width: 4, height: 5))
    }
    let old = box(at: 248).merging(box(at: 516)) { max($0, $1) }
    #expect(PlainSelection(old.mask.expanded(by: 9.5)) == old.expanded(by: 9.5))
  }

  @Test("soft values next to the end of a part grow and shrink", arguments: [false, true], [0.5, 1, 3.7])
  func softParts(isWide: Bool, distance: Double) throws {
    var random = SeededGenerator(seed: 5)
    let size = try #require(isWide ? CanvasSize(width: 530, height: 12) : CanvasSize(width: 12, height: 530))
    var old = PlainSelection(size, .empty)
    for place in old.values.indices {
      let along = isWide ? place % size.width : place / size.width
      // Values below 128 are soft; most places stay empty, so that the oracle is quick.
      if (246...274).contains(along), random.whole(0...3) == 0 { old.values[place] = UInt8(random.whole(1...127)) }
    }
    #expect(PlainSelection(old.mask.expanded(by: distance)) == old.expanded(by: distance))
    #expect(PlainSelection(old.mask.inverted().shrunk(by: distance)) == old.expanded(by: distance).inverted)
  }

  @Test(
    "a box grows to the points that are at most the distance away from it", arguments: [(1, 1), (2, 7), (20, 20)],
    [1, 2.5, 6, 30.25])
  func roundBoxes(sides: (Int, Int), distance: Double) throws {
    let size = try #require(CanvasSize(width: 101, height: 97))
    let box = PixelBox(x: 38, y: 37, width: sides.0, height: sides.1)
    let grown = PlainSelection(PlainSelection(size, box).mask.expanded(by: distance))
    // 16 x 16 points in each pixel.
    func covered(_ x: Int, _ y: Int) -> Double {
      let spots = (0..<16).map { (Double($0) + 0.5) / 16 }
      let count = spots.reduce(0) { count, v in
        count
          + spots.count { u in
            let (px, py) = (Double(x) + u, Double(y) + v)
            let dx = max(Double(box.x) - px, px - Double(box.maxX), 0)
            let dy = max(Double(box.y) - py, py - Double(box.maxY), 0)
            return dx * dx + dy * dy < distance * distance
          }
      }
      return Double(count) / 256
    }
    var (area, expected, largest) = (0.0, 0.0, 0.0)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (value, wanted) = (Double(grown[x, y]) / 255, covered(x, y))
        (area, expected, largest) = (area + value, expected + wanted, max(largest, abs(value - wanted)))
      }
    }
    #expect(abs(area / expected - 1) < 0.01)
    #expect(largest < 16 / 255.0)
  }

  @Test("what is thinner than a pixel grows to a shape that is selected completely")
  func thin() throws {
    let size = try #require(CanvasSize(width: 60, height: 60))
    for radius in [0.9, 1.0, 1.2] {
      let disc = PlainSelection(size, discAt: 30, 30, radius: radius)
      let grown = PlainSelection(disc.mask.expanded(by: 10))
      #expect(grown[30, 30] == 255 && grown[30, 22] == 255 && grown[37, 30] == 255, "radius \(radius)")
      let area = grown.values.reduce(0) { $0 + Double($1) / 255 }
      #expect(abs(area / (Double.pi * (radius + 10) * (radius + 10)) - 1) < 0.04, "radius \(radius)")
    }
  }

  @Test(
    "a disc without anti-aliasing grows as the disc does",
    arguments: [(15, 1), (15, 6), (20, 3), (20, 10), (24, 9), (31, 20), (45, 2.5), (60, 12)] as [(Double, Double)])
  func hardDiscs(diameter: Double, distance: Double) throws {
    let size = try #require(CanvasSize(width: 120, height: 120))
    for (x, y) in [(60.0, 60.0), (60.5, 60.5), (59.31, 60.77), (60.12, 59.54)] {
      // A pixel belongs to it if its centre does.
      var disc = PlainSelection(size, PixelBox(x: 0, y: 0, width: 0, height: 0))
      for place in disc.values.indices {
        let (dx, dy) = (Double(place % 120) + 0.5 - x, Double(place / 120) + 0.5 - y)
        disc.values[place] = dx * dx + dy * dy < diameter * diameter / 4 ? 255 : 0
      }
      let grown = PlainSelection(disc.mask.expanded(by: distance)).values.reduce(0) { $0 + Double($1) / 255 }
      let radius = diameter / 2 + distance
      #expect(abs(grown / (Double.pi * radius * radius) - 1) < 0.02, "at \(x), \(y)")
    }
  }

  @Test("a sharp tip grows to a round one", arguments: [3, 6, 10, 25], [0, 20, 45, 77] as [Double])
  func tips(halfAngle: Double, direction: Double) throws {
    let size = try #require(CanvasSize(width: 70, height: 70))
    let (tip, distance) = (Point(x: 36.3, y: 35.6), 8.0)
    let radians = Double.pi / 180
    let (slope, spread) = (direction * radians, halfAngle * radians)
    // Along the axis from the tip, and across it.
    func sineOf(_ x: Double) -> Double {
      var (sum, term) = (x, x)
      for k in 1..<9 {
        term *= 0 - x * x / Double(2 * k * (2 * k + 1))
        sum += term
      }
      return sum
    }
    let (cosine, sine) = (sineOf(Double.pi / 2 - slope), sineOf(slope))
    let tangent = sineOf(spread) / sineOf(Double.pi / 2 - spread)
    var wedge = PlainSelection(size, PixelBox(x: 0, y: 0, width: 0, height: 0))
    for place in wedge.values.indices {
      let count = (0..<256).count { sample in
        let x = Double(place % 70) + (Double(sample % 16) + 0.5) / 16 - tip.x
        let y = Double(place / 70) + (Double(sample / 16) + 0.5) / 16 - tip.y
        let (along, across) = (0 - x * cosine - y * sine, y * cosine - x * sine)
        return along >= 0 && along <= 24 && abs(across) <= along * tangent
      }
      wedge.values[place] = UInt8((Double(count) * 255 / 256).rounded())
    }
    let grown = PlainSelection(wedge.mask.expanded(by: distance))
    // The value between the centres of four pixels.
    func value(_ beyond: Double) -> Double {
      let (x, y) = (tip.x + beyond * cosine - 0.5, tip.y + beyond * sine - 0.5)
      let (u, v) = (x - x.rounded(.down), y - y.rounded(.down))
      func at(_ dx: Int, _ dy: Int) -> Double { Double(grown[Int(x) + dx, Int(y) + dy]) / 255 }
      return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v
    }
    let reach = stride(from: 0, through: 12, by: 0.05).first { value($0) < 0.5 } ?? 12
    #expect(reach > distance - 1.25 && reach < distance + 0.5, "reaches \(reach)")
  }

  @Test("the summary has the pixels that are selected at least in part", arguments: 0..<UInt64(24))
  func summary(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = try #require(CanvasSize(width: random.whole(1...80), height: random.whole(1...80)))
    let plain = PlainSelection(size, &random)
    let summary = plain.mask.summary
    #expect(summary.area == plain.values.count { $0 > 0 })
    #expect(summary.bounds == plain.bounds)
    #expect(summary.isEmpty == plain.mask.isEmpty)
    var fingerprint = Fingerprint(size: size)
    for y in 0..<size.tileRows {
      for x in 0..<size.tileColumns {
        let index = TileIndex(x: x, y: y)
        fingerprint.add(plain.mask[index], at: index, canvas: size)
      }
    }
    #expect(summary.fingerprint == fingerprint)
    // However the same values came about.
    #expect(plain.mask.inverted().combined(with: plain.mask, .replace).summary == summary)
    #expect(plain.mask.combined(with: SelectionMask(on: size), .subtract).summary == summary)
  }

  @Test("a tile keeps its values and no colours, whatever their range", arguments: [1, 2, 3, 4, 7, 15, 16, 100, 255])
  func ranges(_ range: Int) throws {
    let size = try #require(CanvasSize(width: 32, height: 32 * 1_026))
    var random = SeededGenerator(seed: UInt64(range))
    var mask = SelectionMask(on: size)
    var half = TilePixels(filledWith: .transparent)
    half[0, 0] = .black
    // After 1,024 tiles the others are packed.
    for y in 0..<1_026 { mask.set(.pixels(half), at: TileIndex(x: 0, y: y)) }
    for least in Set([0, 1, 127, 254 - range, 255 - range]) where least >= 0 && least + range <= 255 {
      var values = (0..<1_024).map { _ in UInt8(least + random.whole(0...range)) }
      (values[5], values[700]) = (UInt8(least), UInt8(least + range))
      var pixels = TilePixels(filledWith: .transparent)
      for place in 0..<1_024 {
        pixels[place % 32, place / 32] = Pixel(bits: UInt32(values[place]) << 24 | UInt32(values[place] / 2))
      }
      for y in [0, 1_025] {
        let index = TileIndex(x: 0, y: y)
        func words(_ mask: SelectionMask) -> [UInt32] { (0..<1_024).map { mask[index][$0 % 32, $0 / 32].bits } }
        let (kept, complements) = (values.map { UInt32($0) << 24 }, values.map { UInt32(255 - $0) << 24 })
        mask.set(.pixels(pixels), at: index)
        #expect(words(mask) == kept)
        var inverted = mask.inverted()
        #expect(words(inverted) == complements)
        inverted.set(mask[index], at: index)
        #expect(words(inverted) == kept)
      }
    }
  }

  @Test("tiles of one value give their place to others")
  func places() throws {
    let size = try #require(CanvasSize(width: 64, height: 32))
    let (left, right) = (TileIndex(x: 0, y: 0), TileIndex(x: 1, y: 0))
    var mask = SelectionMask(on: size)
    for value in 0..<255 {
      var pixels = TilePixels(filledWith: .black)
      pixels[3, 4] = Pixel(bits: UInt32(value) << 24)
      mask.set(.pixels(pixels), at: value % 2 == 0 ? left : right)
      #expect(mask[value % 2 == 0 ? left : right][3, 4].alpha == UInt8(value))
      mask.set(SelectionMask.none, at: value % 2 == 0 ? right : left)
      #expect(mask.tileIndices == [value % 2 == 0 ? left : right])
    }
  }

  @Test("a selection of nothing or of everything needs no tiles")
  func whole() throws {
    let size = try #require(CanvasSize(width: 100, height: 70))
    let (none, all) = (SelectionMask(on: size), SelectionMask(on: size, selectingAll: true))
    #expect(none.isEmpty)
    #expect(all.isMostlyAll)
    #expect(!none.isMostlyAll)
    #expect(all.summary.bounds == size.box)
    #expect(all.summary.area == 7_000)
    #expect(none.summary.bounds == .empty)
    #expect(none.inverted().summary == all.summary)
    #expect(all.inverted().isEmpty)
    #expect(all.shrunk(by: 10).summary == all.summary)
    #expect(none.expanded(by: 10).isEmpty)
    #expect(all.expanded(by: 10).summary == all.summary)
    #expect(all.tileIndices.count == size.tileCount)
    #expect(all[TileIndex(x: 4, y: 0)].color == .transparent)
  }

  @Test("a set of pixels becomes a selection of exactly these")
  func pixels() throws {
    let size = try #require(CanvasSize(width: 40, height: 33))
    var set = CanvasMask(on: size)
    set.add(TileMask(PixelBox(x: 2, y: 3, width: 5, height: 6)), x: 0, y: 0)
    set.addWhole(x: 1, y: 1)
    let plain = PlainSelection(SelectionMask(set))
    for y in 0..<33 {
      for x in 0..<40 {
        let isIn = (2..<7).contains(x) && (3..<9).contains(y) || x >= 32 && y >= 32
        #expect(plain[x, y] == (isIn ? 255 : 0))
      }
    }
  }

  @Test(
    "an edit through every value and both alphas equals the formula",
    arguments: [
      (Pixel(red: 255, green: 0, blue: 130), Pixel(red: 0, green: 255, blue: 131)),
      (Pixel(red: 17, green: 200, blue: 1), Pixel(red: 18, green: 3, blue: 254)),
    ])
  func formula(old: Pixel, new: Pixel) {
    let mask = Tile.pixels(TilePixels((0..<Tile.pixelCount).map { UInt32($0 % 256) << 24 }))
    // In another order, so that each group of four pixels has values of any kind.
    let mixed = Tile.pixels(TilePixels((0..<Tile.pixelCount).map { UInt32($0 * 85 % 256) << 24 }))
    for oldAlpha in testedBytes {
      let before = Pixel(bits: old.bits & 0x00FF_FFFF | UInt32(oldAlpha) << 24)
      for newAlpha in testedBytes {
        let after = Pixel(bits: new.bits & 0x00FF_FFFF | UInt32(newAlpha) << 24)
        var wrong = 0
        for mask in [mask, mixed] {
          let words = Tile.color(after).limited(by: mask, from: .color(before)).expanded.words
          for place in 0..<256 {
            let k = Int(mask[place % 32, place / 32].alpha)
            let expected = BlendFormula.dissolved(m: k, base: after, old: before)
            if words[place] != expected.bits { wrong += 1 }
            if k == 0 && words[place] != before.bits || k == 255 && words[place] != after.bits { wrong += 1 }
          }
        }
        #expect(wrong == 0, "old alpha \(oldAlpha), new alpha \(newAlpha)")
      }
    }
  }

  @Test("an edit of random tiles through a random mask equals the formula at every pixel")
  func limits() {
    let seed: UInt64 = 0x5E1EC7
    var random = PixelGenerator(seed: seed)
    for round in 0..<150 {
      let (before, after, values) = (random.tilePixels(), random.tilePixels(), random.mask(Tile.pixelCount))
      let mask = Tile.pixels(TilePixels(values.map { UInt32($0) << 24 }))
      let result = Tile.pixels(after).limited(by: mask, from: .pixels(before))
      let isRight = (0..<Tile.pixelCount).allSatisfy { place in
        let (x, y) = (place % Tile.edge, place / Tile.edge)
        return result[x, y] == BlendFormula.dissolved(m: Int(values[place]), base: after[x, y], old: before[x, y])
      }
      #expect(isRight, "seed \(seed), round \(round)")
      guard case .pixels(let kept) = Tile.pixels(after).limited(by: SelectionMask.none, from: .pixels(before)),
        case .pixels(let taken) = Tile.pixels(after).limited(by: SelectionMask.all, from: .pixels(before))
      else {
        Issue.record("the tiles were not passed on")
        return
      }
      #expect(kept.isIdentical(to: before))
      #expect(taken.isIdentical(to: after))
    }
  }
}
