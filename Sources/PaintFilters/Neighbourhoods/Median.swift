import PaintRaster

/// Replaces each channel by the median of the square around it: removes specks and keeps edges.
public struct Median: Filter {
  /// The number of pixels that the square extends to each side.
  public var radius: Int

  /// The filter with this parameter.
  public init(radius: Int = 1) { self.radius = radius }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(radius: values.integer("radius")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "median", "Removes specks and keeps edges: the median of a square.",
    [.integer("radius", default: 1, identity: 0, in: 0...100, unit: "px", "The square's side is 2 · radius + 1.")])

  /// True at radius 0.
  public var isIdentity: Bool { radius == 0 }

  /// The box grown by the radius.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    BoxBlur(radius: radius).sourceBox(for: box, on: canvas)
  }

  /// Computes medians; for colours, pixels are weighted by their alpha, so transparent ones do not count.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    guard !isIdentity else { return target.copy(source) }
    let box = target.box
    let width = max(32, 4 * radius)
    let across = (box.width + width - 1) / width
    let height = max(64, 8 * radius)
    let down = (box.height + height - 1) / height
    workers.forEach(across * down) { number in
      let piece = PixelBox(
        x: box.x + number % across * width, y: box.y + number / across * height, width: width, height: height
      ).intersection(box)
      MedianPiece(radius: radius, source: source, canvas: canvas, piece: piece).write(target)
    }
  }
}
