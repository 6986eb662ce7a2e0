/// Stretches a range of values to another, with a gamma between.
public struct Levels: ColorFilter {
  /// The input that becomes the darkest value, 0…1.
  public var black: Double
  /// The input that becomes the brightest value, 0…1.
  public var white: Double
  /// Above 1 brightens midtones, below 1 darkens them.
  public var gamma: Double
  /// The darkest output, 0…1.
  public var outputBlack: Double
  /// The brightest output, 0…1; a value below ``outputBlack`` inverts.
  public var outputWhite: Double

  /// The filter with these parameters.
  public init(
    black: Double = 0, white: Double = 1, gamma: Double = 1, outputBlack: Double = 0, outputWhite: Double = 1
  ) {
    self.black = black
    self.white = white
    self.gamma = gamma
    self.outputBlack = outputBlack
    self.outputWhite = outputWhite
  }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) {
    self.init(
      black: values.number("black"), white: values.number("white"), gamma: values.number("gamma"),
      outputBlack: values.number("output-black"), outputWhite: values.number("output-white"))
  }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "levels", "Stretches a range of values to another, with a gamma between.",
    [
      .number("black", default: 0, identity: 0, in: 0...1, "This value and all below it become the darkest value."),
      .number("white", default: 1, identity: 1, in: 0...1, "This value and all above it become the brightest value."),
      .number("gamma", default: 1, identity: 1, in: 0.1...10, "Above 1 brightens middle values, below 1 darkens them."),
      .number("output-black", default: 0, identity: 0, in: 0...1, "The new darkest value."),
      .number("output-white", default: 1, identity: 1, in: 0...1, "The brightest value; below output-black inverts."),
    ], example: "--black 0.1 --white 0.9")

  /// True when all five change nothing.
  public var isIdentity: Bool {
    black == 0 && white == 1 && gamma == 1 && outputBlack == 0 && outputWhite == 1
  }

  /// 255 · (outputBlack + (outputWhite − outputBlack) · t^(1/gamma)) for each channel c, where t is (c / 255 − black) /
  /// (white − black) clamped to 0…1; if white does not exceed black, t is 1 from black on and otherwise 0.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    func level(_ c: Double) -> Double {
      let t =
        white > black ? min(max((c - 255 * black) / (255 * white - 255 * black), 0), 1) : (c >= 255 * black ? 1 : 0)
      return 255 * (outputBlack + (outputWhite - outputBlack) * Exponential.power(t, 1 / gamma))
    }
    return SIMD4(level(color.x), level(color.y), level(color.z), color.w)
  }

  /// A table for each channel.
  public var kernel: ColorKernel { .curves(ColorCurves(self)) }
}
