import PaintRaster

/// Turns the picture into squares of one colour: the mean of the pixels in each.
public struct Pixellate: Filter {
  /// The side of a square in pixels.
  public var scale: Int
  /// The centre of one of the squares.
  public var center: FilterPoint

  /// The filter with these parameters.
  public init(scale: Int = 8, center: FilterPoint = .center) {
    self.scale = scale
    self.center = center
  }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) {
    self.init(scale: values.integer("scale"), center: values.point("center"))
  }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "pixellate", aliases: ["pixelate"], "Turns the picture into squares of one colour.",
    [
      .integer("scale", default: 8, identity: 1, in: 1...4096, unit: "px", "The side of a square."),
      .point("center", default: .center, in: -100_000...100_000, "The point at the centre of a square."),
    ])

  /// True for squares of one pixel.
  public var isIdentity: Bool { scale == 1 }

  /// The first column and row of one of the squares.
  private func start(on canvas: CanvasSize) -> (x: Int, y: Int) {
    let position = center.position(on: canvas)
    return (Int(position.x.rounded(.down)) - scale / 2, Int(position.y.rounded(.down)) - scale / 2)
  }

  /// The last square edge at or before `value`; `start` is one of the edges.
  private func edge(before value: Int, _ start: Int) -> Int {
    let rest = (value - start) % scale
    return value - (rest < 0 ? rest + scale : rest)
  }

  /// All squares that intersect the box, clipped to the canvas.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    let start = start(on: canvas)
    let (x, y) = (edge(before: box.x, start.x), edge(before: box.y, start.y))
    let right = edge(before: box.maxX - 1, start.x) + scale
    let bottom = edge(before: box.maxY - 1, start.y) + scale
    return PixelBox(x: x, y: y, width: right - x, height: bottom - y).intersection(canvas.box)
  }

  /// Computes means; of squares that extend beyond the canvas, only the part on it counts.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    guard !isIdentity else { return target.copy(source) }
    let start = start(on: canvas)
    let box = target.box
    let first = edge(before: box.y, start.y)
    workers.forEachBand(of: (box.maxY - first + scale - 1) / scale, cost: box.width * scale * 3) { bands in
      for band in bands {
        for left in stride(from: edge(before: box.x, start.x), to: box.maxX, by: scale) {
          let square = PixelBox(x: left, y: first + band * scale, width: scale, height: scale)
          let sums = PixelSums(of: square.intersection(canvas.box), in: source)
          target.map(source, in: square.intersection(box)) { _, _, old in sums.mean(over: old) }
        }
      }
    }
  }
}
