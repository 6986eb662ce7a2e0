import PaintRaster

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A colour as lightness and two opponent colours, in which equal distances look equally different, and its alpha.
///
/// Björn Ottosson, "A perceptual color space for image processing" (2020). The three are multiplied by the alpha, because
/// differences of transparent colours are hardly visible. Each lane is about 0 to 1.
struct OklabColor {
  /// Lightness, green to red, blue to yellow, each times alpha; then alpha, 0 to 1.
  var lanes: SIMD4<Float>

  init(lanes: SIMD4<Float>) { self.lanes = lanes }

  /// The colour of a pixel in sRGB.
  init(_ pixel: Pixel) {
    let red = Self.linear[Int(pixel.red)]
    let green = Self.linear[Int(pixel.green)]
    let blue = Self.linear[Int(pixel.blue)]
    let (long, medium, short) = Self.cubeRoots(
      0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue,
      0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue,
      0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
    let alpha = Float(pixel.alpha) / 255
    let color = SIMD4<Float>(
      0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short,
      1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short,
      0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short, 1)
    lanes = color * alpha
  }

  /// The nearest pixel in sRGB.
  var pixel: Pixel {
    let alpha = max(0, min(1, lanes.w))
    guard alpha > 0 else { return .transparent }
    let color = lanes / alpha
    let long = Self.cube(color.x + 0.396_337_777_4 * color.y + 0.215_803_757_3 * color.z)
    let medium = Self.cube(color.x - 0.105_561_345_8 * color.y - 0.063_854_172_8 * color.z)
    let short = Self.cube(color.x - 0.089_484_177_5 * color.y - 1.291_485_548_0 * color.z)
    return Pixel(
      red: Self.encoded(4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short),
      green: Self.encoded(-1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short),
      blue: Self.encoded(-0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short),
      alpha: UInt8((alpha * 255).rounded()))
  }

  /// The cube roots of three numbers that are not negative, to within some units in the last place.
  ///
  /// The exponent is divided by three, which is right to some percent; then each step by Halley's formula makes three times as
  /// many digits right. glibc's `cbrtf` takes 4.4 times as many instructions.
  private static func cubeRoots(_ first: Float, _ second: Float, _ third: Float) -> (Float, Float, Float) {
    func estimate(_ cube: Float) -> Float { Float(bitPattern: cube.bitPattern / 3 &+ 0x2A51_4067) }
    let cubes = SIMD4(first, second, third, 1)
    var roots = SIMD4(estimate(first), estimate(second), estimate(third), 1)
    for _ in 0..<2 {
      let wrong = roots * roots * roots
      roots *= (wrong + cubes + cubes) / (wrong + wrong + cubes)
    }
    return (roots.x, roots.y, roots.z)
  }

  private static func cube(_ value: Float) -> Float { value * value * value }

  /// The byte of a linear value in sRGB.
  private static func encoded(_ value: Float) -> UInt8 {
    let value = max(0, min(1, value))
    let curve = value <= 0.003_130_8 ? 12.92 * value : 1.055 * powf(value, 1 / 2.4) - 0.055
    return UInt8((curve * 255).rounded())
  }

  /// The linear value of each byte in sRGB.
  private static let linear: [Float] = (0..<256).map { byte in
    let value = Float(byte) / 255
    return value <= 0.040_45 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }
}
