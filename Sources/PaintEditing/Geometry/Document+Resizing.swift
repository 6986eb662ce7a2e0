import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// Makes the picture larger or smaller.
  ///
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Complexity: O(pixels of both pictures), times the kernel's width; memory is that of the rows that a band of the new
  ///   picture is made of.
  public func resize(
    to size: CanvasSize, method: ResamplingMethod, name: String, command: String
  ) throws(HistoryError) -> Revision? {
    let picture = try history.snapshot(at: history.current.number)
    if size == picture.size { return nil }
    let resampling = Resampling(from: picture.size, to: size, method: method)
    let canvas = BlankCanvas(size: size, background: picture.revision.background)
    return try remake(canvas, name: name, command: command) { (target) throws(HistoryError) in
      let source = try picture.pixels(in: resampling.sourceBox(for: target.box))
      resampling.apply(to: source.source, writing: target, with: .all)
      withExtendedLifetime(source) {}
    }
  }
}
