// Unsafe: lends a tile's rows for the duration of a closure; pointers to them must not leave it.

extension Tile {
  /// Lends the tile's first row and the words from one row to the next: 32, or 0 if one row is used for all.
  ///
  /// So a one-colour tile is read like any other, without writing 4 KiB for it.
  @inline(__always)
  func withUnsafeRows<R>(_ body: (UnsafePointer<UInt32>, Int) -> R) -> R {
    switch self {
    case .color(let color):
      let row = SIMD32<UInt32>(repeating: color.bits)
      return unsafe withUnsafePointer(to: row) { row in
        unsafe row.withMemoryRebound(to: UInt32.self, capacity: Tile.edge) { unsafe body($0, 0) }
      }
    case .pixels(let pixels):
      return unsafe pixels.withUnsafePixels { unsafe body($0, Tile.edge) }
    }
  }

  /// The tile as one colour if all its pixels inside a tile-relative box are equal, else the tile itself.
  ///
  /// The box is the part on the canvas; pixels beyond it are not significant and take the colour too.
  ///
  /// - Complexity: O(pixels inside), but ends at the first row that differs.
  public func compacted(inside: PixelBox) -> Tile {
    let box = inside.intersection(.tile)
    guard case .pixels(let pixels) = self, !box.isEmpty else { return self }
    let isOneColor = unsafe pixels.withUnsafePixels { words in
      let color = unsafe words[box.y * Tile.edge + box.x]
      for y in box.y..<box.maxY {
        let row = unsafe words + (y * Tile.edge + box.x)
        var difference: UInt32 = 0
        for x in 0..<box.width { unsafe difference |= row[x] ^ color }
        if difference != 0 { return false }
      }
      return true
    }
    return isOneColor ? .color(pixels[box.x, box.y]) : self
  }
}
