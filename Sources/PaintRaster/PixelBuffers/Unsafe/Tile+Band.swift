// Unsafe: rows of a band are copied into tiles through pointers that are valid during the call.

extension TilePixels {
  /// The tile in a column of tiles of a band with up to 32 rows of `width` pixels; pixels outside are blank.
  public init(column: Int, ofBand band: Span<UInt32>, rows: Int, width: Int) {
    let left = column * Tile.edge
    let columns = min(Tile.edge, width - left)
    precondition(
      left >= 0 && columns > 0 && rows <= Tile.edge && rows * width <= band.count, "a band has all pixels of its tiles")
    unsafe self.init { target in
      if columns < Tile.edge || rows < Tile.edge { unsafe target.initialize(repeating: 0, count: Tile.pixelCount) }
      unsafe band.withUnsafeBufferPointer { band in
        guard let band = band.baseAddress else { return }
        for row in 0..<rows {
          unsafe (target + row * Tile.edge).update(from: band + (row * width + left), count: columns)
        }
      }
    }
  }
}
