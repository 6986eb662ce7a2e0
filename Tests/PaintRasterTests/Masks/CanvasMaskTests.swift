import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("CanvasMask")
struct CanvasMaskTests {
  /// A random set on a canvas of up to 3x3 tiles, with the same plain set.
  private func masks(_ random: inout SeededGenerator) throws -> (CanvasMask, PlainMask, CanvasSize) {
    let canvas = try #require(CanvasSize(width: random.whole(1...96), height: random.whole(1...96)))
    var mask = CanvasMask(on: canvas)
    var plain = PlainMask()
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns {
        let part = random.whole(0...1) == 0 ? .none : random.tileMask()
        mask.add(part, x: x, y: y)
        let box = TileIndex(x: x, y: y).box(on: canvas)
        for spot in PlainMask(part).spots where spot.x < box.width && spot.y < box.height {
          plain.spots.insert(PlainMask.Spot(x: box.x + spot.x, y: box.y + spot.y))
        }
      }
    }
    return (mask, plain, canvas)
  }

  @Test("has the pixels that were added, as far as they are on the canvas", arguments: 0..<UInt64(40))
  func adds(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (mask, plain, canvas) = try masks(&random)
    #expect(PlainMask(mask) == plain)
    for y in -1...canvas.tileRows {
      for x in -1...canvas.tileColumns { #expect(mask[x, y] == plain.tile(x, y)) }
    }
  }

  @Test("a tile with all its pixels on the canvas needs no mask")
  func whole() throws {
    let canvas = try #require(CanvasSize(width: 40, height: 40))
    var mask = CanvasMask(on: canvas)
    mask.add(TileMask(width: 8, height: 8), x: 1, y: 1)
    mask.add(.all, x: 0, y: 1)
    #expect(mask.code(1, 1) == CanvasMask.whole)
    #expect(mask.code(0, 1) == CanvasMask.whole)
    #expect(mask[1, 1] == TileMask(width: 8, height: 8))
  }
}
