import PaintRaster

/// Replaces each pixel by the mean of the square around it.
public struct BoxBlur: Filter {
  /// The number of pixels that the square extends to each side.
  public var radius: Int

  /// The filter with this parameter.
  public init(radius: Int = 10) { self.radius = radius }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(radius: values.integer("radius")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "box-blur", "Blurs with the mean of a square.",
    [.integer("radius", default: 10, identity: 0, in: 0...1000, unit: "px", "The square's side is 2 · radius + 1.")])

  /// True at radius 0.
  public var isIdentity: Bool { radius == 0 }

  /// The box grown by the radius.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    PixelBox(
      x: box.x - radius, y: box.y - radius, width: box.width + 2 * radius, height: box.height + 2 * radius
    ).intersection(canvas.box)
  }

  /// Computes exact means, rounded half up, with running sums: the time does not depend on the radius.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    guard !isIdentity else { return target.copy(source) }
    let height = target.box.height
    // A band first sums 2 · radius + 1 rows, so it should have at least as many.
    let bands = max(1, min(workers.count, height / (2 * radius + 1)))
    workers.forEach(bands) { band in
      let rows = target.box.y + height * band / bands..<target.box.y + height * (band + 1) / bands
      BoxSums(radius: radius, source: source, canvas: canvas).write(rows, of: target)
    }
  }
}
