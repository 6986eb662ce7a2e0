// Unsafe: tile masks are 32x32 bytes lent by the rasteriser; pointers into tiles do not leave their closure.

extension Tile {
  /// Composites `blend` onto the tile where `mask` (1,024 coverages, row by row) covers it, inside a tile-relative box.
  ///
  /// A one-colour tile becomes pixels; `compacted(inside:)` turns it back into one colour if possible.
  public mutating func composite(mask: UnsafePointer<UInt8>, _ blend: Blend, inside: PixelBox) {
    var pixels = takePixels()
    pixels.composite(mask: mask, blend, inside: inside)
    self = .pixels(pixels)
  }

  /// Composites `blend` onto the tile where the scanner's mask covers it, inside a tile-relative box.
  public mutating func composite(mask: CoverageMask, _ blend: Blend, inside: PixelBox) {
    var pixels = takePixels()
    pixels.composite(mask: mask, blend, inside: inside)
    self = .pixels(pixels)
  }

  /// Dissolves the tile into `base` where the scanner's mask covers it, inside a tile-relative box.
  public mutating func composite(mask: CoverageMask, _ eraser: Eraser, restoring base: Tile, inside: PixelBox) {
    var pixels = takePixels()
    pixels.composite(mask: mask, eraser, restoring: base, inside: inside)
    self = .pixels(pixels)
  }

  /// Composites a fill and its outline onto the tile, inside a tile-relative box; masks as for `Blend`.
  public mutating func composite(
    fillMask: UnsafePointer<UInt8>, outlineMask: UnsafePointer<UInt8>, _ blend: LayeredBlend, inside: PixelBox
  ) {
    var pixels = takePixels()
    pixels.composite(fillMask: fillMask, outlineMask: outlineMask, blend, inside: inside)
    self = .pixels(pixels)
  }

  /// Dissolves the tile into `base` inside a tile-relative box; mask as for `Blend`.
  public mutating func composite(mask: UnsafePointer<UInt8>, _ eraser: Eraser, restoring base: Tile, inside: PixelBox) {
    var pixels = takePixels()
    pixels.composite(mask: mask, eraser, restoring: base.expanded, inside: inside)
    self = .pixels(pixels)
  }

  /// Blends `blend` onto every pixel inside a tile-relative box.
  ///
  /// A one-colour tile stays one, and any tile becomes one when an opaque blend covers all of it. In a one-colour tile
  /// the pixels outside the box, which are outside the canvas, take the colour too.
  public mutating func fill(_ blend: Blend, inside: PixelBox) {
    if case .color(let color) = self {
      self = .color(blend.blended(full: color))
    } else if blend.strength == 255, inside.intersection(.tile) == .tile {
      self = .color(Pixel(bits: blend.solid))
    } else {
      var pixels = takePixels()
      pixels.fill(blend, inside: inside)
      self = .pixels(pixels)
    }
  }

  /// Takes the tile's pixels out to change them, so that they are not copied unless they are shared elsewhere.
  private mutating func takePixels() -> TilePixels {
    let pixels = expanded
    self = .color(.transparent)
    return pixels
  }
}
