import PaintRaster

/// Scaling a picture up or down, computed box by box.
///
/// Colours are weighted by alpha: transparent pixels contribute no colour. Boxes and threads do not change the result.
public struct Resampling: Sendable {
  /// The size of the old picture.
  public let oldSize: CanvasSize
  /// The size of the new picture.
  public let newSize: CanvasSize
  /// The method.
  public let method: ResamplingMethod

  enum Axes: Sendable {
    case copies(columns: [Int], rows: [Int])
    case sums(columns: ResamplingAxis, rows: ResamplingAxis)
  }

  let axes: Axes

  /// A change of size; pixels are copied unchanged if the sizes are equal.
  ///
  /// - Parameter part: the part of the old picture that becomes the new one, for methods that mix pixels; nil for all of it.
  /// - Complexity: O(the sides' lengths times the kernel's width): at most a million weights for usual sizes.
  public init(
    from oldSize: CanvasSize, part: PartialBox? = nil, to newSize: CanvasSize, method: ResamplingMethod = .lanczos3
  ) {
    self.oldSize = oldSize
    self.newSize = newSize
    self.method = method
    if method == .nearest || oldSize == newSize && part == nil {
      axes = .copies(
        columns: Self.nearest(from: oldSize.width, to: newSize.width),
        rows: Self.nearest(from: oldSize.height, to: newSize.height))
    } else {
      axes = .sums(
        columns: ResamplingAxis(
          from: oldSize.width, part: part.map { ($0.x, $0.width) }, to: newSize.width, method: method),
        rows: ResamplingAxis(
          from: oldSize.height, part: part.map { ($0.y, $0.height) }, to: newSize.height, method: method))
    }
  }

  /// The pixels that contain the new pixels' centres, in integer arithmetic: ⌊(2i + 1)·old / 2·new⌋.
  private static func nearest(from old: Int, to new: Int) -> [Int] {
    (0..<new).map { (2 * $0 + 1) * old / (2 * new) }
  }

  /// The pixels of the old picture that the new one needs in `box`, which must not be empty.
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

  /// Writes all pixels of `target`, a box of the new picture, from `source`, which must contain its
  /// ``sourceBox(for:)``.
  public func apply(to source: PixelSource, writing target: PixelTarget, with workers: Workers) {
    let rows = ResampledRows(self, columns: target.box.x..<target.box.maxX, from: target.box.y, with: workers)
    rows.write(target) { _, take in take(source) }
  }
}
