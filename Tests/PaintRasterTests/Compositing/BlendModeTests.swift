import PaintRaster
import Testing

@Suite("BlendMode")
struct BlendModeTests {
  private static let modes = BlendMode.allCases

  /// Composites a colour onto 256 pixels with 256 coverages, and compares each with the formula in doubles.
  private func check(
    _ mode: BlendMode, _ color: Pixel, onto old: [Pixel], coverage: [UInt8], _ comment: Comment
  ) {
    let paint = Paint(.color(color), mode: mode)
    var words = old.map(\.bits)
    words += [UInt32](repeating: 0, count: Tile.pixelCount - words.count)
    let tile = Tile.pixels(TilePixels(words))
    let new = tile.composited(coverage, paint.compositor(of: .color(color))).expanded.words
    let wrong = old.indices.first { at in
      let result = BlendReference.composited(
        mode, coverage: coverage[at], strength: color.alpha, color: color, onto: old[at])
      return !BlendReference.allows(Pixel(bits: new[at]), result, over: old[at])
    }
    if let wrong {
      Issue.record("\(comment): \(coverage[wrong]) of \(color) over \(old[wrong]) gives \(Pixel(bits: new[wrong]))")
    }
  }

  @Test("every pair of samples on opaque pixels equals the formula", arguments: modes)
  func samples(mode: BlendMode) {
    for above in testedBytes {
      for strength: UInt8 in [255, 254, 100] {
        let color = Pixel(red: UInt8(above), green: UInt8(255 - above), blue: UInt8(above ^ 0x55), alpha: strength)
        let old = (0...255).map { Pixel(red: UInt8($0), green: UInt8($0), blue: UInt8($0 ^ 0x33)) }
        for coverage: UInt8 in [255, 128, 3] {
          check(mode, color, onto: old, coverage: Array(repeating: coverage, count: 256), "opaque")
        }
      }
    }
  }

  @Test("every old alpha, strength and coverage equals the formula", arguments: modes)
  func alphas(mode: BlendMode) {
    var random = PixelGenerator(seed: 0xA1FA)
    let coverage = (0...255).map { UInt8($0) }
    for strength in testedBytes {
      for alpha in testedBytes {
        let bits = random.pixel().bits & 0x00FF_FFFF
        let color = Pixel(bits: bits | UInt32(strength) << 24)
        let old = Pixel(bits: random.pixel().bits & 0x00FF_FFFF | UInt32(alpha) << 24)
        check(mode, color, onto: Array(repeating: old, count: 256), coverage: coverage, "alphas, seed 0xA1FA")
      }
    }
  }

  @Test("random pixels equal the formula, grey and extreme ones included", arguments: modes)
  func random(mode: BlendMode) {
    let seed: UInt64 = 0xB1E5
    var random = PixelGenerator(seed: seed)
    func any() -> Pixel {
      let grey = random.byte()
      let isGrey = random.next() % 5 == 0
      return Pixel(
        red: isGrey ? grey : random.byte(), green: isGrey ? grey : random.byte(), blue: isGrey ? grey : random.byte(),
        alpha: random.byte())
    }
    for round in 0..<(testedBytes.count * 8) {
      let old = (0..<256).map { _ in any() }
      check(
        mode, any(), onto: old, coverage: (0..<256).map { _ in random.byte() }, "seed \(seed), round \(round)")
    }
  }

  @Test("a pixel does not depend on the pixels next to it, the box or the kind of its tile", arguments: modes)
  func tiles(mode: BlendMode) {
    let seed: UInt64 = 0x71E5
    var random = PixelGenerator(seed: seed)
    for round in 0..<20 {
      let (mask, box) = (random.mask(Tile.pixelCount), random.box())
      let (color, opacity) = (random.pixel(), random.next() % 2 == 0 ? 1 : 0.4)
      let before = random.tilePixels()
      let compositor = Paint(opacity: opacity, mode: mode).compositor(of: .color(color))
      let after = Tile.pixels(before).composited(mask, compositor, inside: box)
      let covered = Tile.pixels(before).covered(by: compositor, inside: box)
      for at in stride(from: 0, to: Tile.pixelCount, by: 7) {
        let (x, y) = (at % Tile.edge, at / Tile.edge)
        let old = before[x, y]
        let alone = Tile.color(old).composited([mask[at]], compositor)[0, 0]
        #expect(after[x, y] == (box.contains(x: x, y: y) ? alone : old), "seed \(seed), round \(round)")
        let full = Tile.color(old).covered(by: compositor)
        #expect(full.color != nil)
        #expect(covered[x, y] == (box.contains(x: x, y: y) ? full[0, 0] : old), "seed \(seed), round \(round)")
      }
    }
  }
}
