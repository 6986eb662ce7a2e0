import PaintRaster

/// Pixels of a box of the canvas, to be read; the memory belongs to whoever lends it.
///
/// Unchecked because nobody writes the memory while it is lent.
public struct PixelSource: @unchecked Sendable {
  /// Where on the canvas the pixels lie.
  public let box: PixelBox
  /// The pixel in the upper left corner (`Pixel.bits`).
  public let base: UnsafePointer<UInt32>
  /// Pixels from one row to the next.
  public let stride: Int

  /// The pixels of `box`, from `base` on, rows `stride` pixels apart.
  @inlinable public init(box: PixelBox, base: UnsafePointer<UInt32>, stride: Int) {
    self.box = box
    self.base = base
    self.stride = stride
  }

  /// A box of them, by the same memory.
  func part(_ part: PixelBox) -> PixelSource {
    PixelSource(box: part, base: row(part.y, from: part.x), stride: stride)
  }

  /// The pixel in column `x` of the canvas in row `y`, both in the box, and those to its right.
  @inlinable public func row(_ y: Int, from x: Int) -> UnsafePointer<UInt32> {
    base + ((y - box.y) * stride + (x - box.x))
  }
}
