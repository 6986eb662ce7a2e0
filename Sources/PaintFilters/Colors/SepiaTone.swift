/// Turns colours into the browns of an old photograph.
public struct SepiaTone: ColorFilter {
  /// The strength, 0…1.
  public var intensity: Double

  /// The filter with this parameter.
  public init(intensity: Double = 1) { self.intensity = intensity }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(intensity: values.number("intensity")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "sepia-tone", aliases: ["sepia"], "Turns colours into the browns of an old photograph.",
    [.number("intensity", default: 1, identity: 0, in: 0...1, "The strength of the effect.")])

  /// True at intensity 0.
  public var isIdentity: Bool { intensity == 0 }

  /// c + intensity · (s − c) for each channel c, where s is that channel's row of the sepia() matrix in the Filter
  /// Effects Module.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    let (r, g, b) = (color.x, color.y, color.z)
    let sepia = SIMD4(
      0.393 * r + 0.769 * g + 0.189 * b, 0.349 * r + 0.686 * g + 0.168 * b, 0.272 * r + 0.534 * g + 0.131 * b, 0)
    var new = color + intensity * (sepia - color)
    new.w = color.w
    return new
  }

  /// Sums over the channels.
  public var kernel: ColorKernel { .sums(ColorSums(self)) }
}
