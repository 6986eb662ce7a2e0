import PaintRaster
import Testing

@Suite("LayeredBlend")
struct LayeredBlendTests {
  @Test(
    "rows of any length and alignment equal the formula, and nothing else is changed", arguments: [1.0, 0.5, 0.37, 0])
  func rows(opacity: Double) {
    let seed: UInt64 = 0x1A7E5
    var random = PixelGenerator(seed: seed)
    for round in 0..<150 {
      let before = random.pixels(160)
      let fills = random.mask(160)
      let outlines = random.mask(160)
      let start = Int(random.next() % 32)
      let count = Int(random.next() % 128)
      var fill = random.pixel()
      var outline = random.pixel()
      if random.next() % 2 == 0 { fill.bits |= 0xFF00_0000 }
      if random.next() % 2 == 0 { outline.bits |= 0xFF00_0000 }
      let blend = LayeredBlend(fill: fill, outline: outline, opacity: opacity)
      var after = before
      after.withUnsafeMutableBufferPointer { pixels in
        fills.withUnsafeBufferPointer { fills in
          outlines.withUnsafeBufferPointer { outlines in
            guard let pixels = pixels.baseAddress, let fills = fills.baseAddress, let outlines = outlines.baseAddress
            else { return }
            blend.composite(
              fillMask: fills + start / 2, outlineMask: outlines + start / 3, count: count, onto: pixels + start)
          }
        }
      }
      var expected = before
      for position in 0..<count {
        let old = Pixel(bits: before[start + position])
        let covered = (fills[start / 2 + position], outlines[start / 3 + position])
        let new = BlendFormula.layered(
          fill: (Int(covered.0), fill), outline: (Int(covered.1), outline), opacity: opacity, old: old)
        expected[start + position] = new.bits
        #expect(blend.blended(fillCoverage: covered.0, outlineCoverage: covered.1, onto: old) == new)
      }
      #expect(after == expected, "seed \(seed), round \(round)")
    }
  }

  @Test("every pair of coverages equals the formula")
  func coverages() {
    let fill = Pixel(red: 250, green: 3, blue: 99)
    let outline = Pixel(red: 0, green: 200, blue: 100, alpha: 180)
    let old = Pixel(red: 40, green: 50, blue: 60, alpha: 200)
    let blend = LayeredBlend(fill: fill, outline: outline, opacity: 0.8)
    let fills = (0...255).map { UInt8($0) }
    for outlined in testedBytes {
      var row = [UInt32](repeating: old.bits, count: 256)
      blend.composite(
        fillMask: fills, outlineMask: [UInt8](repeating: UInt8(outlined), count: 256), count: 256, onto: &row)
      let isRight = (0...255).allSatisfy {
        row[$0] == BlendFormula.layered(fill: ($0, fill), outline: (outlined, outline), opacity: 0.8, old: old).bits
      }
      #expect(isRight, "outline coverage \(outlined)")
    }
  }

  @Test("an opaque outline hides the fill, and the opacity applies to both at once")
  func hidesTheFill() {
    let blend = LayeredBlend(fill: .white, outline: .black, opacity: 0.5)
    let merged = blend.merged(fillCoverage: 255, outlineCoverage: 255)
    #expect(merged.color == .black)
    #expect(merged.strength == 128)
    #expect(
      blend.blended(fillCoverage: 255, outlineCoverage: 255, onto: .white) == Pixel(red: 127, green: 127, blue: 127))
    #expect(blend.blended(fillCoverage: 255, outlineCoverage: 0, onto: .white) == .white)
  }
}
