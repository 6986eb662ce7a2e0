import PaintRaster

// Unsafe: a band is a pointer to rows of pixels, owned by a picture's reader.

extension TilePixels {
  /// The tile in a column of tiles of a band with up to 32 rows of `width` pixels; pixels outside are blank.
  init(column: Int, ofBand band: UnsafePointer<UInt32>, rows: Int, width: Int) {
    let left = column * Tile.edge
    let columns = min(Tile.edge, width - left)
    self.init { target in
      if columns < Tile.edge || rows < Tile.edge { target.initialize(repeating: 0, count: Tile.pixelCount) }
      for row in 0..<rows {
        (target + row * Tile.edge).update(from: band + row * width + left, count: columns)
      }
    }
  }
}
