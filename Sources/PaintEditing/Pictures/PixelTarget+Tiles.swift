import PaintFilters
import PaintRaster

// Unsafe: pixels are copied between tiles and blocks through pointers that are valid during the call.

extension PixelTarget {
  /// Copies a tile's pixels inside a box, which is part of the target's box.
  func copy(_ tile: Tile, at index: TileIndex, in box: PixelBox) {
    let part = index.box.intersection(box)
    guard !part.isEmpty else { return }
    switch tile {
    case .color(let color):
      for y in part.y..<part.maxY { row(y, from: part.x).update(repeating: color.bits, count: part.width) }
    case .pixels(let pixels):
      pixels.withUnsafePixels { source in
        let corner = source + (part.x - index.box.x)
        for y in part.y..<part.maxY {
          row(y, from: part.x).update(from: corner + (y - index.box.y) * Tile.edge, count: part.width)
        }
      }
    }
  }

  /// Fills a box, which is part of the target's box, with one colour.
  func fill(_ box: PixelBox, with color: Pixel) {
    for y in box.y..<max(box.y, box.maxY) { row(y, from: box.x).update(repeating: color.bits, count: box.width) }
  }
}

extension PixelSource {
  /// The part of the tile at `index` inside the box, as a one-colour tile if possible; pixels outside are blank.
  func tile(at index: TileIndex) -> Tile {
    let part = index.box.intersection(box)
    let left = part.x - index.box.x
    let top = part.y - index.box.y
    let pixels = TilePixels { target in
      if part != index.box { target.initialize(repeating: 0, count: Tile.pixelCount) }
      for y in 0..<part.height {
        (target + ((top + y) * Tile.edge + left)).update(from: row(part.y + y, from: part.x), count: part.width)
      }
    }
    return Tile.pixels(pixels).compacted(inside: PixelBox(x: left, y: top, width: part.width, height: part.height))
  }
}
