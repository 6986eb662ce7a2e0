/// Changes saturation, brightness and contrast, in this order.
public struct ColorControls: ColorFilter {
  /// The factor for the distance from gray: 0 is gray, 1 changes nothing.
  public var saturation: Double
  /// The constant added to each channel, as a fraction of full scale.
  public var brightness: Double
  /// The factor for the distance from middle gray: 0 is all gray, 1 changes nothing.
  public var contrast: Double

  /// The filter with these parameters.
  public init(saturation: Double = 1, brightness: Double = 0, contrast: Double = 1) {
    self.saturation = saturation
    self.brightness = brightness
    self.contrast = contrast
  }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) {
    self.init(
      saturation: values.number("saturation"), brightness: values.number("brightness"),
      contrast: values.number("contrast"))
  }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "color-controls", "Changes saturation, brightness and contrast.",
    [
      .number("saturation", default: 1, identity: 1, in: 0...2, "The factor of the saturation: 0 gives gray."),
      .number(
        "brightness", default: 0, identity: 0, in: -1...1, "The value added to each channel, as a part of full scale."),
      .number(
        "contrast", default: 1, identity: 1, in: 0...4, "The factor of each channel's distance from middle gray."),
    ], example: "--saturation 1.5")

  /// True when all three change nothing.
  public var isIdentity: Bool { saturation == 1 && brightness == 0 && contrast == 1 }

  /// (luma + saturation · (c − luma) + 255 · brightness − 127.5) · contrast + 127.5 for each channel c.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    let luma = SIMD4(repeating: Luma.of(color))
    // Without this a saturation of 1 would add the rounding error of the luma.
    let mixed = saturation == 1 ? color : luma + saturation * (color - luma)
    var new = (mixed + 255 * brightness - 127.5) * contrast + 127.5
    new.w = color.w
    return new
  }

  /// Tables if no channel depends on another, otherwise sums.
  public var kernel: ColorKernel { saturation == 1 ? .curves(ColorCurves(self)) : .sums(ColorSums(self)) }
}
