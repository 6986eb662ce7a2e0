// Unsafe: a word becomes a vector of bytes and back, which is one instruction.

/// Red, green, blue and alpha of a pixel as premultiplied floats: each colour times alpha, and 255 times alpha, so
/// 0…65,025 each.
///
/// Pixels are mixed in this form: the colour of a transparent pixel then has no weight, and edges do not bleed.
typealias FloatPixel = SIMD4<Float>

extension FloatPixel {
  /// A pixel (`Pixel.bits`), premultiplied by its alpha: the samples are integers.
  @inline(__always)
  init(premultiplying bits: UInt32) {
    var samples = FloatPixel(samplesOf: bits)
    let alpha = FloatPixel(repeating: samples.w)
    samples.w = 255
    self = samples * alpha
  }

  /// The four bytes of a pixel, not premultiplied.
  ///
  /// A byte in the lowest bits of 2^23 makes the float 2^23 + byte: no conversion is needed.
  @inline(__always)
  init(samplesOf bits: UInt32) {
    let bytes = unsafe unsafeBitCast(UInt32(littleEndian: bits), to: SIMD4<UInt8>.self)
    let raised = SIMD4<UInt32>(truncatingIfNeeded: bytes) | 0x4B00_0000
    self = unsafe unsafeBitCast(raised, to: FloatPixel.self) - 8_388_608
  }

  /// The pixel whose bytes are the values, 0…255 each, rounded to the nearest.
  @inline(__always)
  var roundedBits: UInt32 {
    let raised = unsafe unsafeBitCast(self + 8_388_608, to: SIMD4<UInt32>.self)
    return unsafe UInt32(littleEndian: unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: raised), to: UInt32.self))
  }

  /// The pixel, its colours divided by its alpha again; if its alpha rounds to 0, the colours of `old` with alpha 0, so
  /// that blank parts do not change.
  @inline(__always)
  func unpremultiplied(over old: UInt32) -> UInt32 {
    let alpha = w * (1 / 255)
    guard alpha >= 0.5 else { return old & 0x00FF_FFFF }
    var samples = self * FloatPixel(repeating: 255 / w)
    samples.w = alpha
    return samples.roundedBits
  }

  /// Every lane clamped to 0…255.
  @inline(__always)
  var clampedToBytes: FloatPixel {
    let zero = FloatPixel.zero
    let top = FloatPixel(repeating: 255)
    let low = replacing(with: zero, where: self .< zero)
    return low.replacing(with: top, where: low .> top)
  }
}
