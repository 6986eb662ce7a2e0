import PaintRaster

// Unsafe: rows of pixels are added to and subtracted from sums through pointers.

/// Running sums over squares, in doubles that hold integers: nothing is rounded, so it does not matter where they
/// start.
struct BoxSums {
  let radius: Int
  let source: PixelSource
  let canvas: CanvasSize

  /// Writes rows of the target.
  func write(_ rows: Range<Int>, of target: PixelTarget) {
    let box = target.box
    let columns = max(0, box.x - radius)..<min(canvas.width, box.maxX + radius)
    // For each column, the sum over the rows around the current one.
    let sums = UnsafeMutablePointer<SIMD4<Double>>.allocate(capacity: columns.count)
    defer { unsafe sums.deallocate() }
    unsafe sums.initialize(repeating: .zero, count: columns.count)
    for y in rows.lowerBound - radius...rows.lowerBound + radius {
      let pixels = unsafe row(y, columns)
      for x in 0..<columns.count { unsafe sums[x] += Self.wide(pixels[x]) }
    }
    // Beyond the border, the column at the edge is repeated.
    func column(_ x: Int) -> Int { min(max(x, columns.lowerBound), columns.upperBound - 1) - columns.lowerBound }
    let side = Double(2 * radius + 1)
    let perPixel = 1 / (255 * side * side)
    for y in rows {
      if y > rows.lowerBound {
        let added = unsafe row(y + radius, columns)
        let removed = unsafe row(y - radius - 1, columns)
        for x in 0..<columns.count { unsafe sums[x] += Self.wide(added[x]) - Self.wide(removed[x]) }
      }
      let old = unsafe source.row(y, from: box.x)
      let result = unsafe target.row(y, from: box.x)
      var sum = SIMD4<Double>.zero
      for x in box.x - radius...box.x + radius { unsafe sum += sums[column(x)] }
      for x in 0..<box.width {
        if x > 0 { unsafe sum += sums[column(box.x + x + radius)] - sums[column(box.x + x - radius - 1)] }
        unsafe result[x] = unsafe Self.mean(sum, perPixel, over: old[x])
      }
    }
  }

  private func row(_ y: Int, _ columns: Range<Int>) -> UnsafePointer<UInt32> {
    unsafe source.row(min(max(y, 0), canvas.height - 1), from: columns.lowerBound)
  }

  @inline(__always)
  private static func wide(_ bits: UInt32) -> SIMD4<Double> { SIMD4<Double>(FloatPixel(premultiplying: bits)) }

  /// The sum of alphas over the number of pixels, and colours over the sum of alphas, rounded half up.
  ///
  /// A quotient of integers is exactly a half or at least 1/2d from one, where d < 2^39 is the divisor. With a quarter
  /// added to the dividend it is at least 1/4d from a half, and above if it was exactly a half; the product with the
  /// rounded reciprocal is wrong by less than 2^-43. Adding 2^52 rounds it to the nearest integer, which is then in the
  /// lowest bits.
  @inline(__always)
  private static func mean(_ sum: SIMD4<Double>, _ perPixel: Double, over old: UInt32) -> UInt32 {
    let raised = 4_503_599_627_370_496.0
    let alpha = UInt32(truncatingIfNeeded: ((sum.w + 0.25) * perPixel + raised).bitPattern)
    guard alpha > 0 else { return old & 0x00FF_FFFF }
    let colors = (sum + 0.25) * (255 / sum.w) + raised
    let words = unsafe unsafeBitCast(colors, to: SIMD8<UInt32>.self).evenHalf
    return words.x | words.y << 8 | words.z << 16 | alpha << 24
  }
}
