import PaintFilters
import PaintHistory
import PaintRaster

/// A canvas that is filled with one colour, as an edit.
public struct ClearEdit: Sendable {
  /// The colour, which becomes the canvas' background.
  public var color: Pixel

  /// Creates an edit that fills the canvas with a colour.
  public init(to color: Pixel) { self.color = color }
}

extension ClearEdit: Edit {
  /// Fills the canvas with one colour.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(tiles), and O(pixels) for tiles that are not one-colour tiles.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    try canvas.redrawCanvas(BlankCanvas(size: canvas.size, background: color), drawing: .empty) { _ in }
  }
}
