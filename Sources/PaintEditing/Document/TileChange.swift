import PaintRaster
import Synchronization

/// A tile that differs from the one before, with what its revision records of it.
///
/// Making one takes most of the time of putting a tile into a history, and needs nothing of the history: so the tiles of a
/// band are made by several threads.
struct TileChange: Sendable {
  let index: TileIndex
  /// The colour of the tile before; nil if it has several, whose memory is not needed any longer.
  let oldColor: Pixel?
  /// The new tile, as one colour if possible.
  let new: Tile
  let difference: TileDifference
  /// The hashes of both tiles' parts on the canvas; nil if both are of one colour, whose hashes an edit knows.
  let hashes: (old: BlockHash, new: BlockHash)?

  /// The change of the tile at `index`; nil if no pixel on the canvas differs.
  init?(from old: Tile, to new: Tile, at index: TileIndex, canvas: CanvasSize) {
    let inside = index.inside(canvas)
    let difference = TileDifference(from: old, to: new, inside: inside)
    if difference.isEmpty { return nil }
    self.index = index
    oldColor = if case .color(let color) = old { color } else { nil }
    self.new = new.compacted(inside: inside)
    self.difference = difference
    if case (.color, .color) = (old, self.new) {
      hashes = nil
    } else {
      hashes = (
        Fingerprint.blockHash(of: old, at: index, canvas: canvas),
        Fingerprint.blockHash(of: self.new, at: index, canvas: canvas)
      )
    }
  }

  /// The approximate nanoseconds in which one is made.
  private static let cost = 3_000

  /// The changes of all tiles in the rows and columns, row by row.
  ///
  /// - Parameter tiles: returns the old and the new tile; called by several threads at once.
  static func changes(
    rows: Range<Int>, columns: Range<Int>, on canvas: CanvasSize, with workers: Workers,
    _ tiles: @Sendable (TileIndex) -> (old: Tile, new: Tile)
  ) -> [TileChange] {
    let bands = Mutex<[(first: Int, changes: [TileChange])]>([])
    workers.forEachBand(of: rows.count, cost: columns.count * cost) { band in
      var changes: [TileChange] = []
      for y in rows.lowerBound + band.lowerBound..<rows.lowerBound + band.upperBound {
        for x in columns {
          let index = TileIndex(x: x, y: y)
          let (old, new) = tiles(index)
          if let change = TileChange(from: old, to: new, at: index, canvas: canvas) { changes.append(change) }
        }
      }
      bands.withLock { [changes] in $0.append((band.lowerBound, changes)) }
    }
    return bands.withLock { $0 }.sorted { $0.first < $1.first }.flatMap(\.changes)
  }
}
