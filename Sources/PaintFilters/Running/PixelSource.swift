import PaintRaster

/// Readable pixels of a box of the canvas, in memory that the caller owns.
///
/// Unchecked because the memory is not written while it is in use here.
public struct PixelSource: @unchecked Sendable {
  /// The position of the pixels on the canvas.
  public let box: PixelBox
  /// The pixel in the top left corner (`Pixel.bits`).
  public let base: UnsafePointer<UInt32>
  /// The number of pixels from one row to the next.
  public let stride: Int

  /// The pixels of `box`, from `base` on, rows `stride` pixels apart.
  @inlinable public init(box: PixelBox, base: UnsafePointer<UInt32>, stride: Int) {
    self.box = box
    self.base = base
    self.stride = stride
  }

  /// A part of the pixels, in the same memory.
  func part(_ part: PixelBox) -> PixelSource {
    PixelSource(box: part, base: row(part.y, from: part.x), stride: stride)
  }

  /// The pixel in column `x` and row `y` of the canvas, both in the box, followed by those to its right.
  @inlinable public func row(_ y: Int, from x: Int) -> UnsafePointer<UInt32> {
    base + ((y - box.y) * stride + (x - box.x))
  }
}
