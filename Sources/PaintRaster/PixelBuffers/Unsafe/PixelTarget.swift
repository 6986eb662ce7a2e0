// Unsafe: pixels are written through a pointer into memory that the owner keeps; filters write whole rows of it.

/// Writable pixels of a box of the canvas.
///
/// Unchecked because each thread writes different rows.
@safe public struct PixelTarget: @unchecked Sendable {
  /// The position of the pixels on the canvas.
  public let box: PixelBox
  /// The pixel in the top left corner (`Pixel.bits`).
  public let base: UnsafeMutablePointer<UInt32>
  /// The number of pixels from one row to the next.
  public let stride: Int
  /// Keeps the memory; nil if the caller does.
  @usableFromInline let owner: AnyObject?

  /// The pixels of `box`, from `base` on, rows `stride` pixels apart.
  ///
  /// - Parameter owner: keeps the memory; nil if the caller does.
  @inlinable public init(box: PixelBox, base: UnsafeMutablePointer<UInt32>, stride: Int, owner: AnyObject? = nil) {
    self.box = box
    unsafe self.base = unsafe base
    self.stride = stride
    self.owner = owner
  }

  /// A part of the pixels, in the same memory.
  ///
  /// - Precondition: the part is in the box.
  public func part(_ part: PixelBox) -> PixelTarget {
    precondition(part.intersection(box) == part, "a part is inside its box")
    return unsafe PixelTarget(box: part, base: row(part.y, from: part.x), stride: stride, owner: owner)
  }

  /// The same pixels at another position of the canvas.
  public func moved(to x: Int, _ y: Int) -> PixelTarget {
    unsafe PixelTarget(
      box: PixelBox(x: x, y: y, width: box.width, height: box.height), base: base, stride: stride, owner: owner)
  }

  /// The pixel in column `x` and row `y` of the canvas, both in the box, followed by those to its right.
  @inlinable public func row(_ y: Int, from x: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe base + ((y - box.y) * stride + (x - box.x))
  }
}
