import PaintRaster
import Testing

@Suite("TileBlend")
struct TileBlendTests {
  /// A fill and its outline on an empty tile.
  private func layer(fill: ([UInt8], Pixel), outline: ([UInt8], Pixel), inside: PixelBox = .tile) -> Tile {
    Tile.color(.transparent)
      .composited(fill.0, Blend(color: fill.1, opacity: 1), inside: inside)
      .composited(outline.0, Blend(color: outline.1, opacity: 1), inside: inside)
  }

  @Test(
    "a fill with its outline equals the formula in any box, and nothing else is changed",
    arguments: [1.0, 0.5, 0.37, 0])
  func boxes(opacity: Double) {
    let seed: UInt64 = 0x1A7E5
    var random = PixelGenerator(seed: seed)
    let blend = TileBlend(opacity: opacity)
    for round in 0..<150 {
      let before = random.pixels(Tile.pixelCount)
      let fills = random.mask(Tile.pixelCount)
      let outlines = random.mask(Tile.pixelCount)
      let box = random.box()
      var fill = random.pixel()
      var outline = random.pixel()
      if random.next() % 2 == 0 { fill.bits |= 0xFF00_0000 }
      if random.next() % 2 == 0 { outline.bits |= 0xFF00_0000 }
      let layer = layer(fill: (fills, fill), outline: (outlines, outline), inside: box)
      let after = Tile.pixels(TilePixels(before)).covered(by: blend.with(layer), inside: box)
      var expected = before
      for at in 0..<Tile.pixelCount where box.contains(x: at % Tile.edge, y: at / Tile.edge) {
        expected[at] =
          BlendFormula.layered(
            fill: (Int(fills[at]), fill), outline: (Int(outlines[at]), outline), opacity: opacity,
            old: Pixel(bits: before[at])
          ).bits
      }
      #expect(after.expanded.words == expected, "seed \(seed), round \(round)")
    }
  }

  @Test("every pair of coverages equals the formula")
  func coverages() {
    let fill = Pixel(red: 250, green: 3, blue: 99)
    let outline = Pixel(red: 0, green: 200, blue: 100, alpha: 180)
    let old = Pixel(red: 40, green: 50, blue: 60, alpha: 200)
    let blend = TileBlend(opacity: 0.8)
    let fills = (0...255).map { UInt8($0) }
    for outlined in testedBytes {
      let outlines = [UInt8](repeating: UInt8(outlined), count: 256)
      let layer = layer(fill: (fills, fill), outline: (outlines, outline))
      let row = Tile.color(old).covered(by: blend.with(layer)).expanded.words
      let isRight = (0...255).allSatisfy {
        row[$0] == BlendFormula.layered(fill: ($0, fill), outline: (outlined, outline), opacity: 0.8, old: old).bits
      }
      #expect(isRight, "outline coverage \(outlined)")
    }
  }

  @Test("through a mask each pixel is blended with its own alpha", arguments: [1.0, 0.5, 0])
  func masked(opacity: Double) {
    let seed: UInt64 = 0x7B1E
    var random = PixelGenerator(seed: seed)
    for round in 0..<100 {
      let mask = random.mask(Tile.pixelCount)
      let color = random.pixel()
      let before = random.tilePixels()
      for source in [Tile.pixels(random.tilePixels()), .color(color)] {
        let after = Tile.pixels(before).composited(mask, TileBlend(opacity: opacity).with(source))
        let isRight = (0..<Tile.pixelCount).allSatisfy { at in
          let (x, y) = (at % Tile.edge, at / Tile.edge)
          let strength = BlendFormula.rounded(source[x, y].alpha, times: opacity)
          return after[x, y]
            == BlendFormula.over(m: Int(mask[at]), s: strength, color: source[x, y], old: before[x, y])
        }
        #expect(isRight, "seed \(seed), round \(round)")
      }
    }
  }

  @Test("an opaque outline hides the fill, and the opacity applies to both as one layer")
  func hidesTheFill() {
    let blend = TileBlend(opacity: 0.5)
    let both = layer(fill: ([255], .white), outline: ([255], .black))
    #expect(both[0, 0] == .black)
    #expect(Tile.color(.white).covered(by: blend.with(both))[0, 0] == Pixel(red: 127, green: 127, blue: 127))
    let inner = layer(fill: ([255], .white), outline: ([0], .black))
    #expect(Tile.color(.white).covered(by: blend.with(inner))[0, 0] == .white)
  }

  @Test("one colour blended onto a one-colour tile leaves one colour")
  func oneColor() {
    let grey = Tile.color(.white).covered(by: TileBlend(opacity: 0.5).with(.color(.black)))
    #expect(grey.color == Pixel(red: 127, green: 127, blue: 127))
  }
}
