import PaintFilters
import PaintHistory
import PaintRaster

/// A picture that is mirrored, as an edit: the direction.
public enum FlipEdit: String, Sendable, CaseIterable {
  /// Swaps left and right.
  case horizontal
  /// Swaps top and bottom.
  case vertical

  /// The source box for a box of the mirrored picture.
  func sourceBox(for box: PixelBox, of size: CanvasSize) -> PixelBox {
    switch self {
    case .horizontal: PixelBox(x: size.width - box.maxX, y: box.y, width: box.width, height: box.height)
    case .vertical: PixelBox(x: box.x, y: size.height - box.maxY, width: box.width, height: box.height)
    }
  }
}

extension FlipEdit: Edit {
  /// Mirrors the picture horizontally or vertically, without changing any pixel's colour.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(pixels); memory for some rows of tiles.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let picture = try canvas.picture()
    let new = BlankCanvas(size: picture.size, background: picture.revision.background)
    try canvas.redrawCanvas(new) { (target) throws(HistoryError) in
      let source = try picture.pixels(in: sourceBox(for: target.box, of: picture.size))
      target.copy(mirrored: source.source, isHorizontal: self == .horizontal)
    }
  }
}
