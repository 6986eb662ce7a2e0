import Testing

import PaintRaster

/// Pairs of colours to blend onto each other; alphas are set by the tests.
private let colorPairs: [(new: Pixel, old: Pixel)] = [
  (.black, .white), (.white, .black), (Pixel(red: 1, green: 128, blue: 254), Pixel(red: 254, green: 127, blue: 0)),
  (Pixel(red: 200, green: 20, blue: 77), Pixel(red: 13, green: 240, blue: 78)),
]

@Suite("Blend")
struct BlendTests {
  @Test("every coverage, strength and old alpha equals the formula, plain and fast", arguments: 0..<4)
  func exhaustive(pair: Int) {
    let (new, old) = colorPairs[pair]
    let mask = (0...255).map { UInt8($0) }
    for strength in testedBytes {
      let blend = Blend(color: new, strength: UInt8(strength))
      for alpha in testedBytes {
        let below = Pixel(bits: old.bits & 0x00FF_FFFF | UInt32(alpha) << 24)
        let row = Tile.color(below).composited(mask, blend).expanded.words
        var wrong = 0
        for m in 0...255 {
          let expected = BlendFormula.over(m: m, s: strength, color: new, old: below)
          let plain = Blend.blended(coverage: UInt8(m), color: new, strength: UInt8(strength), onto: below)
          if plain != expected || row[m] != expected.bits { wrong += 1 }
        }
        #expect(wrong == 0, "strength \(strength), old alpha \(alpha)")
      }
    }
  }

  @Test(
    "every coverage and pair of samples on opaque pixels equals the formula", arguments: [255, 254, 128, 77])
  func opaqueSamples(strength: Int) {
    let mask = (0...255).map { UInt8($0) }
    for new in testedBytes {
      let color = Pixel(red: UInt8(new), green: UInt8(255 - new), blue: UInt8(new ^ 0x55))
      let blend = Blend(color: color, strength: UInt8(strength))
      for old in testedBytes {
        let below = Pixel(red: UInt8(old), green: UInt8(old), blue: UInt8(old))
        let row = Tile.color(below).composited(mask, blend).expanded.words
        let isRight = (0...255).allSatisfy {
          row[$0] == BlendFormula.over(m: $0, s: strength, color: color, old: below).bits
        }
        #expect(isRight, "\(new) over \(old)")
      }
    }
  }

  @Test("the fast version equals the plain one in any box, and changes nothing else")
  func boxes() {
    let seed: UInt64 = 0xB1E4D
    var random = PixelGenerator(seed: seed)
    for round in 0..<400 {
      let before = random.pixels(Tile.pixelCount)
      let mask = random.mask(Tile.pixelCount)
      let box = random.box()
      let blend = Blend(color: random.pixel(), strength: random.byte())
      let after = Tile.pixels(TilePixels(before)).composited(mask, blend, inside: box)
      var expected = before
      for at in 0..<Tile.pixelCount where box.contains(x: at % Tile.edge, y: at / Tile.edge) {
        expected[at] =
          Blend.blended(
            coverage: mask[at], color: blend.color, strength: blend.strength, onto: Pixel(bits: before[at])
          ).bits
      }
      #expect(after.expanded.words == expected, "seed \(seed), round \(round)")
    }
  }

  @Test("full coverage of a tile equals a mask of full coverage")
  func filling() {
    let seed: UInt64 = 0xF111
    var random = PixelGenerator(seed: seed)
    let mask = [UInt8](repeating: 255, count: Tile.pixelCount)
    for round in 0..<100 {
      let before = random.tilePixels()
      let box = random.box()
      let blend = Blend(color: random.pixel(), strength: random.byte())
      let filled = Tile.pixels(before).covered(by: blend, inside: box)
      let composited = Tile.pixels(before).composited(mask, blend, inside: box)
      #expect(filled.expanded.words == composited.expanded.words, "seed \(seed), round \(round)")
      #expect(box != .tile || filled[0, 0] == blend.blended(full: before[0, 0]))
    }
  }

  @Test("an opaque colour replaces covered pixels, and an uncovered pixel keeps its four bytes")
  func ends() {
    var random = PixelGenerator(seed: 1)
    for _ in 0..<500 {
      let color = random.pixel()
      let old = random.pixel()
      let opaque = Blend.blended(coverage: 255, color: color, strength: 255, onto: old)
      #expect(opaque.bits == color.bits | 0xFF00_0000)
      #expect(Blend.blended(coverage: 0, color: color, strength: 255, onto: old) == old)
      #expect(Blend.blended(coverage: 255, color: color, strength: 0, onto: old) == old)
    }
  }

  @Test("a new alpha of 0 keeps the hidden colour below")
  func hiddenColor() {
    let hidden = Pixel(red: 9, green: 8, blue: 7, alpha: 0)
    // m·s = 127 rounds to an alpha of 0, 128 to 1.
    #expect(Blend.blended(coverage: 127, color: .white, strength: 1, onto: hidden) == hidden)
    #expect(
      Blend.blended(coverage: 128, color: .white, strength: 1, onto: hidden)
        == Pixel(red: 255, green: 255, blue: 255, alpha: 1))
    let blend = Blend(color: .white, strength: 1)
    let row = Tile.color(hidden).composited([127, 128, 0, 127, 128, 0, 0, 127], blend).expanded.words
    let changed: UInt32 = 0x01FF_FFFF
    #expect(
      row.prefix(8) == [hidden.bits, changed, hidden.bits, hidden.bits, changed, hidden.bits, hidden.bits, hidden.bits])
  }

  @Test("samples stay between the new and the old colour, alpha never falls")
  func bounds() {
    let seed: UInt64 = 0xB0
    var random = PixelGenerator(seed: seed)
    for round in 0..<2000 {
      let color = random.pixel()
      let old = random.pixel()
      let new = Blend.blended(coverage: random.byte(), color: color, strength: random.byte(), onto: old)
      #expect(new.alpha >= old.alpha, "seed \(seed), round \(round)")
      for (sample, ends) in [
        (new.red, [color.red, old.red]), (new.green, [color.green, old.green]), (new.blue, [color.blue, old.blue]),
      ] {
        #expect(ends[0] <= ends[1] ? (ends[0]...ends[1]).contains(sample) : (ends[1]...ends[0]).contains(sample))
      }
    }
  }

  @Test(
    "the strength is the colour's alpha times the opacity, halves up",
    arguments: [
      (255, 1.0, 255), (255, 0.5, 128), (255, 0.0, 0), (128, 1.0, 128), (128, 0.5, 64), (1, 0.5, 1), (3, 0.5, 2),
      (1, 0.499, 0), (1, 0.499_999_999_999_999_94, 0), (255, 0.999, 255), (255, 0.998, 254), (0, 1.0, 0),
    ])
  func strength(alpha: UInt8, opacity: Double, strength: UInt8) {
    let blend = Blend(color: Pixel(red: 1, green: 2, blue: 3, alpha: alpha), opacity: opacity)
    #expect(blend.strength == strength)
    #expect(Int(strength) == BlendFormula.rounded(alpha, times: opacity))
  }

  @Test("half black over white is grey 127")
  func grey() {
    let blend = Blend(color: .black, opacity: 0.5)
    #expect(blend.blended(full: .white) == Pixel(red: 127, green: 127, blue: 127))
    #expect(blend.blended(full: .transparent) == Pixel(red: 0, green: 0, blue: 0, alpha: 128))
  }
}
