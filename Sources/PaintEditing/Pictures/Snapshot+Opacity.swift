import PaintHistory
import PaintRaster

extension Snapshot {
  /// Whether every pixel of a box of the picture is opaque.
  ///
  /// - Throws: the errors of `tile`.
  /// - Complexity: O(pixels up to the first row of tiles with a transparent one).
  func isOpaque(in box: PixelBox) throws -> Bool {
    do {
      try forEachBand(in: box) { pixels, _ in
        for index in pixels.indices where pixels[index] < 0xff00_0000 { throw TransparentPixel() }
      }
      return true
    } catch is TransparentPixel {
      return false
    }
  }

  private struct TransparentPixel: Error {}
}
