// Unsafe: pixels are read and written through pointers into boxes that are checked before.

extension PixelTarget {
  /// Writes the pixels of a box, each made from the source's pixel at the same position.
  ///
  /// - Parameters:
  ///   - box: is in the source and in the target.
  ///   - change: gets the column, the row and the source's pixel (`Pixel.bits`).
  @inlinable @inline(__always)
  public func map(_ source: PixelSource, in box: PixelBox, _ change: (Int, Int, UInt32) -> UInt32) {
    if box.isEmpty { return }
    precondition(
      box.intersection(source.box) == box && box.intersection(self.box) == box, "pixels are made inside the boxes")
    for y in box.y..<box.maxY {
      let pixels = unsafe source.row(y, from: box.x)
      let result = unsafe row(y, from: box.x)
      for x in 0..<box.width { unsafe result[x] = unsafe change(box.x + x, y, pixels[x]) }
    }
  }
}

extension PixelBox {
  /// Some rows of the box, counted from its first.
  @inlinable public func part(rows: Range<Int>) -> PixelBox {
    PixelBox(x: x, y: y + rows.lowerBound, width: width, height: rows.count)
  }
}
