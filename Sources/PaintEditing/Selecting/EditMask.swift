import PaintHistory
import PaintRaster

/// The mask of the current selection, of which an edit reads the tiles that it changes.
struct EditMask {
  private let history: History
  /// What is known of it as a whole.
  let state: SelectionState

  private let listedTiles: ListedMaskTiles

  init(_ history: History, _ state: SelectionState, _ listedTiles: ListedMaskTiles) {
    self.history = history
    self.state = state
    self.listedTiles = listedTiles
  }

  /// The selected part of the tile at `index`, as in a `SelectionMask`.
  func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    if let tile = try history.tile(at: index, in: .selection, since: state.revision) { return tile }
    try listedTiles.checkHasNone(at: index, writtenBy: state.revision)
    return state.outside
  }

  /// The tiles of a box, for several threads.
  func tiles(rows: Range<Int>, columns: Range<Int>) throws(HistoryError) -> Tiles {
    var tiles: [Tile] = []
    tiles.reserveCapacity(rows.count * columns.count)
    for y in rows { for x in columns { tiles.append(try tile(at: TileIndex(x: x, y: y))) } }
    return Tiles(rows: rows, columns: columns, tiles: tiles)
  }

  /// Tiles of the mask that were read together.
  struct Tiles: Sendable {
    fileprivate let rows: Range<Int>
    fileprivate let columns: Range<Int>
    fileprivate let tiles: [Tile]

    subscript(index: TileIndex) -> Tile {
      tiles[(index.y - rows.lowerBound) * columns.count + index.x - columns.lowerBound]
    }
  }
}
