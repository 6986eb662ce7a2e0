import PaintRaster

/// Filters one after the other, each working on the rounded pixels that the one before it left.
public struct FilterChain: Sendable {
  /// The filters, the first first.
  public let filters: [any Filter]

  /// The filters in that order; none leaves every picture as it is.
  public init(_ filters: [any Filter]) { self.filters = filters }

  /// True when it leaves every picture as it is, since each of its filters does.
  public var isIdentity: Bool { filters.allSatisfy { $0.isIdentity } }

  /// The pixels of the canvas that the result in `box` depends on, as ``Filter/sourceBox(for:on:)``.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    filters.reversed().reduce(box) { box, filter in
      filter.isIdentity ? box : filter.sourceBox(for: box, on: canvas)
    }
  }

  /// Writes the result for all pixels of `target`, as ``Filter/apply(to:writing:on:with:)``.
  ///
  /// Two filters that change something need memory for the box between them, three or more for two boxes.
  public func apply(
    to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers
  ) {
    let active = filters.filter { !$0.isIdentity }
    guard let last = active.last else { return PixelCopy.copy(source, to: target) }
    var boxes: [PixelBox] = []
    var box = target.box
    for filter in active.dropFirst().reversed() {
      box = filter.sourceBox(for: box, on: canvas)
      boxes.append(box)
    }
    var input = source
    var kept: PixelBlock?
    for (filter, box) in zip(active, boxes.reversed()) {
      let output = PixelBlock(box)
      filter.apply(to: input, writing: output.target, on: canvas, with: workers)
      input = output.source
      // The block before it is not needed any more.
      kept = output
    }
    last.apply(to: input, writing: target, on: canvas, with: workers)
    withExtendedLifetime(kept) {}
  }
}
