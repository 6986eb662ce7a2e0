import PaintRaster
import Testing

@Suite("Tile compaction")
struct TileCompactionTests {
  @Test("a tile is one colour when its pixels inside the canvas are equal, whatever is outside")
  func everyWidthAndHeight() {
    var random = PixelGenerator(seed: 0xC0)
    let color = Pixel(red: 5, green: 6, blue: 7, alpha: 8)
    for side in 1...32 {
      for box in [
        PixelBox(x: 0, y: 0, width: side, height: 32), PixelBox(x: 0, y: 0, width: 32, height: side),
        PixelBox(x: 32 - side, y: 0, width: side, height: side),
      ] {
        var pixels = TilePixels(filledWith: color)
        for y in 0..<32 {
          for x in 0..<32 where !box.contains(x: x, y: y) { pixels[x, y] = random.pixel() }
        }
        #expect(Tile.pixels(pixels).compacted(inside: box).color == color)
        pixels[box.maxX - 1, box.maxY - 1] = .white
        #expect(box.width * box.height == 1 || Tile.pixels(pixels).compacted(inside: box).color == nil)
      }
    }
  }

  @Test("one differing bit of one pixel keeps the pixels")
  func oneBit() {
    for position in stride(from: 0, to: Tile.pixelCount, by: 11) {
      var pixels = TilePixels(filledWith: .white)
      pixels[position % 32, position / 32] = Pixel(bits: Pixel.white.bits ^ 1 << UInt32(position % 32))
      let tile = Tile.pixels(pixels).compacted(inside: .tile)
      #expect(tile.color == nil)
    }
  }

  @Test("a one-colour tile stays one, and an empty box changes nothing")
  func nothingToDo() {
    #expect(Tile.color(.white).compacted(inside: .tile).color == .white)
    #expect(Tile.pixels(TilePixels(filledWith: .white)).compacted(inside: .empty).color == nil)
  }
}
