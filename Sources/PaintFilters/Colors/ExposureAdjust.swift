/// Multiplies the channels like a longer or shorter exposure.
public struct ExposureAdjust: ColorFilter {
  /// The number of stops: each doubles the channels, a negative one halves them.
  public var ev: Double

  /// The filter with this parameter.
  public init(ev: Double = 0.5) { self.ev = ev }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(ev: values.number("ev")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "exposure-adjust", aliases: ["exposure"], "Multiplies the channels, like a longer or shorter exposure.",
    [.number("ev", default: 0.5, identity: 0, in: -10...10, unit: "stops", "The stops; each doubles the channels.")])

  /// True at 0 stops.
  public var isIdentity: Bool { ev == 0 }

  /// c · 2^ev for each channel c.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    let whole = ev.rounded(.down)
    let factor = Exponential.power(2, ev - whole) * Double(sign: .plus, exponent: Int(whole), significand: 1)
    var new = color * factor
    new.w = color.w
    return new
  }

  /// A table for each channel.
  public var kernel: ColorKernel { .curves(ColorCurves(self)) }
}
