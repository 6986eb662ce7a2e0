import PaintRaster

/// Replaces each pixel by a mean of those around it, with the weights of a Gaussian.
public struct GaussianBlur: Filter, PyramidFilter {
  /// The standard deviation in pixels.
  public var radius: Double

  /// The filter with this parameter.
  public init(radius: Double = 10) { self.radius = radius }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(radius: values.number("radius")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "gaussian-blur", aliases: ["blur"], "Blurs with a Gaussian.",
    [.number("radius", default: 10, identity: 0, in: 0...1000, unit: "px", "The Gaussian's standard deviation.")])

  /// True at radius 0.
  public var isIdentity: Bool { radius == 0 }

  /// The box grown by about four radii.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    guard !isIdentity else { return box }
    return EdgeReader.clamped(GaussianPlan(deviation: radius).sourceBox(for: box), on: canvas)
  }

  /// Blurs; the time hardly depends on the radius.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    guard !isIdentity else { return target.copy(source) }
    kernel.blur(EdgeReader(source: source, canvas: canvas), old: source, writing: target, with: workers)
  }

  private var kernel: GaussianKernel<PlainFinish> {
    GaussianKernel(plan: GaussianPlan(deviation: radius), finish: PlainFinish())
  }

  var pyramid: GaussianPlan? { isIdentity ? nil : kernel.plan.pyramid }

  func finish(_ coarse: FloatBlock, old source: PixelSource, writing target: PixelTarget, with workers: Workers) {
    kernel.expand(coarse, old: source.part(target.box), writing: target, with: workers)
  }
}
