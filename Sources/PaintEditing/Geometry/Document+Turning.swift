import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// Turns or mirrors the picture; every pixel stays what it is.
  ///
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Complexity: O(pixels); memory is that of a row of tiles, or for quarter turns of a column of them.
  public func turn(_ turn: CanvasTurn, name: String, command: String) throws(HistoryError) -> Revision? {
    let picture = try history.snapshot(at: history.current.number)
    let canvas = BlankCanvas(size: turn.size(of: picture.size), background: picture.revision.background)
    return try remake(canvas, name: name, command: command) { (target) throws(HistoryError) in
      let source = try picture.pixels(in: turn.sourceBox(for: target.box, of: picture.size))
      turn.copy(source.source, to: target)
      withExtendedLifetime(source) {}
    }
  }
}
