import PaintRaster

// Unsafe: pixels are looked up in tables of 256 rows without a check for each.

/// Colours that are sums over the channels plus a constant: an affine filter.
///
/// Tables contain the contribution of each value of each channel to the four results, in fixed point; a pixel takes
/// four look-ups and three additions. If the sum is so close to a half that fixed point could round it differently, the
/// definition itself is evaluated. So the two are equal for every colour.
public struct ColorSums: Sendable {
  /// 4 x 256 rows: the contributions of red, green, blue and alpha; alpha's include the constant and the half for
  /// rounding.
  private let rows: [SIMD4<Int32>]
  /// The number of fraction bits.
  private let bits: Int32
  /// The maximum error of a fixed-point sum, in units in the last place; 0 if sums are exact.
  private let errorBound: Int32
  private let changesAlpha: Bool
  private let definition: @Sendable (Pixel) -> Pixel

  /// The tables of `filter`, whose definition must be affine.
  init(_ filter: some ColorFilter, changesAlpha: Bool = false) {
    let constant = filter.color(of: .zero)
    let units = (0..<4).map { channel in
      var one = SIMD4<Double>.zero
      one[channel] = 255
      return (filter.color(of: one) - constant) / 255
    }
    // No sum may exceed 2^30.
    var largest = 1.0
    for lane in 0..<4 {
      largest = max(largest, abs(constant[lane]) + units.reduce(0) { $0 + abs($1[lane]) } * 255)
    }
    var bits = 20
    while largest * Double(1 << bits) > 1_073_741_824, bits > 0 { bits -= 1 }
    let one = Double(1 << bits)
    var isExact = true
    func fixed(_ value: SIMD4<Double>) -> SIMD4<Int32> {
      var result = SIMD4<Int32>()
      for lane in 0..<4 {
        let scaled = (value[lane] * one).rounded()
        if scaled != value[lane] * one { isExact = false }
        result[lane] = Int32(scaled)
      }
      return result
    }
    let half = SIMD4<Int32>(repeating: Int32((one / 2).rounded(.down)))
    let start = fixed(constant) &+ half
    var rows: [SIMD4<Int32>] = []
    rows.reserveCapacity(1024)
    for channel in 0..<4 {
      for value in 0..<256 {
        let row = fixed(units[channel] * Double(value))
        rows.append(channel == 3 ? row &+ start : row)
      }
    }
    self.rows = rows
    self.bits = Int32(bits)
    // Five roundings of half a unit each, and one unit for the rounding of the doubles.
    errorBound = isExact ? 0 : 4
    self.changesAlpha = changesAlpha
    definition = { filter.pixel(of: $0, changesAlpha: changesAlpha) }
  }

  /// Writes `count` pixels.
  func apply(to source: UnsafePointer<UInt32>, writing target: UnsafeMutablePointer<UInt32>, count: Int) {
    unsafe rows.withUnsafeBufferPointer { rows in
      guard let base = rows.baseAddress else { return }
      if changesAlpha {
        unsafe write(base, source, target, count, keptByte: 0)
      } else {
        unsafe write(base, source, target, count, keptByte: 0xFF00_0000)
      }
    }
  }

  @inline(__always)
  private func write(
    _ red: UnsafePointer<SIMD4<Int32>>, _ source: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt32>,
    _ count: Int, keptByte: UInt32
  ) {
    let green = unsafe red + 256
    let blue = unsafe red + 512
    let alpha = unsafe red + 768
    let shift = SIMD4<Int32>(repeating: bits)
    let fraction = SIMD4<Int32>(repeating: (1 << bits) - 1)
    let errorBound = SIMD4<Int32>(repeating: errorBound)
    let window = errorBound &+ errorBound
    let zero = SIMD4<Int32>.zero
    let top = SIMD4<Int32>(repeating: 255)
    for x in 0..<count {
      let old = unsafe source[x]
      let sum =
        unsafe red[Int(old & 255)] &+ green[Int(old >> 8 & 255)] &+ blue[Int(old >> 16 & 255)] &+ alpha[Int(old >> 24)]
      let ambiguous = (sum &+ errorBound) & fraction .< window
      let whole = sum &>> shift
      let clamped = whole.replacing(with: zero, where: whole .< zero).replacing(with: top, where: whole .> top)
      let bytes = SIMD4<UInt8>(truncatingIfNeeded: clamped)
      var new = unsafe unsafeBitCast(bytes, to: UInt32.self) & ~keptByte | old & keptByte
      if any(ambiguous) { new = definition(Pixel(bits: old)).bits }
      if keptByte != 0, old < 0x0100_0000 { new = old }
      unsafe target[x] = new
    }
  }
}
