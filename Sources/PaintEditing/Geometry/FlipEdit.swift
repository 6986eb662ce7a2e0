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

extension FlipEdit: GeometryEdit {
  /// Mirrors the picture horizontally or vertically, without changing any pixel's colour.
  ///
  /// - Complexity: O(pixels); memory for some rows of tiles.
  func drawing(of picture: any PixelReading, memory: Int) -> CanvasDrawing? {
    let size = picture.size
    return CanvasDrawing(
      canvas: BlankCanvas(size: size, background: picture.background), sourceBox: { sourceBox(for: $0, of: size) }
    ) { (target) throws(HistoryError) in
      let source = try picture.pixels(in: sourceBox(for: target.box, of: size))
      target.copy(mirrored: source.source, isHorizontal: self == .horizontal)
    }
  }
}
