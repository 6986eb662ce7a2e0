import PaintRaster
import PaintTestSupport
import Testing

@Suite("BlendMode")
struct BlendModeTests {
  private static let modes = BlendMode.allCases

  /// Composites a colour onto 256 pixels with 256 coverages, and compares each with the formula in doubles.
  private func check(
    _ mode: BlendMode, isLinear: Bool = false, _ color: Pixel, onto old: [Pixel], coverage: [UInt8], _ comment: Comment
  ) {
    let paint = Paint(.color(color), mode: mode, isLinear: isLinear)
    var words = old.map(\.bits)
    words += [UInt32](repeating: 0, count: Tile.pixelCount - words.count)
    let tile = Tile.pixels(TilePixels(words))
    let new = tile.composited(coverage, paint.sourceBlend(of: .color(color)).compositor(at: TileIndex(x: 0, y: 0)))
      .expanded.words
    let wrong = old.indices.first { at in
      let result = BlendReference.composited(
        mode, isLinear: isLinear, coverage: coverage[at], strength: Double(color.alpha), color: color, onto: old[at])
      return !BlendReference.allows(Pixel(bits: new[at]), result, isLinear: isLinear, over: old[at])
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
    // A third of 256 numbers has both ends.
    let bytes = sample(of: testedBytes, oneIn: 3)
    for strength in bytes {
      for alpha in bytes {
        let bits = random.pixel().bits & 0x00FF_FFFF
        let color = Pixel(bits: bits | UInt32(strength) << 24)
        let old = Pixel(bits: random.pixel().bits & 0x00FF_FFFF | UInt32(alpha) << 24)
        check(mode, color, onto: Array(repeating: old, count: 256), coverage: coverage, "alphas, seed 0xA1FA")
      }
    }
  }

  @Test(
    "random pixels equal the formula, grey and extreme ones included", arguments: modes, [false, true])
  func random(mode: BlendMode, isLinear: Bool) {
    let seed: UInt64 = 0xB1E5
    var random = PixelGenerator(seed: seed)
    func any() -> Pixel {
      let grey = random.byte()
      let isGrey = random.next() % 5 == 0
      return Pixel(
        red: isGrey ? grey : random.byte(), green: isGrey ? grey : random.byte(), blue: isGrey ? grey : random.byte(),
        alpha: random.byte())
    }
    for round in 0..<(isOptimised ? 2_048 : 40) {
      let old = (0..<256).map { _ in any() }
      check(
        mode, isLinear: isLinear, any(), onto: old, coverage: (0..<256).map { _ in random.byte() },
        "seed \(seed), round \(round)")
    }
  }

  @Test(
    "a pixel does not depend on the pixels next to it, the box or the kind of its tile", arguments: modes,
    [false, true])
  func tiles(mode: BlendMode, isLinear: Bool) {
    let seed: UInt64 = 0x71E5
    var random = PixelGenerator(seed: seed)
    for round in 0..<20 {
      let (mask, box) = (random.mask(Tile.pixelCount), random.box())
      var (color, opacity) = (random.pixel(), random.next() % 2 == 0 ? 1 : 0.4)
      // Opaque colours may have a shorter formula.
      if round % 3 == 0 { (color.bits, opacity) = (color.bits | 0xFF00_0000, 1) }
      let before = random.tilePixels()
      let compositor = Paint(opacity: opacity, mode: mode, isLinear: isLinear).sourceBlend(of: .color(color))
        .compositor(at: TileIndex(x: 0, y: 0))
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

  @Test("a fill with its outline is one layer: bounded by the shape, it does not double at joints", arguments: modes)
  func layers(mode: BlendMode) {
    let seed: UInt64 = 0x1A7E4
    var random = PixelGenerator(seed: seed)
    let covering = Blend(color: .black, opacity: 1)
    for round in 0..<40 {
      let (fills, outlines) = (random.mask(Tile.pixelCount), random.mask(Tile.pixelCount))
      let (fill, outline) = (random.pixel(), random.pixel())
      let before = random.tilePixels()
      let paint = Paint(.color(outline), fill: .color(fill), opacity: round % 2 == 0 ? 1 : 0.6, mode: mode)
      let layer = Tile.color(.transparent).composited(fills, Blend(color: fill, opacity: 1))
        .composited(outlines, Blend(color: outline, opacity: 1))
      let shape = Tile.color(.transparent).composited(fills, covering).composited(outlines, covering)
      var after = Tile.pixels(before)
      paint.layerBlend.composite(
        layer, shape: paint.layerBlend.needsShape ? shape : nil, onto: &after, inside: .tile)
      for at in 0..<Tile.pixelCount {
        let (x, y) = (at % Tile.edge, at / Tile.edge)
        let (old, color, m) = (before[x, y], layer[x, y], shape[x, y].alpha)
        if m == 0 {
          #expect(after[x, y] == old, "seed \(seed), round \(round)")
          continue
        }
        let strength = 255 * Double(BlendFormula.rounded(color.alpha, times: paint.opacity)) / Double(m)
        let result = BlendReference.composited(mode, coverage: m, strength: strength, color: color, onto: old)
        if !BlendReference.allows(after[x, y], result, over: old) {
          Issue.record("seed \(seed), round \(round): \(m) of \(color) over \(old) gives \(after[x, y])")
        }
      }
    }
  }

  @Test("hidden colours stay where no alpha comes, and go with the alpha")
  func hidden() {
    let hidden = Pixel(red: 9, green: 8, blue: 7, alpha: 0)
    let red = Pixel(red: 255, green: 0, blue: 0)
    func full(_ mode: BlendMode, _ color: Pixel, _ old: Pixel) -> Pixel {
      Tile.color(old).covered(
        by: Paint(mode: mode).sourceBlend(of: .color(color)).compositor(at: TileIndex(x: 0, y: 0)))[0, 0]
    }
    for mode in Self.modes {
      let isKept = [.atop, .erase, .sourceIn].contains(mode)
      #expect(full(mode, red, hidden) == (isKept ? hidden : red), "\(mode)")
      #expect(full(mode, Pixel(bits: red.bits & 0x00FF_FFFF), hidden) == hidden, "\(mode)")
      let clears = [.sourceIn, .sourceOut, .copy].contains(mode)
      #expect(full(mode, Pixel(bits: red.bits & 0x00FF_FFFF), .white) == (clears ? .transparent : .white), "\(mode)")
    }
    #expect(full(.erase, red, .white) == .transparent)
  }

  @Test("multiply has a shorter formula for opaque pixels: every coverage and pair of samples is the same")
  func multiplied() {
    let blend = Paint(mode: .multiply)
    for above in testedBytes {
      let color = Pixel(red: UInt8(above), green: UInt8(255 - above), blue: UInt8(above ^ 0x55))
      let compositor = blend.sourceBlend(of: .color(color)).compositor(at: TileIndex(x: 0, y: 0))
      let old = (0...255).map { Pixel(red: UInt8($0), green: UInt8($0), blue: UInt8($0 ^ 0x33)) }
      let tile = Tile.pixels(TilePixels(old.map(\.bits) + [UInt32](repeating: 0, count: Tile.pixelCount - 256)))
      for coverage in testedBytes {
        let new = tile.composited([UInt8](repeating: UInt8(coverage), count: 256), compositor).expanded.words
        let isRight = old.indices.allSatisfy { at in
          func sample(_ above: UInt8, _ below: UInt8) -> UInt8 {
            // Cd·(D − m·(255 − Cs)) / D
            let kept: Int = 65025 - coverage * (255 - Int(above))
            let twice: Int = 2 * Int(below) * kept
            return UInt8((twice + 65025) / 130_050)
          }
          return Pixel(bits: new[at])
            == Pixel(
              red: sample(color.red, old[at].red), green: sample(color.green, old[at].green),
              blue: sample(color.blue, old[at].blue))
        }
        #expect(isRight, "\(coverage) of \(above)")
      }
    }
  }
}
