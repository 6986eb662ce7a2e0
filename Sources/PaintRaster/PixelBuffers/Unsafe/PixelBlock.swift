// Unsafe: owns the memory of a box of pixels; its sources and targets keep it alive.

/// Memory for the pixels of a box of the canvas.
///
/// Unchecked because threads share it only as a ``source`` for reading or as disjoint rows of the ``target``.
@safe public final class PixelBlock: @unchecked Sendable {
  /// The position of the pixels on the canvas.
  public let box: PixelBox
  private let base: UnsafeMutablePointer<UInt32>

  /// Memory for the pixels of `box`, all transparent.
  public init(_ box: PixelBox) {
    precondition(!box.isEmpty, "a block has pixels")
    self.box = box
    unsafe base = PixelAllocation.allocate(box.width * box.height)
    unsafe base.initialize(repeating: 0, count: box.width * box.height)
  }

  /// Memory for the pixels of `box`, uninitialised: all must be written before they are read.
  ///
  /// - Precondition: the box is not empty.
  public init(unwritten box: PixelBox) {
    precondition(!box.isEmpty, "a block has pixels")
    self.box = box
    unsafe base = PixelAllocation.allocate(box.width * box.height)
  }

  deinit { unsafe PixelAllocation.release(base) }

  /// The pixels for reading.
  public var source: PixelSource { unsafe PixelSource(box: box, base: base, stride: box.width, owner: self) }
  /// The pixels for writing.
  public var target: PixelTarget { unsafe PixelTarget(box: box, base: base, stride: box.width, owner: self) }

  /// Lends all pixels (`Pixel.bits`), row by row.
  ///
  /// - Throws: the errors of `body`.
  public func withPixels<R, E: Error>(_ body: (Span<UInt32>) throws(E) -> R) throws(E) -> R {
    unsafe try body(UnsafeBufferPointer(start: base, count: box.width * box.height).span)
  }

  /// The pixel in column `x` and row `y` of the canvas, both in the box.
  public subscript(x: Int, y: Int) -> Pixel {
    get {
      precondition(box.contains(x: x, y: y), "the pixel is in the block")
      return unsafe Pixel(bits: base[(y - box.y) * box.width + x - box.x])
    }
    set {
      precondition(box.contains(x: x, y: y), "the pixel is in the block")
      unsafe base[(y - box.y) * box.width + x - box.x] = newValue.bits
    }
  }
}
