import PaintRaster

// Unsafe: rows of pixels are read through a pointer, and words become vectors of bytes.

/// Exact sums over pixels: alpha, and each colour times alpha.
struct PixelSums {
  var colors = SIMD4<UInt64>.zero
  var count: UInt64 = 0

  /// The sums over a box that is in the source.
  init(of box: PixelBox, in source: PixelSource) {
    for y in box.y..<box.maxY {
      let pixels = unsafe source.row(y, from: box.x)
      for x in 0..<box.width {
        let bytes = unsafe unsafeBitCast(UInt32(littleEndian: pixels[x]), to: SIMD4<UInt8>.self)
        var samples = SIMD4<UInt32>(truncatingIfNeeded: bytes)
        let alpha = SIMD4<UInt32>(repeating: samples.w)
        samples.w = 1
        colors &+= SIMD4<UInt64>(truncatingIfNeeded: samples &* alpha)
      }
    }
    count = UInt64(box.width * box.height)
  }

  /// The mean, rounded half up: the sum of alphas over the number of pixels, colours over the sum of alphas.
  ///
  /// If alpha rounds to 0, the colours of `old` with alpha 0.
  func mean(over old: UInt32) -> UInt32 {
    let alpha = (2 * colors.w + count) / (2 * count)
    guard alpha > 0 else { return old & 0x00FF_FFFF }
    func color(_ sum: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: (2 * sum + colors.w) / (2 * colors.w)) }
    return color(colors.x) | color(colors.y) << 8 | color(colors.z) << 16 | UInt32(truncatingIfNeeded: alpha) << 24
  }
}
