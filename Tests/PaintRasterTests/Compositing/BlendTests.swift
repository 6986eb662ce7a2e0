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
        var row = [UInt32](repeating: below.bits, count: 256)
        blend.composite(mask: mask, count: 256, onto: &row)
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
        var row = [UInt32](repeating: below.bits, count: 256)
        blend.composite(mask: mask, count: 256, onto: &row)
        let isRight = (0...255).allSatisfy {
          row[$0] == BlendFormula.over(m: $0, s: strength, color: color, old: below).bits
        }
        #expect(isRight, "\(new) over \(old)")
      }
    }
  }

  @Test("the fast version equals the plain one on rows of any length and alignment, and changes nothing else")
  func rows() {
    let seed: UInt64 = 0xB1E4D
    var random = PixelGenerator(seed: seed)
    for round in 0..<400 {
      let before = random.pixels(160)
      let mask = random.mask(160)
      let start = Int(random.next() % 32)
      let maskStart = Int(random.next() % 32)
      let count = Int(random.next() % 128)
      let blend = Blend(color: random.pixel(), strength: random.byte())
      var after = before
      after.withUnsafeMutableBufferPointer { pixels in
        mask.withUnsafeBufferPointer { mask in
          guard let pixels = pixels.baseAddress, let mask = mask.baseAddress else { return }
          blend.composite(mask: mask + maskStart, count: count, onto: pixels + start)
        }
      }
      var expected = before
      for position in 0..<count {
        expected[start + position] =
          Blend.blended(
            coverage: mask[maskStart + position], color: blend.color, strength: blend.strength,
            onto: Pixel(bits: before[start + position])
          ).bits
      }
      #expect(after == expected, "seed \(seed), round \(round)")
    }
  }

  @Test("filling is compositing with full coverage")
  func filling() {
    let seed: UInt64 = 0xF111
    var random = PixelGenerator(seed: seed)
    let mask = [UInt8](repeating: 255, count: 64)
    for round in 0..<100 {
      let before = random.pixels(64)
      let count = Int(random.next() % 65)
      let blend = Blend(color: random.pixel(), strength: random.byte())
      var filled = before
      blend.fill(count: count, pixels: &filled)
      var composited = before
      blend.composite(mask: mask, count: count, onto: &composited)
      #expect(filled == composited, "seed \(seed), round \(round)")
      #expect(count == 0 || filled[0] == blend.blended(full: Pixel(bits: before[0])).bits)
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
    var row = [UInt32](repeating: hidden.bits, count: 8)
    Blend(color: .white, strength: 1).composite(mask: [127, 128, 0, 127, 128, 0, 0, 127], count: 8, onto: &row)
    let changed: UInt32 = 0x01FF_FFFF
    #expect(
      row == [hidden.bits, changed, hidden.bits, hidden.bits, changed, hidden.bits, hidden.bits, hidden.bits])
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
