/// Reduces each channel to a few values.
public struct ColorPosterize: ColorFilter {
  /// The number of values of each channel, 2…256.
  public var levels: Int

  /// The filter with this parameter.
  public init(levels: Int = 6) { self.levels = levels }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(levels: values.integer("levels")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "color-posterize", aliases: ["posterize"], "Reduces each channel to a few values.",
    [.integer("levels", default: 6, identity: 256, in: 2...256, "The number of values of each channel.")])

  /// True when all values are kept.
  public var isIdentity: Bool { levels == 256 }

  /// ⌊c · levels / 256⌋ · 255 / (levels − 1) for each channel c: intervals of equal length, whose results are spread
  /// over the full scale.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    let levels = Double(levels)
    var new = (color * levels / 256).rounded(.down) * 255 / (levels - 1)
    new.w = color.w
    return new
  }

  /// A table for each channel.
  public var kernel: ColorKernel { .curves(ColorCurves(self)) }
}
