/// Raises each channel to a power.
public struct GammaAdjust: ColorFilter {
  /// The exponent: above 1 darkens midtones, below 1 brightens them.
  public var power: Double

  /// The filter with this parameter.
  public init(power: Double = 0.75) { self.power = power }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(power: values.number("power")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "gamma-adjust", aliases: ["gamma"], "Changes the brightness of middle values; black and white stay.",
    [
      .number(
        "power", default: 0.75, identity: 1, in: 0.1...10, "The exponent: above 1 darkens, below 1 brightens.")
    ])

  /// True at power 1.
  public var isIdentity: Bool { power == 1 }

  /// 255 · (c / 255)^power for each channel c.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      255 * Exponential.power(color.x / 255, power), 255 * Exponential.power(color.y / 255, power),
      255 * Exponential.power(color.z / 255, power), color.w)
  }

  /// A table for each channel.
  public var kernel: ColorKernel { .curves(ColorCurves(self)) }
}
