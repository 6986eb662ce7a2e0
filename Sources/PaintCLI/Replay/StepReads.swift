import PaintEditing
import PaintRaster

/// What an edit reads of the canvas before it: if nothing of it differs, the edit makes the same tiles again.
///
/// More than it reads may be stated, never less.
struct StepReads {
  /// A part of a picture.
  enum Area {
    /// No pixel.
    case nothing
    /// The pixels of these boxes; they may be outside of the canvas.
    case boxes([PixelBox])
    /// The whole canvas.
    case everything

    /// The pixels of a box.
    static func box(_ box: PixelBox) -> Area { .boxes([box]) }

    /// The pixels between two corners, and those around them for a soft border.
    static func pixels(from low: Point, to high: Point) -> [PixelBox] {
      // Beyond this no canvas has pixels.
      func bounded(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
      let (left, top) = (bounded((low.x - 2).rounded(.down)), bounded((low.y - 2).rounded(.down)))
      let right = bounded((high.x + 2).rounded(.up))
      let bottom = bounded((high.y + 2).rounded(.up))
      return [PixelBox(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))]
    }

    /// Whether it has pixels of one of the tiles.
    ///
    /// - Complexity: O(tiles).
    func touches(_ tiles: Set<TileIndex>) -> Bool {
      switch self {
      case .nothing: false
      case .boxes(let boxes):
        tiles.contains { tile in boxes.contains { !$0.intersection(tile.box).isEmpty } }
      case .everything: !tiles.isEmpty
      }
    }
  }

  /// The picture.
  var picture: Area
  /// What the eraser brings back.
  var base = Area.nothing
  /// Whether the selection limits it, or is part of what it makes.
  var selection = true

  /// Everything: for an edit of which only running tells what it reads, and for one that replaces the canvas.
  static let everything = StepReads(picture: .everything, base: .everything)

  /// Whether it reads something that differs.
  func reads(_ difference: LineDifference) -> Bool {
    selection && difference.selectsOtherwise || picture.touches(difference.picture) || base.touches(difference.base)
  }
}
