import PaintRaster

/// A sequence of filters, each applied to the rounded result of the previous one.
public struct FilterChain: Sendable {
  /// The filters, in the order in which they are applied.
  public let filters: [any Filter]

  /// The filters in that order; an empty chain changes no picture.
  public init(_ filters: [any Filter]) { self.filters = filters }

  /// True when all its filters are the identity.
  public var isIdentity: Bool { filters.allSatisfy { $0.isIdentity } }

  /// The pixels of the canvas that the result in `box` depends on, like ``Filter/sourceBox(for:on:)``.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    filters.reversed().reduce(box) { box, filter in
      filter.isIdentity ? box : filter.sourceBox(for: box, on: canvas)
    }
  }

  /// Writes the result for all pixels of `target`, like ``Filter/apply(to:writing:on:with:)``.
  ///
  /// Two filters that are not the identity need memory for one intermediate box, three or more for two.
  public func apply(
    to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers
  ) {
    let active = filters.filter { !$0.isIdentity }
    guard let last = active.last else { return target.copy(source) }
    var boxes: [PixelBox] = []
    var box = target.box
    for filter in active.dropFirst().reversed() {
      box = filter.sourceBox(for: box, on: canvas)
      boxes.append(box)
    }
    var input = source
    for (filter, box) in zip(active, boxes.reversed()) {
      let output = PixelBlock(unwritten: box)
      filter.apply(to: input, writing: output.target, on: canvas, with: workers)
      input = output.source
    }
    last.apply(to: input, writing: target, on: canvas, with: workers)
  }
}
