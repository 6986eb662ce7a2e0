import PaintRaster

/// Colours that are sums over the channels, plus a constant: an affine filter.
///
/// Tables hold what each value of each channel adds to the four results, in fixed point; a pixel takes four look-ups and three
/// additions. Where the sum lies so near to a half that fixed point could round it otherwise than the definition does, the
/// definition itself decides. So the two are equal for every colour.
public struct ColorSums: Sendable {
  /// 4 x 256 rows: what red, green, blue and alpha add; the constant and the half for rounding stand in alpha's.
  private let rows: [SIMD4<Int32>]
  /// Bits behind the point.
  private let bits: Int32
  /// How far from the true sum one in fixed point may be, in its last bit; 0 when it is exact.
  private let doubt: Int32
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
    // No sum may reach 2^30.
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
    // Five roundings by half a bit each, and one bit for what the doubles lost.
    doubt = isExact ? 0 : 4
    self.changesAlpha = changesAlpha
    definition = { filter.pixel(of: $0, changesAlpha: changesAlpha) }
  }

  /// Writes `count` pixels.
  func apply(to source: UnsafePointer<UInt32>, writing target: UnsafeMutablePointer<UInt32>, count: Int) {
    rows.withUnsafeBufferPointer { rows in
      guard let base = rows.baseAddress else { return }
      if changesAlpha {
        write(base, source, target, count, keptByte: 0)
      } else {
        write(base, source, target, count, keptByte: 0xFF00_0000)
      }
    }
  }

  @inline(__always)
  private func write(
    _ red: UnsafePointer<SIMD4<Int32>>, _ source: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt32>,
    _ count: Int, keptByte: UInt32
  ) {
    let green = red + 256
    let blue = red + 512
    let alpha = red + 768
    let shift = SIMD4<Int32>(repeating: bits)
    let fraction = SIMD4<Int32>(repeating: (1 << bits) - 1)
    let doubt = SIMD4<Int32>(repeating: doubt)
    let doubtful = doubt &+ doubt
    let zero = SIMD4<Int32>.zero
    let top = SIMD4<Int32>(repeating: 255)
    for x in 0..<count {
      let old = source[x]
      let sum =
        red[Int(old & 255)] &+ green[Int(old >> 8 & 255)] &+ blue[Int(old >> 16 & 255)] &+ alpha[Int(old >> 24)]
      let near = (sum &+ doubt) & fraction .< doubtful
      let whole = sum &>> shift
      let clamped = whole.replacing(with: zero, where: whole .< zero).replacing(with: top, where: whole .> top)
      let bytes = SIMD4<UInt8>(truncatingIfNeeded: clamped)
      var new = unsafeBitCast(bytes, to: UInt32.self) & ~keptByte | old & keptByte
      if any(near) { new = definition(Pixel(bits: old)).bits }
      if keptByte != 0, old < 0x0100_0000 { new = old }
      target[x] = new
    }
  }
}
