// Unsafe: tile masks are 32x32 bytes lent by the rasteriser; pointers into tiles do not leave their closure.

extension PixelBox {
  /// The pixels of a tile, counted from its own corner.
  public static let tile = PixelBox(x: 0, y: 0, width: Tile.edge, height: Tile.edge)

  /// The part of a tile-relative box inside those rows and the tile.
  func rows(_ rows: Range<Int>) -> PixelBox {
    intersection(PixelBox(x: 0, y: rows.lowerBound, width: Tile.edge, height: rows.count))
  }
}

extension TilePixels {
  /// Composites `blend` onto the part of the tile on the canvas.
  ///
  /// - Parameters:
  ///   - mask: coverage of the tile's 1,024 pixels, row by row, 0…255 each.
  ///   - blend: the colour and its strength.
  ///   - inside: the tile-relative box on the canvas; pixels outside it stay as they were.
  public mutating func composite(mask: UnsafePointer<UInt8>, _ blend: Blend, inside: PixelBox) {
    withUnsafeMutablePixels { pixels in
      forEachRun(inside: inside) { start, count in
        blend.composite(mask: mask + start, count: count, onto: pixels + start)
      }
    }
  }

  /// Composites `blend` onto the part of the tile on the canvas; groups of pixels that are not covered cost nothing.
  ///
  /// - Parameters:
  ///   - mask: the scanner's mask of this tile.
  ///   - blend: the colour and its strength.
  ///   - inside: the tile-relative box on the canvas; pixels outside it stay as they were.
  public mutating func composite(mask: CoverageMask, _ blend: Blend, inside: PixelBox) {
    let box = inside.rows(mask.rows)
    guard box.x == 0, box.width == Tile.edge else { return composite(mask: mask.bytes, blend, inside: box) }
    withUnsafeMutablePixels { blend.composite(mask: mask, rows: box.y..<box.maxY, onto: $0) }
  }

  /// Composites a fill and its outline onto the part of the tile on the canvas; masks as for `Blend`.
  public mutating func composite(
    fillMask: UnsafePointer<UInt8>, outlineMask: UnsafePointer<UInt8>, _ blend: LayeredBlend, inside: PixelBox
  ) {
    withUnsafeMutablePixels { pixels in
      forEachRun(inside: inside) { start, count in
        blend.composite(
          fillMask: fillMask + start, outlineMask: outlineMask + start, count: count, onto: pixels + start)
      }
    }
  }

  /// Dissolves the part of the tile on the canvas into `base`; mask as for `Blend`.
  public mutating func composite(
    mask: UnsafePointer<UInt8>, _ eraser: Eraser, restoring base: TilePixels, inside: PixelBox
  ) {
    withUnsafeMutablePixels { pixels in
      base.withUnsafePixels { base in
        forEachRun(inside: inside) { start, count in
          eraser.composite(mask: mask + start, count: count, onto: pixels + start, restoring: base + start)
        }
      }
    }
  }

  /// Dissolves the part of the tile on the canvas into `base`; mask as for `Blend`.
  public mutating func composite(mask: CoverageMask, _ eraser: Eraser, restoring base: Tile, inside: PixelBox) {
    let box = inside.rows(mask.rows)
    guard box.x == 0, box.width == Tile.edge else {
      return composite(mask: mask.bytes, eraser, restoring: base.expanded, inside: box)
    }
    withUnsafeMutablePixels { pixels in
      base.withUnsafeRows { base, stride in
        eraser.composite(mask: mask, rows: box.y..<box.maxY, onto: pixels, restoring: base, stride: stride)
      }
    }
  }

  /// Blends `blend` onto every pixel of the part of the tile on the canvas.
  public mutating func fill(_ blend: Blend, inside: PixelBox) {
    withUnsafeMutablePixels { pixels in
      forEachRun(inside: inside) { start, count in
        blend.fill(count: count, pixels: pixels + start)
      }
    }
  }
}

/// Calls `body` with the start and length of each run of a tile's pixels inside a box; the whole tile is a single run.
@inline(__always)
private func forEachRun(inside: PixelBox, _ body: (Int, Int) -> Void) {
  let box = inside.intersection(.tile)
  if box.width == Tile.edge {
    body(box.y * Tile.edge, box.height * Tile.edge)
  } else {
    for y in box.y..<box.maxY { body(y * Tile.edge + box.x, box.width) }
  }
}
