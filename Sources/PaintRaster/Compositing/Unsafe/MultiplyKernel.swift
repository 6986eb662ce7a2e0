internal import CProcessor

// Unsafe: pixels come as pointers that are lent for one call; floats become words, which is one instruction; the
// processor's hint takes addresses, where nothing is read.

/// An opaque colour multiplied with opaque pixels, the most common case of the mode, in a quarter of the instructions of
/// `BlendOperator`; all other pixels are left to that.
///
/// With s = 255 and d = 255 the formula is Cd·(D − m·(255 − Cs)) / D. The dividend is an integer below 2^24, so it is
/// exact in `Float`, and for the quotient the same holds as in `BlendKernel`: D is odd, so no half is nearer to it than
/// 1/2D > 2^-17, and its error is at most 2^-17. Full coverage leaves Cd·Cs / 255, which 16-bit integers can do.
struct MultiplyKernel: GroupKernel {
  private let others: ColorKernel
  /// 255 − Cs.
  private let red, green, blue: FourFloats
  private let redBlue, greenAlpha: EightHalves

  /// Multiplies with `color`, whose alpha is ignored.
  init(_ blend: BlendOperator, _ color: Pixel) {
    others = ColorKernel(blend, color, strength: 255)
    let inverse = BlendKernel.Color(FourWords(repeating: ~color.bits))
    (red, green, blue) = (inverse.red, inverse.green, inverse.blue)
    let opaque = FourWords(repeating: color.bits | 0xFF00_0000)
    (redBlue, greenAlpha) = (BlendKernel.redBlue(opaque), BlendKernel.greenAlpha(opaque))
  }

  @inline(__always)
  func fill(_ place: Int, of pixels: UnsafeMutableRawPointer) {
    let old = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    guard BlendKernel.areOpaque(old) else { return unsafe others.composite(.max, place, of: pixels) }
    unsafe pixels.storeBytes(of: multiplied(old), toByteOffset: place &* 4, as: FourWords.self)
  }

  /// How far ahead pixels are prefetched, in bytes: eight rows.
  ///
  /// The next tile often follows in memory.
  private static let ahead = 8 * Tile.edge * 4

  /// Most rows have only opaque pixels, so that one question is enough for all of them.
  @inline(__always)
  func fillRow(_ place: Int, of pixels: UnsafeMutableRawPointer) {
    let row = unsafe pixels + place &* 4
    unsafe processor_prefetch(row + Self.ahead)
    unsafe processor_prefetch(row + Self.ahead + 64)
    var common = FourWords(repeating: .max)
    for group in 0..<Tile.edge / 4 {
      common &= unsafe row.loadUnaligned(fromByteOffset: group &* 16, as: FourWords.self)
    }
    guard BlendKernel.areOpaque(common) else {
      for group in 0..<Tile.edge / 4 { unsafe fill(place &+ group &* 4, of: pixels) }
      return
    }
    for group in 0..<Tile.edge / 4 {
      let old = unsafe row.loadUnaligned(fromByteOffset: group &* 16, as: FourWords.self)
      unsafe row.storeBytes(of: multiplied(old), toByteOffset: group &* 16, as: FourWords.self)
    }
  }

  /// Opaque pixels multiplied with full coverage.
  @inline(__always)
  private func multiplied(_ old: FourWords) -> FourWords {
    BlendKernel.joined(
      redBlue: BlendKernel.dividedBy255(redBlue &* BlendKernel.redBlue(old)),
      greenAlpha: BlendKernel.dividedBy255(greenAlpha &* BlendKernel.greenAlpha(old)))
  }

  @inline(__always)
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    let old = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    guard BlendKernel.areOpaque(old) else { return unsafe others.composite(coverage, place, of: pixels) }
    let m = BlendKernel.floats(bytesOf: coverage)
    @inline(__always)
    func multiplied(_ inverse: FourFloats, _ shift: UInt32) -> FourWords {
      let kept: FourFloats = BlendKernel.unit - m * inverse
      let quotient: FourFloats = kept * BlendKernel.floats(BlendKernel.samples(old, shift)) / BlendKernel.unit
      // The byte is the lowest of a word whose upper bits are 2^23's.
      return unsafe unsafeBitCast(quotient + 8_388_608, to: FourWords.self)
    }
    let new = BlendKernel.joined(
      multiplied(red, 0) & 0xFF, multiplied(green, 8) & 0xFF, multiplied(blue, 16) & 0xFF, FourWords(repeating: 255))
    unsafe pixels.storeBytes(of: new, toByteOffset: place &* 4, as: FourWords.self)
  }
}
