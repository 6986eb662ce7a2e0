import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("CoverageMask compositing")
struct MaskCompositingTests {
  /// Calls `body` with the masks of a random stroke, tile by tile.
  private func forEachMask(seed: UInt64, _ body: (CoverageMask) -> Void) throws {
    var generator = ShapeGenerator(seed: seed, side: 64)
    let outline = Outline(strokeOf: generator.shape(), style: generator.style())
    let canvas = try #require(CanvasSize(width: 64, height: 50))
    var scanner = CoverageScanner(outline, canvas: canvas, antialiased: true)
    for row in scanner.tileRows {
      scanner.scan(tileRow: row) { _, coverage in
        if case .mask(let mask) = coverage { body(mask) }
      }
    }
  }

  /// Tiles that are opaque, empty with hidden colours, or random.
  private func pixels(_ random: inout SeededGenerator) -> TilePixels {
    let kind = random.whole(0...3)
    return TilePixels { words in
      for i in 0..<Tile.pixelCount {
        let word = UInt32.random(in: .min ... .max, using: &random)
        (words + i).initialize(
          to: kind == 0 ? word | 0xFF00_0000 : kind == 1 ? word & 0x00FF_FFFF : kind == 2 && i % 64 < 32 ? 0 : word)
      }
    }
  }

  private let insides = [
    PixelBox.tile, PixelBox(x: 0, y: 0, width: 32, height: 18), PixelBox(x: 0, y: 0, width: 13, height: 32),
  ]

  @Test("blending through a scanner's mask equals the formula for each pixel")
  func blend() throws {
    for seed in 0..<UInt64(60) {
      var random = SeededGenerator(seed: seed)
      let color = Pixel(bits: UInt32.random(in: .min ... .max, using: &random))
      let strength = seed % 3 == 0 ? UInt8.random(in: 0...255, using: &random) : 255
      let blend = Blend(color: color, strength: strength)
      let inside = insides[random.whole(0...2)]
      let before = pixels(&random)
      try forEachMask(seed: seed) { mask in
        var after = Tile.pixels(before)
        after.composite(.mask(mask), blend, inside: inside)
        for i in 0..<Tile.pixelCount {
          let (x, y) = (i % 32, i / 32)
          let covered = inside.contains(x: x, y: y) && mask.rows.contains(y) ? mask.bytes[i] : 0
          let expected = Blend.blended(coverage: covered, color: color, strength: strength, onto: before[x, y])
          if after[x, y] != expected { Issue.record("seed \(seed), pixel \(x), \(y)") }
        }
      }
    }
  }

  @Test("erasing through a scanner's mask equals the formula for each pixel")
  func erase() throws {
    for seed in 0..<UInt64(60) {
      var random = SeededGenerator(seed: seed + 500)
      var eraser = Eraser(opacity: seed % 3 == 0 ? random.real(0...1) : 1)
      let inside = insides[random.whole(0...2)]
      let before = pixels(&random)
      let base: Tile
      switch seed % 4 {
      case 0: base = .color(.transparent)
      case 1: base = .color(Pixel(bits: UInt32.random(in: .min ... .max, using: &random)))
      default: base = .pixels(pixels(&random))
      }
      eraser.base = base
      try forEachMask(seed: seed) { mask in
        var after = Tile.pixels(before)
        after.composite(.mask(mask), eraser, inside: inside)
        for i in 0..<Tile.pixelCount {
          let (x, y) = (i % 32, i / 32)
          let covered = inside.contains(x: x, y: y) && mask.rows.contains(y) ? mask.bytes[i] : 0
          let expected = eraser.dissolved(coverage: covered, from: before[x, y], base: base[x, y])
          if after[x, y] != expected { Issue.record("seed \(seed + 500), pixel \(x), \(y)") }
        }
      }
    }
  }

  @Test("an opaque colour over any pixel equals the formula, for all coverages and alphas, ties between bytes included")
  func opaqueOverAny() {
    var random = SeededGenerator(seed: 77)
    func check(_ coverage: UInt8, _ color: Pixel, _ old: [Pixel]) {
      let new = BlendKernel.blended(
        BlendKernel.Color(FourWords(repeating: color.bits)), m: FourFloats(repeating: Float(coverage)),
        ontoAny: FourWords(old[0].bits, old[1].bits, old[2].bits, old[3].bits))
      for lane in 0..<4 {
        let expected = Blend.blended(coverage: coverage, color: color, strength: 255, onto: old[lane])
        if Pixel(bits: new[lane]) != expected { Issue.record("\(coverage) of \(color) over \(old[lane])") }
      }
    }
    for coverage in UInt8.min...UInt8.max {
      for alpha in UInt8.min...UInt8.max {
        let old = (0..<4).map { _ in
          Pixel(bits: UInt32.random(in: .min ... .max, using: &random) & 0x00FF_FFFF | UInt32(alpha) << 24)
        }
        check(coverage, Pixel(bits: UInt32.random(in: .min ... .max, using: &random)), old)
      }
    }
    // Here the mean is halfway between old and new: 255·102 = (255 − 102)·170.
    for byte in UInt8.min..<UInt8.max {
      let old = Pixel(red: byte, green: byte + 1, blue: byte, alpha: 170)
      check(102, Pixel(red: byte + 1, green: byte, blue: byte), Array(repeating: old, count: 4))
    }
  }
}
