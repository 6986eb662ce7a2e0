/// Turns colours into grays of the same luma.
public struct Grayscale: ColorFilter {
  /// The strength, 0…1.
  public var amount: Double

  /// The filter with this parameter.
  public init(amount: Double = 1) { self.amount = amount }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(amount: values.number("amount")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "grayscale", aliases: ["gray"], "Turns colours gray.",
    [.number("amount", default: 1, identity: 0, in: 0...1, "The strength of the effect.")])

  /// True at amount 0.
  public var isIdentity: Bool { amount == 0 }

  /// c + amount · (luma − c) for each channel c.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    var new = color + amount * (Luma.of(color) - color)
    new.w = color.w
    return new
  }

  /// Sums over the channels.
  public var kernel: ColorKernel { .sums(ColorSums(self)) }
}
