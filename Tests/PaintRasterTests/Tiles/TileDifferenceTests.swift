import PaintRaster
import Testing

@Suite("TileDifference")
struct TileDifferenceTests {
  /// Pixel by pixel.
  private func expected(_ old: Tile, _ new: Tile, inside: PixelBox) -> (count: Int, bounds: PixelBox) {
    var count = 0
    var bounds = PixelBox.empty
    for y in 0..<Tile.edge {
      for x in 0..<Tile.edge where inside.contains(x: x, y: y) && old[x, y] != new[x, y] {
        count += 1
        bounds = bounds.union(PixelBox(x: x, y: y, width: 1, height: 1))
      }
    }
    return (count, bounds)
  }

  @Test("counts the differing pixels and finds their exact box, wherever they are")
  func random() {
    let seed: UInt64 = 0xD1FF
    var random = PixelGenerator(seed: seed)
    for round in 0..<200 {
      let old = random.tilePixels()
      var new = old
      for _ in 0..<[0, 1, 2, 5, 200][Int(random.next() % 5)] {
        let x = Int(random.next() % 32)
        let y = Int(random.next() % 32)
        new[x, y] = Pixel(bits: new[x, y].bits ^ 1 << UInt32(random.next() % 32))
      }
      let box = random.box()
      let difference = TileDifference(from: old, to: new, inside: box)
      let truth = expected(.pixels(old), .pixels(new), inside: box)
      #expect(difference.count == truth.count, "seed \(seed), round \(round)")
      #expect(difference.bounds == truth.bounds, "seed \(seed), round \(round)")
      #expect(difference.isEmpty == (truth.count == 0))
    }
  }

  @Test("one-colour tiles compare like their pixels")
  func oneColor() {
    let seed: UInt64 = 0xC010
    var random = PixelGenerator(seed: seed)
    for round in 0..<50 {
      let color = random.pixel()
      var pixels = TilePixels(filledWith: color)
      pixels[Int(random.next() % 32), Int(random.next() % 32)] = random.pixel()
      let box = random.box()
      let tiles: [Tile] = [
        .color(color), .pixels(pixels), .color(random.pixel()), .pixels(TilePixels(filledWith: color)),
      ]
      for old in tiles {
        for new in tiles {
          let truth = expected(old, new, inside: box)
          let difference = TileDifference(from: old, to: new, inside: box)
          #expect(difference.count == truth.count, "seed \(seed), round \(round)")
          #expect(difference.bounds == truth.bounds, "seed \(seed), round \(round)")
        }
      }
    }
  }

  @Test("hidden colours count as differences")
  func hidden() {
    let difference = TileDifference(
      from: .color(.transparent), to: .color(Pixel(red: 1, green: 0, blue: 0, alpha: 0)), inside: .tile)
    #expect(difference.count == 1024)
    #expect(difference.bounds == .tile)
  }
}
