import PaintRaster

/// Memory for a box of ``FloatPixel``s.
///
/// Unchecked because threads share it only to read it or to write disjoint rows.
final class FloatBlock: @unchecked Sendable {
  /// Where the pixels lie, on the grid that they belong to.
  let box: PixelBox
  private let base: UnsafeMutablePointer<FloatPixel>

  /// Memory for the pixels of `box`, which must all be written before they are read.
  init(_ box: PixelBox) {
    self.box = box
    base = .allocate(capacity: box.width * box.height)
  }

  deinit { base.deallocate() }

  /// The pixels of row `y`, from the box's left edge on.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<FloatPixel> { base + (y - box.y) * box.width }
}
