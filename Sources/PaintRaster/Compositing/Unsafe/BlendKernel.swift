// Unsafe: words become vectors of bytes or halves and back, which is one instruction.

/// Four lanes of `Pixel.bits`, or of one byte of four pixels.
typealias FourWords = SIMD4<UInt32>
/// Four lanes that hold integers below 2^24, or quotients of them.
typealias FourFloats = SIMD4<Float>
/// Four lanes that hold integers below 2^33, or quotients of them.
typealias FourDoubles = SIMD4<Double>
/// Eight lanes: red and blue or green and alpha of four pixels, or values for these in the lower lanes only.
typealias EightHalves = SIMD8<UInt16>

/// The blend formulas for four pixels at once, equal bit for bit to the scalar ones.
///
/// Everything is done in floating point, because baseline x86-64 multiplies and divides floats four at a time, but has
/// few such instructions for 32-bit integers. The results are still exact:
/// - Products, sums and differences are integers within ±2^24 in `Float` and below 2^33 in `Double`, so they carry no
///   error; Swift never contracts them into a fused multiply-add, which would not change them either.
/// - The mean of Cs and Cd is Cd + N·(Cs − Cd) / D. D = 65025 (or 255) is odd, so the quotient is no nearer to a half
///   than 1/2D > 2^-17. It is within ±255, where floats are at most 2^-16 apart, so the rounded quotient is on the same
///   side of every half as the true one and never on it: the nearest integer is the formula's floor((2X + D) / 2D).
/// - floor((2P + Q) / 2Q) is P / Q rounded to the nearest, halves up, with Q < 2^24. (P + 1/4) / Q is never nearer to a
///   half than 1/4Q > 2^-26, and above it when P / Q is a half. Multiplying by the rounded reciprocal of Q has an error
///   below 2^-43, so the result stays on its side of the half.
/// - A byte b in the lowest bits of 2^23 (of 2^52 in `Double`) makes the float 2^23 + b. Adding to that rounds to whole
///   numbers, which are in the lowest bits again, so bytes become floats and floats bytes without conversions.
enum BlendKernel {
  /// 255², full coverage times full strength.
  static let unit: Float = 65025

  // MARK: Bytes and floats

  /// The four bytes of `word`, lowest first, as floats.
  @inline(__always)
  static func floats(bytesOf word: UInt32) -> FourFloats {
    let bytes = unsafe unsafeBitCast(UInt32(littleEndian: word), to: SIMD4<UInt8>.self)
    return raised(FourWords(truncatingIfNeeded: bytes)) - 8_388_608
  }

  /// The four bytes of `word`, lowest first, each in its own word.
  @inline(__always)
  static func words(bytesOf word: UInt32) -> FourWords {
    unsafe FourWords(truncatingIfNeeded: unsafeBitCast(UInt32(littleEndian: word), to: SIMD4<UInt8>.self))
  }

  /// Bytes as floats.
  @inline(__always)
  static func floats(_ bytes: FourWords) -> FourFloats { raised(bytes) - 8_388_608 }

  /// One byte of four pixels: `shift` 0 for red, 8 green, 16 blue, 24 alpha.
  @inline(__always)
  static func samples(_ pixels: FourWords, _ shift: UInt32) -> FourWords {
    pixels &>> FourWords(repeating: shift) & 0xFF
  }

  /// 2^23 + each byte.
  @inline(__always)
  private static func raised(_ bytes: FourWords) -> FourFloats {
    unsafe unsafeBitCast(bytes | 0x4B00_0000, to: FourFloats.self)
  }

  /// Bytes as doubles.
  @inline(__always)
  static func doubles(_ bytes: FourWords) -> FourDoubles {
    var halves = SIMD8<UInt32>(repeating: 0x4330_0000)
    halves.evenHalf = bytes
    return unsafe unsafeBitCast(halves, to: FourDoubles.self) - 4_503_599_627_370_496
  }

  /// Integers of 0 ..< 2^23 as doubles.
  @inline(__always)
  private static func doubles(_ integers: FourFloats) -> FourDoubles {
    var halves = SIMD8<UInt32>(repeating: 0x4330_0000)
    halves.evenHalf = unsafe unsafeBitCast(integers + 8_388_608, to: FourWords.self)
    // The words are those of 2^23 + n, so that offset is subtracted as well as the 2^52.
    return unsafe unsafeBitCast(halves, to: FourDoubles.self) - (4_503_599_627_370_496 + Double(0x4B00_0000 as UInt32))
  }

  /// Values of 0 ..< 256, none of them halfway between integers, rounded to the nearest integer; all other bits of the
  /// words are 0.
  @inline(__always)
  static func bytes(_ values: FourDoubles) -> FourWords {
    unsafe unsafeBitCast(values + 4_503_599_627_370_496, to: SIMD8<UInt32>.self).evenHalf
  }

  /// old + n·(new − old) / `unit` to the nearest; the byte is the lowest of a word whose upper bits are 2^23's.
  @inline(__always)
  private static func mixed(_ new: FourFloats, _ n: FourFloats, _ old: FourWords, unit: Float) -> FourWords {
    let old = raised(old)
    return unsafe unsafeBitCast(n * (new + 8_388_608 - old) / unit + old, to: FourWords.self)
  }

  /// Pixels of samples whose words may have upper bits, those of red 24…31 only where alpha sets them too.
  @inline(__always)
  static func joined(_ red: FourWords, _ green: FourWords, _ blue: FourWords, _ alpha: FourWords) -> FourWords {
    red | green &<< FourWords(repeating: 8) | blue &<< FourWords(repeating: 16) | alpha &<< FourWords(repeating: 24)
  }

  // MARK: Two samples in a word

  /// Sums of products of two bytes, divided by 255 and rounded to the nearest.
  ///
  /// For t = sum + 128 <= 65,153 that is exactly (t + t/256)/256 in integers, which is 257t/2^16: one instruction gives
  /// the upper half of a product. Ties cannot occur, because 255 is odd.
  @inline(__always)
  static func dividedBy255(_ sums: EightHalves) -> EightHalves {
    let t = SIMD8<UInt32>(truncatingIfNeeded: sums &+ EightHalves(repeating: 128))
    return EightHalves(truncatingIfNeeded: (t &* 257) &>> 16)
  }

  /// Red and blue of four pixels.
  @inline(__always)
  static func redBlue(_ pixels: FourWords) -> EightHalves {
    unsafe unsafeBitCast(pixels & 0x00FF_00FF, to: EightHalves.self)
  }

  /// Green and alpha of four pixels.
  @inline(__always)
  static func greenAlpha(_ pixels: FourWords) -> EightHalves {
    unsafe unsafeBitCast(pixels, to: EightHalves.self) &>> 8
  }

  /// The inverse of both.
  @inline(__always)
  static func joined(redBlue: EightHalves, greenAlpha: EightHalves) -> FourWords {
    unsafe unsafeBitCast(redBlue | greenAlpha &<< 8, to: FourWords.self)
  }

  // MARK: Choosing the formula

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

  // MARK: Over

  /// Colours at `n` = coverage · strength (0…65025) over any four pixels.
  @inline(__always)
  static func blended(_ color: Color, n: FourFloats, onto old: FourWords) -> FourWords {
    if areOpaque(old) { return blended(color, n: n, ontoOpaque: old) }
    if areEmpty(old) { return blended(color, n: n, ontoEmpty: old) }
    return blended(color, n: n, ontoMixed: old)
  }

  @inline(__always)
  static func blended(_ color: Color, n: FourFloats, ontoEmpty old: FourWords) -> FourWords {
    let alpha = unsafe unsafeBitCast(n / 255 + 8_388_608, to: FourWords.self) &<< FourWords(repeating: 24)
    return (color.pixels & 0x00FF_FFFF | alpha).replacing(with: old, where: alpha .== 0)
  }

  @inline(__always)
  private static func blended(_ color: Color, n: FourFloats, ontoOpaque old: FourWords) -> FourWords {
    joined(
      mixed(color.red, n, samples(old, 0), unit: unit), mixed(color.green, n, samples(old, 8), unit: unit),
      mixed(color.blue, n, samples(old, 16), unit: unit), FourWords(repeating: 255))
  }

  @inline(__always)
  private static func blended(_ color: Color, n: FourFloats, ontoMixed old: FourWords) -> FourWords {
    let oldAlpha = samples(old, 24)
    let alpha = mixed(FourFloats(repeating: 255), n, oldAlpha, unit: unit) &<< FourWords(repeating: 24)
    let wide = doubles(n)
    let source = wide * 255
    let kept = (65025 - wide) * doubles(oldAlpha)
    // A sum of 0 makes the reciprocal infinite; alpha is 0 then, and the old pixel is taken below.
    let reciprocal = 1 / (source + kept)
    @inline(__always)
    func mean(_ new: FourFloats, _ shift: UInt32) -> FourWords {
      bytes((source * doubles(new) + kept * doubles(samples(old, shift)) + 0.25) * reciprocal)
    }
    let new = joined(mean(color.red, 0), mean(color.green, 8), mean(color.blue, 16), .zero) | alpha
    return new.replacing(with: old, where: alpha .== 0)
  }

  /// Colours at full strength and coverage `m` (0…255) over any four pixels.
  ///
  /// The formula with s = 255 in `Float` alone: divided by 255, Q is q = 255·m + (255 − m)·d <= 65,025, and the dividend
  /// 255·m·Cs + (255 − m)·d·Cd < 2^24. A quotient that is not a half is at least 1/2q > 2^-17 away from the nearest
  /// one, and its error is at most 2^-17, so it stays on its side and does not become a half. True halves are rounded
  /// to even: those rounded down get one more.
  @inline(__always)
  static func blended(_ color: Color, m: FourFloats, ontoAny old: FourWords) -> FourWords {
    let source = m * 255
    let kept = (255 - m) * floats(samples(old, 24))
    let sum = source + kept
    let alpha = unsafe unsafeBitCast(sum / 255 + 8_388_608, to: FourWords.self) &<< FourWords(repeating: 24)
    @inline(__always)
    func mean(_ new: FourFloats, _ shift: UInt32) -> FourWords {
      // A sum of 0 gives NaN; alpha is 0 then, and the old pixel is taken below.
      let quotient = (source * new + kept * floats(samples(old, shift))) / sum
      let rounded = quotient + 8_388_608
      let word = unsafe unsafeBitCast(rounded, to: FourWords.self)
      return word.replacing(with: word &+ 1, where: quotient - (rounded - 8_388_608) .== 0.5) & 0xFF
    }
    let new = joined(mean(color.red, 0), mean(color.green, 8), mean(color.blue, 16), .zero) | alpha
    return new.replacing(with: old, where: alpha .== 0)
  }

  /// The colours of four pixels, without their alphas.
  struct Color {
    let pixels: FourWords
    let red, green, blue: FourFloats

    @inline(__always)
    init(_ pixels: FourWords) {
      self.pixels = pixels
      red = floats(samples(pixels, 0))
      green = floats(samples(pixels, 8))
      blue = floats(samples(pixels, 16))
    }
  }

  // MARK: Dissolving

  /// Any four pixels dissolved into `base` at coverage `m` (0…255).
  @inline(__always)
  static func dissolved(_ base: FourWords, m: FourFloats, from old: FourWords) -> FourWords {
    if areOpaque(old & base) {
      let color = Color(base)
      return joined(
        mixed(color.red, m, samples(old, 0), unit: 255), mixed(color.green, m, samples(old, 8), unit: 255),
        mixed(color.blue, m, samples(old, 16), unit: 255), FourWords(repeating: 255))
    }
    let baseAlpha = samples(base, 24)
    let oldAlpha = samples(old, 24)
    let alpha = mixed(floats(baseAlpha), m, oldAlpha, unit: 255) &<< FourWords(repeating: 24)
    let wide = doubles(m)
    let restored = wide * doubles(baseAlpha)
    let kept = (255 - wide) * doubles(oldAlpha)
    let reciprocal = 1 / (restored + kept)
    @inline(__always)
    func mean(_ shift: UInt32) -> FourWords {
      bytes((restored * doubles(samples(base, shift)) + kept * doubles(samples(old, shift)) + 0.25) * reciprocal)
    }
    let new = joined(mean(0), mean(8), mean(16), .zero) | alpha
    return new.replacing(with: base & 0x00FF_FFFF, where: alpha .== 0).replacing(with: old, where: m .== 0)
  }
}
