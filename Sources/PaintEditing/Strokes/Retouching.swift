import PaintHistory
import PaintRaster

/// What a retouching brush does to the pixels along its line.
///
/// It has no colour: the new pixels are made of those of the picture before the stroke. A brush is one type that conforms to
/// this, in one file.
public protocol Retouching: Sendable {
  /// Changes the pixels along a stroke.
  ///
  /// - Throws: the errors of `EditContext.edit` and of `EditContext.picture`.
  func apply(_ stroke: StrokeEdit, to canvas: inout EditContext) throws(HistoryError)
}

extension EditContext {
  /// Dissolves the pixels that a stroke's line covers into those of other tiles, as an eraser does.
  mutating func dissolve(
    along stroke: StrokeEdit, into tiles: (TileIndex) throws(HistoryError) -> Tile
  ) throws(HistoryError) {
    let drawing = StrokeDrawing(stroke, canvas: size, scanner: document.scanner)
    try drawing.erase(with: &self, restoring: tiles)
  }
}
