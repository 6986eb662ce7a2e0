import PaintRaster

// Unsafe: a band is rows of pixels in memory that a picture's reader lends.

extension TilePixels {
  /// The tile in a column of tiles of a band of up to 32 rows, each `width` pixels; what lies beyond is blank.
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
