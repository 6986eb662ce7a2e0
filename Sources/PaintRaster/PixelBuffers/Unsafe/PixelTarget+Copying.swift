// Unsafe: pixels are copied between tiles, blocks and bands through pointers that are valid during the call.

extension PixelTarget {
  /// Copies the pixels of a box from a source; the box is in the source and in the target.
  public func copy(_ source: PixelSource, in box: PixelBox) {
    precondition(
      box.isEmpty || box.intersection(source.box) == box && box.intersection(self.box) == box,
      "pixels are copied from memory to memory")
    for y in box.y..<max(box.y, box.maxY) {
      unsafe row(y, from: box.x).update(from: source.row(y, from: box.x), count: box.width)
    }
  }

  /// Copies the pixels of the target's box, which must be in the source.
  public func copy(_ source: PixelSource) { copy(source, in: box) }

  /// Copies the mirrored pixels of a source, which has the target's size, whatever its position.
  ///
  /// - Parameter isHorizontal: whether left and right are swapped, or top and bottom.
  public func copy(mirrored source: PixelSource, isHorizontal: Bool) {
    let (width, height) = (box.width, box.height)
    precondition(source.box.width == width && source.box.height == height, "mirroring keeps the size")
    for y in 0..<height {
      let to = unsafe base + y * stride
      if isHorizontal {
        let last = unsafe source.base + (y * source.stride + width - 1)
        for x in 0..<width { unsafe to[x] = unsafe last[-x] }
      } else {
        unsafe to.update(from: source.base + (height - 1 - y) * source.stride, count: width)
      }
    }
  }

  /// Copies a tile's pixels inside a box, which is part of the target's box.
  public func copy(_ tile: Tile, at index: TileIndex, in box: PixelBox) {
    let part = index.box.intersection(box)
    guard !part.isEmpty else { return }
    precondition(part.intersection(self.box) == part, "pixels are copied into the box")
    switch tile {
    case .color(let color): fill(part, with: color)
    case .pixels(let pixels):
      unsafe pixels.withUnsafePixels { source in
        let corner = unsafe source + (part.x - index.box.x)
        for y in part.y..<part.maxY {
          unsafe row(y, from: part.x).update(from: corner + (y - index.box.y) * Tile.edge, count: part.width)
        }
      }
    }
  }

  /// Copies rows of `width` pixels, of which the first is at column 0 of row `y`, inside the target's columns.
  public func copy(band: Span<UInt32>, width: Int, y: Int) {
    let rows = width > 0 ? band.count / width : 0
    precondition(
      box.x >= 0 && box.maxX <= width && y >= box.y && y + rows <= box.maxY, "a band is copied into the box")
    unsafe band.withUnsafeBufferPointer { band in
      guard let band = band.baseAddress else { return }
      for number in 0..<rows {
        unsafe row(y + number, from: box.x).update(from: band + (number * width + box.x), count: box.width)
      }
    }
  }

  /// Fills a box, which is part of the target's box, with one colour.
  public func fill(_ box: PixelBox, with color: Pixel) {
    precondition(box.isEmpty || box.intersection(self.box) == box, "pixels are filled in the box")
    for y in box.y..<max(box.y, box.maxY) { unsafe row(y, from: box.x).update(repeating: color.bits, count: box.width) }
  }

  /// Blends the pixels onto a background colour.
  public func blend(onto background: Pixel) {
    if background.bits == 0 { return }
    for y in box.y..<box.maxY {
      let row = unsafe row(y, from: box.x)
      for x in 0..<box.width {
        let color = unsafe Pixel(bits: row[x])
        unsafe row[x] = Blend.blended(coverage: 255, color: color, strength: color.alpha, onto: background).bits
      }
    }
  }
}
