import PaintRaster

/// A picture made larger or smaller, computed box by box.
///
/// Colours are weighed by alpha: what is transparent lends no colour. Boxes and threads do not change the result.
public struct Resampling: Sendable {
  /// The size of the picture that is read.
  public let oldSize: CanvasSize
  /// The size of the picture that is made.
  public let newSize: CanvasSize
  /// How it is made.
  public let method: ResamplingMethod

  enum Axes: Sendable {
    case copies(columns: [Int], rows: [Int])
    case sums(columns: ResamplingAxis, rows: ResamplingAxis)
  }

  let axes: Axes

  /// The change of size; nothing is changed where the sizes are the same.
  ///
  /// - Complexity: O(the sides' lengths times the kernel's width): a million weights at most for usual sizes.
  public init(from oldSize: CanvasSize, to newSize: CanvasSize, method: ResamplingMethod = .lanczos3) {
    self.oldSize = oldSize
    self.newSize = newSize
    self.method = method
    if method == .nearest || oldSize == newSize {
      axes = .copies(
        columns: Self.nearest(from: oldSize.width, to: newSize.width),
        rows: Self.nearest(from: oldSize.height, to: newSize.height))
    } else {
      axes = .sums(
        columns: ResamplingAxis(from: oldSize.width, to: newSize.width, method: method),
        rows: ResamplingAxis(from: oldSize.height, to: newSize.height, method: method))
    }
  }

  /// The pixels in whose squares the centres fall, in whole numbers: ⌊(2i + 1)·old / 2·new⌋.
  private static func nearest(from old: Int, to new: Int) -> [Int] {
    (0..<new).map { (2 * $0 + 1) * old / (2 * new) }
  }

  /// The pixels of the old picture that those of the new one in `box`, which is not empty, are made of.
  public func sourceBox(for box: PixelBox) -> PixelBox {
    switch axes {
    case .copies(let columns, let rows):
      let (left, top) = (columns[box.x], rows[box.y])
      return PixelBox(
        x: left, y: top, width: columns[box.maxX - 1] + 1 - left, height: rows[box.maxY - 1] + 1 - top)
    case .sums(let columns, let rows):
      let (across, down) = (columns.sources(of: box.x..<box.maxX), rows.sources(of: box.y..<box.maxY))
      return PixelBox(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
    }
  }

  /// Writes all pixels of `target`, a box of the new picture, from `source`, which must hold its ``sourceBox(for:)``.
  public func apply(to source: PixelSource, writing target: PixelTarget, with workers: Workers) {
    let rows = ResampledRows(self, columns: target.box.x..<target.box.maxX, from: target.box.y, with: workers)
    rows.write(target) { _, take in take(source) }
  }
}
