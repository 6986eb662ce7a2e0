import PaintHistory
import PaintRaster

/// The tiles of the canvas as they are, for an edit that asks for many: which were ever written is looked up by rows.
///
/// On a canvas that is mostly blank, most tiles then cost no look into the index.
final class PictureTiles {
  let size: CanvasSize
  private let history: History
  private let blank: Tile
  /// By row of tiles: the columns that were written, nil where that was not asked for.
  private var written: [[Bool]?]

  init(_ history: History) {
    self.history = history
    size = history.current.size
    blank = .color(history.current.background)
    written = Array(repeating: nil, count: size.tileRows)
  }

  func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    let row: [Bool]
    if let known = written[index.y] {
      row = known
    } else {
      row = try history.writtenColumns(ofRow: index.y, count: size.tileColumns)
      written[index.y] = row
    }
    return row[index.x] ? try history.tile(at: index) : blank
  }
}
