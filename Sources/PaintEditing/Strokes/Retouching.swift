import PaintHistory
import PaintRaster

/// What a retouching brush does to the pixels that its line covers.
///
/// The line dissolves them, as an eraser does, into another picture: one made of the picture before the stroke, so that
/// nothing that the stroke itself changes is read. Coverage and opacity are those of an eraser.
public enum Retouching: Sendable, Hashable {
  /// The pixel at (i, j) becomes the one at (i + x, j + y); where that is not on the canvas, nothing changes.
  case clone(x: Int, y: Int)
  /// Pixels become those that `GaussianBlur` makes of the whole picture; its standard deviation is `radius`, in pixels.
  case blur(radius: Double)
}

extension Retouching {
  /// The tiles of the picture into which a stroke dissolves the canvas.
  func tiles(of picture: Snapshot) -> (TileIndex) throws(HistoryError) -> Tile {
    switch self {
    case .clone(let x, let y):
      let moved = MovedPicture(picture, x: x, y: y)
      return { (index) throws(HistoryError) in try moved.tile(at: index) }
    case .blur(let radius):
      let blurred = BlurredPicture(picture, radius: radius)
      return { (index) throws(HistoryError) in try blurred.tile(at: index) }
    }
  }
}
