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
    "drop-shadow", aliases: ["shadow"], "Puts a blurred shadow behind what is opaque.",
    [
      .integer("offset-x", default: 8, in: -4096...4096, unit: "px", "How far the shadow lies to the right."),
      .integer("offset-y", default: 8, in: -4096...4096, unit: "px", "How far the shadow lies below."),
      .number("radius", default: 8, in: 0...1000, unit: "px", "The blur's standard deviation."),
      .color("color", default: Pixel(bits: 0x8000_0000), "The shadow's colour and, as its alpha, its strength."),
    ])

  /// True when the shadow's colour is transparent.
  public var isIdentity: Bool { color.alpha == 0 }

  /// The box that casts the shadow in `box`.
  private func shadowSource(of box: PixelBox) -> PixelBox {
    PixelBox(x: box.x - offset.x, y: box.y - offset.y, width: box.width, height: box.height)
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
      let finish = ShadowFinish(color)
      workers.forEachBand(of: moved.box.height, cost: moved.box.width * 10) { rows in
        let line = FloatRow(count: moved.box.width)
        for y in moved.box.y + rows.lowerBound..<moved.box.y + rows.upperBound {
          reader.read(row: y, columns: moved.box.x..<moved.box.maxX, into: line.base)
          let before = old.row(y, from: moved.box.x)
          let result = moved.row(y, from: moved.box.x)
          for x in 0..<moved.box.width { result[x] = finish.pixel(blurred: line.base[x], old: before[x]) }
        }
      }
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

/// The old pixel over the shadow's colour, whose alpha is multiplied by the blurred alpha.
private struct ShadowFinish: BlurFinish {
  private let color: FloatPixel
  private let strength: Float

  init(_ color: Pixel) {
    self.color = FloatPixel(samplesOf: color.bits)
    // From 0…65,025 to 0…1.
    strength = Float(color.alpha) / 255 / 65_025
  }

  /// With s and d the alphas (0…1) of the picture and of the shadow under it, the new alpha is s + d·(1 − s), and the
  /// colour is the mean of both with the weights s and d·(1 − s).
  @inline(__always)
  func pixel(blurred: FloatPixel, old: UInt32) -> UInt32 {
    guard old < 0xFF00_0000 else { return old }
    let samples = FloatPixel(samplesOf: old)
    let shown = samples.w
    let shadow = blurred.w * strength * (255 - shown)
    let alpha = shown + shadow
    // A shadow too faint to change alpha by one step changes nothing, not even colours under alpha 0.
    guard shadow >= 0.5 else { return old }
    var new = (samples * shown + color * shadow) * (1 / alpha)
    new.w = alpha
    return new.clampedToBytes.roundedBits
  }
}
