import PaintRaster

/// PNG's row filters, chosen row by row.
enum TileFilter {
  static func filter(_ tile: TilePixels, into filtered: UnsafeMutablePointer<UInt8>) {
    tile.withUnsafePixels { pixels in
      for row in 0..<Tile.edge {
        let out = filtered + row * PackFormat.rowLength
        let source = UnsafeRawPointer(pixels + row * Tile.edge).assumingMemoryBound(to: UInt8.self)
        out[0] = 1
        for i in 0..<4 { out[1 + i] = source[i] }
        for i in 4..<128 { out[1 + i] = source[i] &- source[i - 4] }
      }
    }
  }
}
