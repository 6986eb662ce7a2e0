import PaintRaster
import Testing

@Suite("Tile compositing")
struct TileCompositingTests {
  @Test("pixels outside the canvas are unchanged, those inside follow the formula")
  func inside() {
    let seed: UInt64 = 0x71E
    var random = PixelGenerator(seed: seed)
    for round in 0..<60 {
      let tile = random.tilePixels()
      let before = tile.words
      let base = random.tilePixels()
      let back = base.words
      let mask = random.mask(Tile.pixelCount)
      let outlineMask = random.mask(Tile.pixelCount)
      let box = random.box()
      let color = random.pixel()
      let outline = random.pixel()
      let blend = Blend(color: color, opacity: 0.75)
      let layer = Tile.color(.transparent).composited(mask, Blend(color: color, opacity: 1))
        .composited(outlineMask, Blend(color: outline, opacity: 1))

      let blended = Tile.pixels(tile).composited(mask, blend, inside: box)
      let merged = Tile.pixels(tile).covered(by: TileBlend(opacity: 0.75).with(layer), inside: box)
      let erased = Tile.pixels(tile).composited(
        mask, Eraser(opacity: 0.75, restoring: .pixels(base)), inside: box)
      let filled = Tile.pixels(tile).covered(by: blend, inside: box)

      var expected = [before, before, before, before]
      for y in 0..<Tile.edge {
        for x in 0..<Tile.edge where box.contains(x: x, y: y) {
          let at = y * Tile.edge + x
          let old = Pixel(bits: before[at])
          expected[0][at] =
            BlendFormula.over(m: Int(mask[at]), s: Int(blend.strength), color: color, old: old).bits
          expected[1][at] =
            BlendFormula.layered(
              fill: (Int(mask[at]), color), outline: (Int(outlineMask[at]), outline), opacity: 0.75, old: old
            ).bits
          expected[2][at] =
            BlendFormula.dissolved(
              m: BlendFormula.rounded(mask[at], times: 0.75), base: Pixel(bits: back[at]), old: old
            ).bits
          expected[3][at] = BlendFormula.over(m: 255, s: Int(blend.strength), color: color, old: old).bits
        }
      }
      #expect(blended.expanded.words == expected[0], "seed \(seed), round \(round)")
      #expect(merged.expanded.words == expected[1], "seed \(seed), round \(round)")
      #expect(erased.expanded.words == expected[2], "seed \(seed), round \(round)")
      #expect(filled.expanded.words == expected[3], "seed \(seed), round \(round)")
      #expect(tile.words == before, "a shared tile is changed: seed \(seed), round \(round)")
    }
  }

  @Test("a fill keeps a one-colour tile one colour, and an opaque fill makes any whole tile one colour")
  func oneColor() {
    let red = Pixel(red: 255, green: 0, blue: 0)
    var tile = Tile.color(.white)
    tile.composite(.full, Blend(color: .black, opacity: 0.5), inside: PixelBox(x: 0, y: 0, width: 5, height: 32))
    #expect(tile.color == Pixel(red: 127, green: 127, blue: 127))

    var random = PixelGenerator(seed: 3)
    let pixels = random.tilePixels()
    tile = .pixels(pixels)
    tile.composite(.full, Blend(color: red, opacity: 1), inside: .tile)
    #expect(tile.color == red)

    tile = .pixels(pixels)
    tile.composite(.full, Blend(color: red, opacity: 1), inside: PixelBox(x: 0, y: 0, width: 32, height: 31))
    #expect(tile.color == nil)
    #expect(tile[31, 30] == red)
    #expect(tile[0, 31] == pixels[0, 31])
  }
}

extension Tile {
  /// The colour of a tile without pixels.
  var color: Pixel? {
    if case .color(let color) = self { color } else { nil }
  }
}
