import PaintRaster

/// Turns the picture into shades of one colour.
public struct ColorMonochrome: ColorFilter {
  /// The colour that white becomes; its alpha is ignored.
  public var color: Pixel
  /// The strength, 0…1.
  public var intensity: Double

  /// The filter with these parameters.
  public init(color: Pixel = Pixel(red: 153, green: 115, blue: 77), intensity: Double = 1) {
    self.color = color
    self.intensity = intensity
  }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) {
    self.init(color: values.color("color"), intensity: values.number("intensity"))
  }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "color-monochrome", aliases: ["monochrome"], "Turns the picture into shades of one colour.",
    [
      .color("color", default: Pixel(red: 153, green: 115, blue: 77), "The colour that white becomes."),
      .number("intensity", default: 1, identity: 0, in: 0...1, "The strength of the effect."),
    ])

  /// True at intensity 0.
  public var isIdentity: Bool { intensity == 0 }

  /// c + intensity · (luma · colour / 255 − c) for each channel c.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    let tint = SIMD4(Double(self.color.red), Double(self.color.green), Double(self.color.blue), 0)
    var new = color + intensity * (Luma.of(color) * tint / 255 - color)
    new.w = color.w
    return new
  }

  /// Sums over the channels.
  public var kernel: ColorKernel { .sums(ColorSums(self)) }
}
