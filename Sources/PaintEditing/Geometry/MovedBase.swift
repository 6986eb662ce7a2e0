import PaintFilters
import PaintHistory
import PaintRaster

/// What the eraser brings back on a new canvas: the old one's, moved like the picture.
///
/// Only the parts are drawn that depend on tiles in which the two differ.
struct MovedBase {
  /// How it is drawn.
  let drawing: CanvasDrawing
  /// The columns between which they differ, by row of tiles.
  private var columns: [Int: ClosedRange<Int>] = [:]

  init(_ drawing: CanvasDrawing, differingIn tiles: [TileIndex]) {
    self.drawing = drawing
    for tile in tiles {
      let known = columns[tile.y] ?? tile.x...tile.x
      columns[tile.y] = min(known.lowerBound, tile.x)...max(known.upperBound, tile.x)
    }
  }

  /// Whether a box of the new canvas may differ from the new picture.
  func mayDiffer(in box: PixelBox) -> Bool {
    let source = drawing.sourceBox(box)
    guard !source.isEmpty else { return false }
    let (first, last) = (source.x.tile, (source.maxX - 1).tile)
    return (source.y.tile...(source.maxY - 1).tile).contains { row in
      columns[row].map { $0.lowerBound <= last && first <= $0.upperBound } ?? false
    }
  }
}

extension Int {
  /// The column or row of tiles of a pixel, which may be outside of the canvas.
  fileprivate var tile: Int { self >= 0 ? self / Tile.edge : -1 }
}
