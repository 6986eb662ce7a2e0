import PaintRaster

// Unsafe: pixels of a block are copied to those of a tile row by row; pointers do not leave their closure.

extension PlacedRows {
  /// Blends the pixels onto the tile at `index`, which is in the rows that were made last.
  func blend(onto tile: inout Tile, at index: TileIndex) {
    guard let made else { preconditionFailure("a row of tiles is made before it is laid over the canvas") }
    let part = index.box.intersection(visible)
    let source = made.source
    let pixels = unsafe TilePixels { target in
      unsafe target.initialize(repeating: 0, count: Tile.pixelCount)
      for y in part.y..<part.maxY {
        let row = unsafe target + ((y - index.box.y) * Tile.edge + (part.x - index.box.x))
        unsafe row.update(from: source.row(y - box.y, from: part.x - box.x), count: part.width)
      }
    }
    withExtendedLifetime(made) {}
    let inside = part.moved(byX: -index.box.x, y: -index.box.y)
    blend.composite(.pixels(pixels), onto: &tile, inside: inside)
  }
}
