/// Turns bright pixels white and all others black.
public struct ColorThreshold: ColorFilter {
  /// The minimum luma of pixels that become white, 0…1.
  public var threshold: Double

  /// The filter with this parameter.
  public init(threshold: Double = 0.5) { self.threshold = threshold }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(threshold: values.number("threshold")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "color-threshold", aliases: ["threshold"], "Turns bright pixels white and all others black.",
    [.number("threshold", default: 0.5, in: 0...1, "The lowest luma that becomes white.")])

  /// Always false.
  public var isIdentity: Bool { false }

  /// 255 where (2126 · red + 7152 · green + 722 · blue) >= threshold · 2,550,000, else 0.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    let isWhite = 2126 * color.x + 7152 * color.y + 722 * color.z >= threshold * 2_550_000
    let value = isWhite ? 255.0 : 0
    return SIMD4(value, value, value, color.w)
  }

  /// A limit in integer arithmetic.
  public var kernel: ColorKernel { .threshold(LumaThreshold(threshold)) }
}
