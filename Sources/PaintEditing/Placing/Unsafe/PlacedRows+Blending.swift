import PaintRaster

// Unsafe: pixels of a block are blended onto those of a tile row by row; pointers do not leave their closure.

extension PlacedRows {
  /// Blends the pixels onto the tile at `index`, which is in the rows that were made last.
  func blend(onto tile: inout Tile, at index: TileIndex) {
    guard let made else { preconditionFailure("a row of tiles is made before it is laid over the canvas") }
    let part = index.box.intersection(visible)
    var pixels = tile.expanded
    // Releases the tile's reference, so that unshared pixels are not copied.
    tile = .color(.transparent)
    pixels.withUnsafeMutablePixels { target in
      for y in part.y..<part.maxY {
        let colors = made.source.row(y - box.y, from: part.x - box.x)
        let row = target + ((y - index.box.y) * Tile.edge + (part.x - index.box.x))
        for x in 0..<part.width { blend(Pixel(bits: colors[x]), onto: &row[x]) }
      }
    }
    tile = .pixels(pixels)
    withExtendedLifetime(made) {}
  }

  @inline(__always) private func blend(_ color: Pixel, onto word: inout UInt32) {
    let strength = strengths[Int(color.alpha)]
    if strength == 0 { return }
    // The formula gives the same result.
    if strength == 255 { return word = color.bits }
    word = Blend.blended(coverage: 255, color: color, strength: strength, onto: Pixel(bits: word)).bits
  }
}
