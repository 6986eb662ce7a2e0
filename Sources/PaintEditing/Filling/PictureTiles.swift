import PaintHistory
import PaintRaster

/// The current tiles of the canvas, for an edit that reads many of them: looks up row by row which tiles were ever
/// written.
///
/// On a mostly blank canvas, most tiles then need no index lookup.
final class PictureTiles {
  let size: CanvasSize
  private let history: History
  private let blank: Tile
  /// For each row of tiles, whether each column was written; nil if not looked up yet.
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
