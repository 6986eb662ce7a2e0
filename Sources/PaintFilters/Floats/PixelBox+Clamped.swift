import PaintRaster

extension PixelBox {
  /// The part of `whole` that supplies the pixels of this box when the pixels at the edges of `whole` repeat beyond it.
  ///
  /// Neither box may be empty; this one can be anywhere.
  func clamped(to whole: PixelBox) -> PixelBox {
    let left = min(max(x, whole.x), whole.maxX - 1)
    let top = min(max(y, whole.y), whole.maxY - 1)
    let right = min(max(maxX - 1, whole.x), whole.maxX - 1)
    let bottom = min(max(maxY - 1, whole.y), whole.maxY - 1)
    return PixelBox(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
