import PaintTestSupport
import Testing

@testable import PaintRaster

/// Patterns compared with the pixels of their picture.
@Suite struct PatternTests {
  private func picture(_ box: PixelBox, using generator: inout SeededGenerator) -> PixelBlock {
    let block = PixelBlock(box)
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX { block[x, y] = Pixel(bits: UInt32(truncatingIfNeeded: generator.next())) }
    }
    return block
  }

  @Test(arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func `a repeated picture has its pixels by their remainders`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let side = { (generator: inout SeededGenerator) in Int.random(in: 1...90, using: &generator) }
      let box = PixelBox(x: 0, y: 0, width: side(&generator), height: side(&generator))
      let block = picture(box, using: &generator)
      let pattern = Pattern(repeating: block)
      let index = TileIndex(x: .random(in: 0..<2_000, using: &generator), y: .random(in: 0..<2_000, using: &generator))
      let tile = pattern.tile(at: index)
      for y in 0..<Tile.edge {
        for x in 0..<Tile.edge {
          let expected = block[(index.box.x + x) % box.width, (index.box.y + y) % box.height]
          #expect(tile[x, y] == expected, "seed \(seed), \(box), \(index)")
        }
      }
    }
  }

  @Test(arguments: [4, .random(in: 5 ... .max)] as [UInt64])
  func `a picture that is shown once is transparent around it`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let box = PixelBox(
        x: .random(in: 0..<80, using: &generator), y: .random(in: 0..<80, using: &generator),
        width: .random(in: 1...70, using: &generator), height: .random(in: 1...70, using: &generator))
      let block = picture(box, using: &generator)
      let pattern = Pattern(once: block)
      for index in [TileIndex(x: 0, y: 0), TileIndex(x: 1, y: 2), TileIndex(x: 3, y: 1), TileIndex(x: 9, y: 9)] {
        let tile = pattern.tile(at: index)
        for y in 0..<Tile.edge {
          for x in 0..<Tile.edge {
            let (column, row) = (index.box.x + x, index.box.y + y)
            let expected = box.contains(x: column, y: row) ? block[column, row] : .transparent
            #expect(tile[x, y] == expected, "seed \(seed), \(box), \(index)")
          }
        }
      }
    }
  }
}
