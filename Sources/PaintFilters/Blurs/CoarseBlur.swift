import PaintRaster

/// Applies a filter whose blur has such a large radius that boxes of the canvas would read most of it repeatedly.
///
/// The canvas is read once, in parts, and reduced to the coarsest grid of the blur's pyramid, which is small; each box
/// of the result is then expanded from that grid. As every step is a fixed sum over pixels at fixed positions of the
/// canvas, the result is bit-identical to ``Filter/apply(to:writing:on:with:)``.
public final class CoarseBlur: @unchecked Sendable {
  // Unchecked: only one thread at a time takes sources, and they are finished after that.

  private let filter: any PyramidFilter
  private let kernel: GaussianKernel<PlainFinish>
  private let canvas: CanvasSize
  /// The box of the coarsest grid that expanding to the region reads.
  private let needed: PixelBox
  /// The needed part of the canvas on the coarsest grid.
  private let reduced: FloatBlock
  /// Parts of that grid, each computed from one of the ``sources``.
  private let parts: [PixelBox]
  /// Boxes of the canvas that must be read one after the other before anything is written.
  public let sources: [PixelBox]

  /// The chain's blur for a region of a canvas; nil if it is not the chain's only filter.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of pixels of a source, if that is possible.
  ///   - gridBytes: the maximum bytes of the coarsest grid and its blur; nil is returned if they need more.
  public init?(
    _ chain: FilterChain, for region: PixelBox, on canvas: CanvasSize, limit: Int, gridBytes: Int = .max
  ) {
    let active = chain.filters.filter { !$0.isIdentity }
    guard active.count == 1, let filter = active[0] as? any PyramidFilter, let plan = filter.pyramid else { return nil }
    self.filter = filter
    self.canvas = canvas
    kernel = GaussianKernel(plan: plan, finish: PlainFinish())
    needed = plan.coarse(filter.blurred(region))
    let whole = plan.grown(needed).clamped(to: GaussianPlan.cores(of: canvas, levels: plan.levels)[plan.levels])
    // The grid, the same blurred along rows, and then along columns.
    guard whole.width * whole.height * 3 * MemoryLayout<FloatPixel>.stride <= gridBytes else { return nil }
    reduced = FloatBlock(whole)
    var (width, height) = (whole.width, whole.height)
    func source(_ part: PixelBox) -> PixelBox { plan.source(ofCoarse: part, on: canvas) }
    func isOver() -> Bool {
      // Parts in the middle have the largest sources.
      let box = PixelBox(
        x: whole.x + (whole.width - width) / 2, y: whole.y + (whole.height - height) / 2, width: width, height: height)
      let read = source(box)
      return read.width * read.height > limit
    }
    while isOver(), width > 1 || height > 1 {
      if width > height { width = (width + 1) / 2 } else { height = (height + 1) / 2 }
    }
    var parts: [PixelBox] = []
    for y in stride(from: whole.y, to: whole.maxY, by: height) {
      for x in stride(from: whole.x, to: whole.maxX, by: width) {
        parts.append(PixelBox(x: x, y: y, width: width, height: height).intersection(whole))
      }
    }
    self.parts = parts
    sources = parts.map(source)
  }

  /// Reduces one of the ``sources``, given by its number.
  public func take(_ number: Int, _ source: PixelSource, with workers: Workers) {
    let part = kernel.reduced(EdgeReader(source: source, canvas: canvas), to: parts[number], with: workers)
    reduced.copy(part)
  }

  /// The blurred grid, after ``take(_:_:with:)`` for all sources.
  public func finished(with workers: Workers) -> CoarseResult {
    CoarseResult(filter: filter, grid: kernel.convolved(reduced, to: needed, with: workers))
  }
}

/// The coarsest grid of a blur, from which the filter's result is computed box by box.
public struct CoarseResult: Sendable {
  fileprivate let filter: any PyramidFilter
  fileprivate let grid: FloatBlock

  /// Writes the result for all pixels of `target`, a box in the region.
  ///
  /// - Parameter source: contains the pixels of the target's box.
  public func apply(to source: PixelSource, writing target: PixelTarget, with workers: Workers) {
    filter.finish(grid, old: source, writing: target, with: workers)
  }
}

/// A filter with one blur, whose coarsest grid can be computed for the whole canvas first.
protocol PyramidFilter: Filter {
  /// The blur's plan; nil if the picture is not halved.
  var pyramid: GaussianPlan? { get }

  /// The box of the blurred pixels that the result in `box` needs.
  func blurred(_ box: PixelBox) -> PixelBox

  /// Writes the result for all pixels of `target`; `source` contains the canvas's pixels there.
  func finish(_ coarse: FloatBlock, old source: PixelSource, writing target: PixelTarget, with workers: Workers)
}

extension PyramidFilter {
  func blurred(_ box: PixelBox) -> PixelBox { box }
}

extension GaussianPlan {
  /// The plan; nil if it does not halve the picture.
  var pyramid: GaussianPlan? { levels > 0 ? self : nil }

  /// The pixels of the coarsest grid that expanding to `box` reads.
  func coarse(_ box: PixelBox) -> PixelBox { (0..<levels).reduce(box) { box, _ in Self.expanding(to: box) } }

  /// The pixels of the canvas that reducing to a part of the coarsest grid reads.
  func source(ofCoarse part: PixelBox, on canvas: CanvasSize) -> PixelBox {
    let cores = Self.cores(of: canvas, levels: levels)
    return stride(from: levels - 1, through: 0, by: -1).reduce(part) { box, level in
      Self.reducing(to: box).clamped(to: cores[level])
    }
  }
}
