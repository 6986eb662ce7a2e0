// Unsafe: rows of tiles are read and written through pointers that the tiles lend.

extension TileMask {
  /// The pixels of a tile-relative box that differ between two tiles in any of their four bytes.
  public init(differencesFrom old: Tile, to new: Tile, inside box: PixelBox) {
    let inside = TileMask(box)
    self = .none
    unsafe old.withUnsafeRows { old, oldStride in
      unsafe new.withUnsafeRows { new, newStride in
        for y in 0..<Tile.edge where inside.rows[y] != 0 {
          rows[y] = unsafe Self.differingColumns(old + y * oldStride, new + y * newStride) & inside.rows[y]
        }
      }
    }
  }

  /// Whether one of these pixels differs between two tiles.
  public func hasDifferences(from old: Tile, to new: Tile) -> Bool {
    unsafe old.withUnsafeRows { old, oldStride in
      unsafe new.withUnsafeRows { new, newStride in
        (0..<Tile.edge).contains { y in
          unsafe rows[y] != 0 && Self.differingColumns(old + y * oldStride, new + y * newStride) & rows[y] != 0
        }
      }
    }
  }

  /// The pixels of a tile that are similar to a colour, in a box at the tile's top left corner.
  ///
  /// See ``Pixel/isSimilar(to:tolerance:)``.
  public init(of tile: Tile, similarTo color: Pixel, tolerance: Int, width: Int, height: Int) {
    let inside = TileMask(width: width, height: height)
    switch tile {
    case .color(let own): self = own.isSimilar(to: color, tolerance: tolerance) ? inside : .none
    case .pixels(let pixels):
      let range = SimilarWords(to: color, tolerance: tolerance)
      self = unsafe pixels.withUnsafePixels { words in
        var mask = TileMask.none
        for y in 0..<height { mask.rows[y] = unsafe range.columns(words + y * Tile.edge) & inside.rows[y] }
        return mask
      }
    }
  }

  /// Bit x is set when word x of two rows of 32 differs.
  @inline(__always)
  static func differingColumns(_ old: UnsafePointer<UInt32>, _ new: UnsafePointer<UInt32>) -> UInt32 {
    // Plain on purpose: this compiles to vector comparisons; a tile compared with `SIMD32` masks took 70 times as long.
    var columns: UInt32 = 0
    for x in 0..<Tile.edge { unsafe columns |= (old[x] != new[x] ? 1 : 0) << UInt32(x) }
    return columns
  }
}

extension Tile {
  /// Copies some pixels from another tile.
  public mutating func copy(_ mask: TileMask, from source: Tile) {
    unsafe change(mask) { words, y, row in
      unsafe source.withUnsafeRows { source, stride in
        var rest = row
        while rest != 0 {
          let x = rest.trailingZeroBitCount
          unsafe words[y * Tile.edge + x] = unsafe source[y * stride + x]
          rest &= rest - 1
        }
      }
    }
  }

  /// Gives some pixels a colour.
  public mutating func set(_ mask: TileMask, to color: Pixel) {
    unsafe change(mask) { words, y, row in
      var rest = row
      while rest != 0 {
        unsafe words[y * Tile.edge + rest.trailingZeroBitCount] = color.bits
        rest &= rest - 1
      }
    }
  }

  /// Calls `body` with the tile's words, and each row that has pixels of the mask.
  @inline(__always)
  private mutating func change(_ mask: TileMask, _ body: (UnsafeMutablePointer<UInt32>, Int, UInt32) -> Void) {
    var pixels = expanded
    // Or the tile's own reference would make the change copy them.
    self = .color(.transparent)
    unsafe pixels.withUnsafeMutablePixels { words in
      for y in 0..<Tile.edge where mask.rows[y] != 0 { unsafe body(words, y, mask.rows[y]) }
    }
    self = .pixels(pixels)
  }
}
