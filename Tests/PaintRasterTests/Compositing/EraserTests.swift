import PaintRaster
import Testing

@Suite("Eraser")
struct EraserTests {
  @Test(
    "every coverage and both alphas equal the formula, plain and fast",
    arguments: [
      (Pixel(red: 255, green: 0, blue: 130), Pixel(red: 0, green: 255, blue: 131)),
      (Pixel(red: 17, green: 200, blue: 1), Pixel(red: 18, green: 3, blue: 254)),
    ])
  func exhaustive(old: Pixel, base: Pixel) {
    let eraser = Eraser(opacity: 1)
    let mask = (0...255).map { UInt8($0) }
    for oldAlpha in testedBytes {
      let below = Pixel(bits: old.bits & 0x00FF_FFFF | UInt32(oldAlpha) << 24)
      for baseAlpha in testedBytes {
        let back = Pixel(bits: base.bits & 0x00FF_FFFF | UInt32(baseAlpha) << 24)
        var row = [UInt32](repeating: below.bits, count: 256)
        eraser.composite(mask: mask, count: 256, onto: &row, restoring: [UInt32](repeating: back.bits, count: 256))
        var wrong = 0
        for m in 0...255 {
          let expected = BlendFormula.dissolved(m: m, base: back, old: below)
          if eraser.dissolved(coverage: UInt8(m), from: below, base: back) != expected { wrong += 1 }
          if row[m] != expected.bits { wrong += 1 }
        }
        #expect(wrong == 0, "old alpha \(oldAlpha), base alpha \(baseAlpha)")
      }
    }
  }

  @Test("every coverage and pair of samples on opaque pixels equals the formula")
  func opaqueSamples() {
    let mask = (0...255).map { UInt8($0) }
    for old in testedBytes {
      let below = Pixel(red: UInt8(old), green: UInt8(255 - old), blue: UInt8(old ^ 0x55))
      for new in testedBytes {
        let back = Pixel(red: UInt8(new), green: UInt8(new), blue: UInt8(new))
        var row = [UInt32](repeating: below.bits, count: 256)
        Eraser(opacity: 1).composite(
          mask: mask, count: 256, onto: &row, restoring: [UInt32](repeating: back.bits, count: 256))
        let isRight = (0...255).allSatisfy { row[$0] == BlendFormula.dissolved(m: $0, base: back, old: below).bits }
        #expect(isRight, "\(old) to \(new)")
      }
    }
  }

  @Test(
    "rows of any length and alignment equal the formula, and nothing else is changed", arguments: [1.0, 0.5, 0.13, 0])
  func rows(opacity: Double) {
    let seed: UInt64 = 0xE4A5E
    var random = PixelGenerator(seed: seed)
    let eraser = Eraser(opacity: opacity)
    for round in 0..<150 {
      let before = random.pixels(160)
      let base = random.pixels(160)
      let mask = random.mask(160)
      let start = Int(random.next() % 32)
      let count = Int(random.next() % 128)
      var after = before
      after.withUnsafeMutableBufferPointer { pixels in
        mask.withUnsafeBufferPointer { mask in
          base.withUnsafeBufferPointer { base in
            guard let pixels = pixels.baseAddress, let mask = mask.baseAddress, let base = base.baseAddress
            else { return }
            eraser.composite(mask: mask + start / 2, count: count, onto: pixels + start, restoring: base + start / 3)
          }
        }
      }
      var expected = before
      for position in 0..<count {
        let m = BlendFormula.rounded(mask[start / 2 + position], times: opacity)
        expected[start + position] =
          BlendFormula.dissolved(
            m: m, base: Pixel(bits: base[start / 3 + position]), old: Pixel(bits: before[start + position])
          ).bits
      }
      #expect(after == expected, "seed \(seed), round \(round)")
    }
  }

  @Test("full coverage restores the base's four bytes, hidden colours included")
  func whole() {
    let hidden = Pixel(red: 1, green: 2, blue: 3, alpha: 0)
    let eraser = Eraser(opacity: 1)
    #expect(eraser.dissolved(full: .white, base: hidden) == hidden)
    #expect(eraser.dissolved(coverage: 0, from: hidden, base: .white) == hidden)
    // Both empty: the alpha stays 0, the colour bytes are already the base's.
    #expect(eraser.dissolved(coverage: 1, from: Pixel(red: 9, green: 9, blue: 9, alpha: 0), base: hidden) == hidden)
  }

  @Test("erasing to nothing keeps the colour and lowers the alpha")
  func toNothing() {
    let half = Eraser(opacity: 0.5).dissolved(full: .white, base: .transparent)
    #expect(half == Pixel(red: 255, green: 255, blue: 255, alpha: 127))
  }
}
