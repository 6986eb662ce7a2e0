import Testing

@testable import PaintRaster

@Suite("ModeBlend")
struct ModeBlendTests {
  private static let normal = BlendOperator(mode: .normal)

  @Test("its formula with the blend function of normal is source-over, bit for bit")
  func normal() {
    var random = PixelGenerator(seed: 0x0FE8)
    for coverage in testedBytes {
      for strength in testedBytes {
        for alpha in testedBytes {
          let color = random.pixel()
          let olds = (0..<4).map { lane in
            // Groups of opaque pixels have a shorter formula.
            Pixel(bits: random.pixel().bits & 0x00FF_FFFF | UInt32(lane == 0 ? alpha : min(alpha + lane, 255)) << 24)
          }
          let new = Self.normal.composited(
            Self.normal.channels(FourWords(repeating: color.bits)),
            n: FourDoubles(repeating: Double(coverage * strength)), m: FourDoubles(repeating: Double(coverage)),
            onto: FourWords(olds[0].bits, olds[1].bits, olds[2].bits, olds[3].bits))
          for (lane, old) in olds.enumerated()
          where new[lane] != BlendFormula.over(m: coverage, s: strength, color: color, old: old).bits {
            Issue.record("\(coverage) of \(color) at \(strength) over \(old)")
          }
        }
      }
    }
  }

  @Test("a colour or a tile through any mask in any box equals Blend and TileBlend", arguments: [1.0, 0.37, 0])
  func tiles(opacity: Double) {
    let seed: UInt64 = 0xB10E
    var random = PixelGenerator(seed: seed)
    for round in 0..<60 {
      let (mask, box) = (random.mask(Tile.pixelCount), random.box())
      for source in [Tile.pixels(random.tilePixels()), .color(random.pixel())] {
        for before in [Tile.pixels(random.tilePixels()), .color(random.pixel())] {
          let mode = ModeBlend(Self.normal, opacity: opacity).with(source)
          let normal = TileBlend(opacity: opacity).with(source)
          let masked = before.composited(mask, mode, inside: box)
          #expect(
            masked.expanded.words == before.composited(mask, normal, inside: box).expanded.words,
            "seed \(seed), round \(round)")
          let covered = before.covered(by: mode, inside: box)
          let expected = before.covered(by: normal, inside: box)
          let isRight = (0..<Tile.pixelCount).allSatisfy { at in
            let (x, y) = (at % Tile.edge, at / Tile.edge)
            // Pixels of a one-colour tile outside the box are outside the canvas, and need not be kept.
            return !box.contains(x: x, y: y) && before.color != nil || covered[x, y] == expected[x, y]
          }
          #expect(isRight, "seed \(seed), round \(round)")
        }
      }
    }
  }

  @Test("it changes pixels only if a strength is over 0")
  func changes() {
    let blend = ModeBlend(Self.normal, opacity: 0.5)
    #expect(!blend.changesPixels)
    #expect(blend.with(.color(.black)).changesPixels)
    #expect(!ModeBlend(Self.normal, opacity: 0).with(.color(.black)).changesPixels)
    #expect(blend.with(.pixels(TilePixels(filledWith: .transparent))).changesPixels)
  }
}
