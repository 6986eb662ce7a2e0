/// Inverts colours.
public struct ColorInvert: ColorFilter {
  /// The filter, which has no parameters.
  public init() {}

  /// The filter, which has no parameters.
  public init(_ values: FilterValues) {}

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "color-invert", aliases: ["invert"], "Inverts each colour.")

  /// Always false.
  public var isIdentity: Bool { false }

  /// 255 − c for each channel c.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    var new = 255 - color
    new.w = color.w
    return new
  }

  /// A table for each channel.
  public var kernel: ColorKernel { .curves(ColorCurves(self)) }
}
