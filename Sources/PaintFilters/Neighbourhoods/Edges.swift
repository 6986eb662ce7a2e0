import PaintRaster

/// Detects edges: bright where colours change, black where they do not.
public struct Edges: Filter {
  /// The factor for the gradient.
  public var intensity: Double

  /// The filter with this parameter.
  public init(intensity: Double = 1) { self.intensity = intensity }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(intensity: values.number("intensity")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "edges", "Shows the slope of colours.",
    [.number("intensity", default: 1, in: 0...10, "The factor of the slope.")])

  /// Always false.
  public var isIdentity: Bool { false }

  /// The box grown by a pixel.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    PixelBox(x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2).intersection(canvas.box)
  }

  /// intensity · √(h² + v²) for each colour times alpha / 255; alpha and fully transparent pixels do not change.
  ///
  /// h and v are the Sobel sums: right minus left and lower minus upper neighbours with the weights 1 2 1, divided by
  /// 4.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    // Samples are scaled by 255, and the weights add up to 4.
    EdgeSlopes(scale: Float(intensity / 1020)).write(target, from: source, on: canvas, with: workers)
  }
}
