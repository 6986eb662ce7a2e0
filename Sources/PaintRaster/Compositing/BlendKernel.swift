/// Four lanes of `Pixel.bits`, or of one sample of four pixels.
@usableFromInline typealias FourWords = SIMD4<UInt32>
typealias FourFloats = SIMD4<Float>
typealias FourDoubles = SIMD4<Double>

/// The blend formulas for four pixels at once, equal bit for bit to the scalar ones.
///
/// Everything is done in floating point, because baseline x86-64 multiplies and divides floats four at a time but 32-bit
/// integers hardly at all. It is exact all the same:
/// - Products and sums are integers below 2^24 in `Float` and below 2^33 in `Double`, so they carry no error. Swift never
///   contracts them into a fused multiply-add, which would not change them either.
/// - Dividing by D = 65025 (or 255): the quotient is below 256, where floats are at most 2^-16 apart. D is odd, so no
///   quotient lies nearer to a half than 1/2D > 2^-17, hence the rounded quotient is on the same side of every half as
///   the true one and never on it. Rounding it to the nearest integer is then the formula's floor((2X + D) / 2D).
/// - Dividing by Q < 2^24: floor((2P + Q) / 2Q) is P / Q rounded to the nearest, halves up. (P + 1/4) / Q is never nearer
///   to a half than 1/4Q > 2^-26 and lies above it when P / Q is a half; multiplying by the rounded reciprocal of Q is
///   wrong by less than 2^-43, so it stays on its side.
/// - A number of 0 ..< 256 plus 2^23 (2^52 in `Double`) has its nearest integer in the lowest bits: that is the
///   conversion, in one addition and in the default rounding mode. The reverse makes floats of bytes.
enum BlendKernel {
  /// 255², the square of what a sample and a strength are measured in.
  static let unit: Float = 65025

  /// 2^23 as a float's bits and value.
  @inline(__always) static var magicBits: UInt32 { 0x4B00_0000 }
  @inline(__always) static var magic: Float { 8_388_608 }

  /// The four bytes of `word`, lowest first, as floats.
  @inline(__always)
  static func floats(bytesOf word: UInt32) -> FourFloats {
    floats(FourWords(word & 0xFF, word &>> 8 & 0xFF, word &>> 16 & 0xFF, word &>> 24))
  }

  /// Integers of 0 ..< 2^23 as floats.
  @inline(__always)
  static func floats(_ words: FourWords) -> FourFloats {
    unsafeBitCast(words | magicBits, to: FourFloats.self) - magic
  }

  /// The nearest integers of values of 0 ..< 256 that are no halves.
  @inline(__always)
  static func bytes(_ values: FourFloats) -> FourWords {
    unsafeBitCast(values + magic, to: FourWords.self) & 0xFF
  }

  /// The nearest integers of values of 0 ..< 256 that are no halves.
  @inline(__always)
  static func bytes(_ values: FourDoubles) -> FourWords {
    unsafeBitCast(values + 4_503_599_627_370_496, to: SIMD8<UInt32>.self).evenHalf & 0xFF
  }

  @inline(__always)
  static func doubles(_ values: FourFloats) -> FourDoubles {
    FourDoubles(Double(values.x), Double(values.y), Double(values.z), Double(values.w))
  }

  /// Red, green and blue (`shift` 0, 8, 16) or alpha (24) of four pixels.
  @inline(__always)
  static func samples(_ pixels: FourWords, _ shift: UInt32) -> FourFloats {
    floats(pixels &>> FourWords(repeating: shift) & 0xFF)
  }

  /// True when all four pixels are opaque.
  @inline(__always)
  static func areOpaque(_ pixels: FourWords) -> Bool {
    let pairs = pixels.lowHalf & pixels.highHalf
    return pairs.x & pairs.y >= 0xFF00_0000
  }

  /// True when all four pixels have alpha 0.
  @inline(__always)
  static func areEmpty(_ pixels: FourWords) -> Bool {
    let pairs = pixels.lowHalf | pixels.highHalf
    return pairs.x | pairs.y < 0x0100_0000
  }

  /// `color` at `n` = coverage · strength (0…65025) over four opaque pixels.
  @inline(__always)
  static func blended(_ color: Samples, n: FourFloats, ontoOpaque old: FourWords) -> FourWords {
    let rest = unit - n
    let red = bytes((n * color.red + rest * samples(old, 0)) / unit)
    let green = bytes((n * color.green + rest * samples(old, 8)) / unit)
    let blue = bytes((n * color.blue + rest * samples(old, 16)) / unit)
    return red | green &<< FourWords(repeating: 8) | blue &<< FourWords(repeating: 16) | 0xFF00_0000
  }

  /// `color`, whose alpha byte is ignored, at `n` = coverage · strength (0…65025) over four pixels with alpha 0.
  @inline(__always)
  static func blended(_ color: FourWords, n: FourFloats, ontoEmpty old: FourWords) -> FourWords {
    let alpha = bytes(n / 255)
    let new = color & 0x00FF_FFFF | alpha &<< FourWords(repeating: 24)
    return new.replacing(with: old, where: alpha .== 0)
  }

  /// `color` at `n` = coverage · strength (0…65025) over any four pixels.
  @inline(__always)
  static func blended(_ color: Samples, n: FourFloats, onto old: FourWords) -> FourWords {
    let source = n * 255
    let kept = (unit - n) * samples(old, 24)
    let sum = source + kept
    let alpha = bytes(sum / unit)
    // A sum of 0 makes these infinite; alpha is 0 then, and the old pixel is taken below.
    let reciprocal = 1 / doubles(sum)
    let wideSource = doubles(source)
    let wideKept = doubles(kept)
    let red = bytes((wideSource * color.wideRed + wideKept * doubles(samples(old, 0)) + 0.25) * reciprocal)
    let green = bytes((wideSource * color.wideGreen + wideKept * doubles(samples(old, 8)) + 0.25) * reciprocal)
    let blue = bytes((wideSource * color.wideBlue + wideKept * doubles(samples(old, 16)) + 0.25) * reciprocal)
    let new =
      red | green &<< FourWords(repeating: 8) | blue &<< FourWords(repeating: 16) | alpha &<< FourWords(repeating: 24)
    return new.replacing(with: old, where: alpha .== 0)
  }

  /// `base` at coverage `m` (0…255) dissolving four opaque pixels, all eight opaque.
  @inline(__always)
  static func dissolved(_ base: FourWords, m: FourFloats, fromOpaque old: FourWords) -> FourWords {
    let rest = 255 - m
    let red = bytes((rest * samples(old, 0) + m * samples(base, 0)) / 255)
    let green = bytes((rest * samples(old, 8) + m * samples(base, 8)) / 255)
    let blue = bytes((rest * samples(old, 16) + m * samples(base, 16)) / 255)
    return red | green &<< FourWords(repeating: 8) | blue &<< FourWords(repeating: 16) | 0xFF00_0000
  }

  /// `base` at coverage `m` (0…255) dissolving any four pixels.
  @inline(__always)
  static func dissolved(_ base: FourWords, m: FourFloats, from old: FourWords) -> FourWords {
    let restored = m * samples(base, 24)
    let kept = (255 - m) * samples(old, 24)
    let sum = restored + kept
    let alpha = bytes(sum / 255)
    let reciprocal = 1 / doubles(sum)
    let wideRestored = doubles(restored)
    let wideKept = doubles(kept)
    let red = bytes(
      (wideRestored * doubles(samples(base, 0)) + wideKept * doubles(samples(old, 0)) + 0.25) * reciprocal)
    let green = bytes(
      (wideRestored * doubles(samples(base, 8)) + wideKept * doubles(samples(old, 8)) + 0.25) * reciprocal)
    let blue = bytes(
      (wideRestored * doubles(samples(base, 16)) + wideKept * doubles(samples(old, 16)) + 0.25) * reciprocal)
    let new =
      red | green &<< FourWords(repeating: 8) | blue &<< FourWords(repeating: 16) | alpha &<< FourWords(repeating: 24)
    return new.replacing(with: base & 0x00FF_FFFF, where: alpha .== 0)
      .replacing(with: old, where: m .== 0)
  }

  /// The colour samples of four pixels.
  struct Samples {
    let red, green, blue: FourFloats

    @inline(__always)
    init(_ pixels: FourWords) {
      red = samples(pixels, 0)
      green = samples(pixels, 8)
      blue = samples(pixels, 16)
    }

    @inline(__always) var wideRed: FourDoubles { doubles(red) }
    @inline(__always) var wideGreen: FourDoubles { doubles(green) }
    @inline(__always) var wideBlue: FourDoubles { doubles(blue) }
  }
}
