import PaintRaster

/// Rotates colours about the gray axis.
public struct HueAdjust: ColorFilter {
  /// The angle in degrees, positive from red towards green.
  public var angle: Double

  /// The filter with this parameter.
  public init(angle: Double = 0) { self.angle = angle }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(angle: values.number("angle")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "hue-adjust", aliases: ["hue"], "Turns all hues by an angle and keeps their luma.",
    [.angle("angle", default: 0, identity: 0, in: -360...360, "The angle; positive turns red towards green.")],
    example: "--angle 90")

  /// True for whole turns.
  public var isIdentity: Bool { angle.truncatingRemainder(dividingBy: 360) == 0 }

  /// luma + cosine · (c − luma) + sine · s for each channel c, where s is the channel of `turned` below.
  ///
  /// The matrix of hueRotate in the Filter Effects Module with the luma weights used here. Its middle row of s, 0.143,
  /// 0.140 and −0.283 there, is replaced by the one that preserves luma. Grays do not change.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    let turn = Rotation(degrees: angle)
    let (sine, cosine) = (turn.sine, turn.cosine)
    let luma = Luma.of(color)
    let first = color.z * (1 - Luma.blue) - color.x * Luma.red - color.y * Luma.green
    let third = color.y * Luma.green + color.z * Luma.blue - color.x * (1 - Luma.red)
    let turned = SIMD4(first, 0 - (Luma.red * first + Luma.blue * third) / Luma.green, third, 0)
    var new = luma + cosine * (color - luma) + sine * turned
    new.w = color.w
    return new
  }

  /// Sums over the channels.
  public var kernel: ColorKernel { .sums(ColorSums(self)) }
}
