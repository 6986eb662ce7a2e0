import PaintRaster

// Unsafe: owns its memory, which is not initialised twice.

/// Memory for pixels that one thread uses.
@safe struct FloatRow: ~Copyable {
  let base: UnsafeMutablePointer<FloatPixel>

  /// Memory for `count` pixels, uninitialised: they must be written before they are read.
  init(count: Int) { unsafe base = PixelAllocation.allocate(count) }

  deinit { unsafe PixelAllocation.release(base) }
}
