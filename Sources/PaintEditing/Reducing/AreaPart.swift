import PaintRaster

/// What one tile adds to the pixels of a smaller picture.
struct AreaPart {
  /// The columns of the smaller picture.
  let columns: Range<Int>
  /// Its rows.
  let rows: Range<Int>
  /// For each pixel the sums of overlap · alpha · red, green and blue, and of overlap · alpha.
  var sums: [SIMD4<UInt64>]

  /// A part that adds nothing yet.
  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
    sums = [SIMD4<UInt64>](repeating: .zero, count: columns.count * rows.count)
  }

  /// A pixel's (`Pixel.bits`) alpha · red, green and blue, and its alpha.
  @inline(__always) static func value(_ bits: UInt32) -> SIMD4<UInt64> {
    let pixel = UInt64(bits)
    let alpha = pixel &>> 24
    return SIMD4(
      alpha &* (pixel & 255), alpha &* (pixel &>> 8 & 255), alpha &* (pixel &>> 16 & 255), alpha)
  }

  /// Adds to a pixel of the smaller picture.
  mutating func add(_ value: SIMD4<UInt64>, _ x: Int, _ y: Int) {
    sums[place(x, y)] &+= value
  }

  /// The place of a pixel in `sums`.
  func place(_ x: Int, _ y: Int) -> Int { (y - rows.lowerBound) * columns.count + x - columns.lowerBound }
}
