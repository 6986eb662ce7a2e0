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
    var eraser = Eraser(opacity: 1)
    let mask = (0...255).map { UInt8($0) }
    for oldAlpha in testedBytes {
      let below = Pixel(bits: old.bits & 0x00FF_FFFF | UInt32(oldAlpha) << 24)
      for baseAlpha in testedBytes {
        let back = Pixel(bits: base.bits & 0x00FF_FFFF | UInt32(baseAlpha) << 24)
        eraser.base = .color(back)
        let row = Tile.color(below).composited(mask, eraser).expanded.words
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
        let row = Tile.color(below).composited(mask, Eraser(opacity: 1, restoring: .color(back))).expanded.words
        let isRight = (0...255).allSatisfy { row[$0] == BlendFormula.dissolved(m: $0, base: back, old: below).bits }
        #expect(isRight, "\(old) to \(new)")
      }
    }
  }

  @Test("any box equals the formula, and nothing else is changed", arguments: [1.0, 0.5, 0.13, 0])
  func boxes(opacity: Double) {
    let seed: UInt64 = 0xE4A5E
    var random = PixelGenerator(seed: seed)
    for round in 0..<150 {
      let before = random.pixels(Tile.pixelCount)
      let base = random.tilePixels()
      let mask = random.mask(Tile.pixelCount)
      let box = random.box()
      let eraser = Eraser(opacity: opacity, restoring: .pixels(base))
      let after = Tile.pixels(TilePixels(before)).composited(mask, eraser, inside: box)
      var expected = before
      for at in 0..<Tile.pixelCount where box.contains(x: at % Tile.edge, y: at / Tile.edge) {
        let m = BlendFormula.rounded(mask[at], times: opacity)
        let back = base[at % Tile.edge, at / Tile.edge]
        expected[at] = BlendFormula.dissolved(m: m, base: back, old: Pixel(bits: before[at])).bits
      }
      #expect(after.expanded.words == expected, "seed \(seed), round \(round)")
    }
  }

  @Test("full coverage of a tile equals a mask of full coverage, and restores the base's own pixels")
  func filling() {
    let seed: UInt64 = 0xE4A5F
    var random = PixelGenerator(seed: seed)
    let mask = [UInt8](repeating: 255, count: Tile.pixelCount)
    for round in 0..<100 {
      let base = random.tilePixels()
      let (box, color) = (random.box(), random.pixel())
      for opacity in [0, 0.3, 1] {
        for base in [Tile.pixels(base), .color(color)] {
          for before in [Tile.pixels(random.tilePixels()), .color(random.pixel())] {
            let eraser = Eraser(opacity: opacity, restoring: base)
            let filled = before.covered(by: eraser, inside: box)
            let expected = before.composited(mask, eraser, inside: box)
            let isRight = (0..<Tile.pixelCount).allSatisfy { at in
              let (x, y) = (at % Tile.edge, at / Tile.edge)
              // Pixels of a one-colour tile outside the box are outside the canvas, and need not be kept.
              return !box.contains(x: x, y: y) && before.color != nil || filled[x, y] == expected[x, y]
            }
            #expect(isRight, "seed \(seed), round \(round)")
          }
        }
      }
    }
    let before = Tile.pixels(random.tilePixels())
    let base = random.tilePixels()
    guard case .pixels(let restored) = before.covered(by: Eraser(opacity: 1, restoring: .pixels(base))) else {
      Issue.record("no pixels are restored")
      return
    }
    #expect(restored.isIdentical(to: base))
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
