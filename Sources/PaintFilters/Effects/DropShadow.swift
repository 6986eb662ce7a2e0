import PaintRaster

/// Adds a blurred shadow of the picture's shape behind it.
public struct DropShadow: Filter, PyramidFilter {
  /// The shadow's offset to the right and downwards, in pixels.
  public var offset: SIMD2<Int>
  /// The blur's standard deviation in pixels.
  public var radius: Double
  /// The shadow's colour; its alpha is the shadow's maximum alpha.
  public var color: Pixel

  /// The filter with these parameters.
  public init(offset: SIMD2<Int> = [8, 8], radius: Double = 8, color: Pixel = Pixel(bits: 0x8000_0000)) {
    self.offset = offset
    self.radius = radius
    self.color = color
  }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) {
    self.init(
      offset: [values.integer("offset-x"), values.integer("offset-y")], radius: values.number("radius"),
      color: values.color("color"))
  }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "drop-shadow", aliases: ["shadow"], "Adds a blurred shadow behind opaque pixels.",
    [
      .integer("offset-x", default: 8, in: -4096...4096, unit: "px", "The shadow's distance to the right."),
      .integer("offset-y", default: 8, in: -4096...4096, unit: "px", "The shadow's distance downwards."),
      .number("radius", default: 8, in: 0...1000, unit: "px", "The blur's standard deviation."),
      .color("color", default: Pixel(bits: 0x8000_0000), "The shadow's colour; its alpha is the shadow's strength."),
    ])

  /// True when the shadow's colour is transparent.
  public var isIdentity: Bool { color.alpha == 0 }

  /// The box that casts the shadow in `box`.
  private func shadowSource(of box: PixelBox) -> PixelBox {
    box.moved(byX: -offset.x, y: -offset.y)
  }

  /// The box, and the box moved back by the offset and grown by about four radii.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    guard !isIdentity else { return box }
    let far = radius > 0 ? GaussianPlan(deviation: radius).sourceBox(for: shadowSource(of: box)) : shadowSource(of: box)
    return EdgeReader.clamped(far, on: canvas).union(box)
  }

  /// Composites the picture over the shadow (source-over).
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    guard !isIdentity else { return target.copy(source) }
    let reader = EdgeReader(source: source, canvas: canvas)
    let shadow = shadowSource(of: target.box)
    let old = source.part(target.box).moved(to: shadow.x, shadow.y)
    let moved = target.moved(to: shadow.x, shadow.y)
    guard radius > 0 else {
      ShadowFinish(color).composite(old, over: reader, writing: moved, with: workers)
      return
    }
    kernel.blur(reader, old: old, writing: moved, with: workers)
  }

  private var kernel: GaussianKernel<ShadowFinish> {
    GaussianKernel(plan: GaussianPlan(deviation: radius), finish: ShadowFinish(color))
  }

  var pyramid: GaussianPlan? { isIdentity || radius == 0 ? nil : kernel.plan.pyramid }

  func blurred(_ box: PixelBox) -> PixelBox { shadowSource(of: box) }

  func finish(_ coarse: FloatBlock, old source: PixelSource, writing target: PixelTarget, with workers: Workers) {
    let shadow = shadowSource(of: target.box)
    let old = source.part(target.box).moved(to: shadow.x, shadow.y)
    let moved = target.moved(to: shadow.x, shadow.y)
    kernel.expand(coarse, old: old, writing: moved, with: workers)
  }
}
