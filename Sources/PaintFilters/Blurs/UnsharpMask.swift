import PaintRaster

/// Sharpens: adds to each colour its difference from the blurred picture.
public struct UnsharpMask: Filter, PyramidFilter {
  /// The blur's standard deviation in pixels.
  public var radius: Double
  /// The factor for the difference that is added.
  public var intensity: Double

  /// The filter with these parameters.
  public init(radius: Double = 2.5, intensity: Double = 0.5) {
    self.radius = radius
    self.intensity = intensity
  }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) {
    self.init(radius: values.number("radius"), intensity: values.number("intensity"))
  }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "unsharp-mask", aliases: ["sharpen"], "Sharpens: adds to each colour its difference from a blurred picture.",
    [
      .number("radius", default: 2.5, identity: 0, in: 0...1000, unit: "px", "The blur's standard deviation."),
      .number("intensity", default: 0.5, identity: 0, in: 0...100, "The share of the difference that is added."),
    ])

  /// True at radius or intensity 0.
  public var isIdentity: Bool { radius == 0 || intensity == 0 }

  /// The box grown by about four radii.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    GaussianBlur(radius: isIdentity ? 0 : radius).sourceBox(for: box, on: canvas)
  }

  /// Blurs and adds the difference.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    guard !isIdentity else { return target.copy(source) }
    kernel.blur(EdgeReader(source: source, canvas: canvas), old: source, writing: target, with: workers)
  }

  private var kernel: GaussianKernel<SharpeningFinish> {
    GaussianKernel(plan: GaussianPlan(deviation: radius), finish: SharpeningFinish(intensity: Float(intensity)))
  }

  var pyramid: GaussianPlan? { isIdentity ? nil : kernel.plan.pyramid }

  func finish(_ coarse: FloatBlock, old source: PixelSource, writing target: PixelTarget, with workers: Workers) {
    kernel.expand(coarse, old: source.part(target.box), writing: target, with: workers)
  }
}

/// c + intensity · (c − blurred c) for each straight colour c; alpha does not change.
private struct SharpeningFinish: BlurFinish {
  let intensity: Float

  @inline(__always)
  func pixel(blurred: FloatPixel, old: UInt32) -> UInt32 {
    guard old >= 0x0100_0000 else { return old }
    let colors = FloatPixel(samplesOf: old)
    // The pixel itself contributes to the blur, so the blurred alpha is above 0.
    let mean = blurred * FloatPixel(repeating: 255 / blurred.w)
    let new = (colors + intensity * (colors - mean)).clampedToBytes
    return new.roundedBits & 0x00FF_FFFF | old & 0xFF00_0000
  }
}
