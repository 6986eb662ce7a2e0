import PaintRaster

/// Darkens the picture towards its corners.
public struct Vignette: Filter {
  /// The strength: 1 turns the farthest pixels black, negative values brighten.
  public var intensity: Double
  /// The distance at which the effect is strongest, in half diagonals of the canvas.
  public var radius: Double
  /// The point that does not change.
  public var center: FilterPoint

  /// The filter with these parameters.
  public init(intensity: Double = 0, radius: Double = 1, center: FilterPoint = .center) {
    self.intensity = intensity
    self.radius = radius
    self.center = center
  }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) {
    self.init(
      intensity: values.number("intensity"), radius: values.number("radius"), center: values.point("center"))
  }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "vignette", "Darkens the picture towards its corners.",
    [
      .number(
        "intensity", default: 0.5, identity: 0, in: -1...1, "At the full effect 1 gives black; below 0 brightens."),
      .number(
        "radius", default: 1, in: 0...2, unit: "half diagonals", "The distance of the full effect."),
      .point("center", default: .center, in: -100_000...100_000, "The point that does not change."),
    ])

  /// True at intensity 0.
  public var isIdentity: Bool { intensity == 0 }

  /// The same box.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox { box }

  /// The factor for the colours at the centre of pixel (x, y): 1 − intensity · t²·(3 − 2t), where t is the square of
  /// the distance from the centre over the square of the radius, at most 1.
  func factor(_ x: Int, _ y: Int, on canvas: CanvasSize) -> Double {
    let position = center.position(on: canvas)
    let dx = Double(x) + 0.5 - position.x
    let dy = Double(y) + 0.5 - position.y
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let limit = radius * radius * (width * width + height * height) / 4
    let distance = dx * dx + dy * dy
    let t = distance < limit ? distance / limit : 1
    return 1 - intensity * (t * t * (3 - 2 * t))
  }

  /// Multiplies the colours; alpha and fully transparent pixels do not change.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    let box = target.box
    workers.forEachBand(of: box.height, cost: box.width * 12) { rows in
      target.map(source, in: box.part(rows: rows)) { x, y, old in
        let factor = Float(factor(x, y, on: canvas))
        let new = (FloatPixel(samplesOf: old) * factor).clampedToBytes.roundedBits
        return old < 0x0100_0000 ? old : new & 0x00FF_FFFF | old & 0xFF00_0000
      }
    }
  }
}
