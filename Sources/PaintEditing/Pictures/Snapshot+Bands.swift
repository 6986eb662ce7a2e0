import PaintHistory
import PaintRaster

extension Snapshot {
  /// Passes the pixels of a box of the picture as rows, in bands of one row of tiles, from top to bottom.
  ///
  /// Memory is that of a band. The tiles are not cached.
  ///
  /// - Parameters:
  ///   - body: receives the band's pixels, row by row, and the number of rows.
  ///   - tile: called with each tile.
  func forEachBand(
    in box: PixelBox, _ body: (Span<UInt32>, Int) throws -> Void,
    visiting tile: (TileIndex, Tile) -> Void = { _, _ in }
  ) throws {
    var band = PixelBand(box: box)
    let columns = box.x / Tile.edge..<(box.maxX - 1) / Tile.edge + 1
    for row in box.y / Tile.edge..<(box.maxY - 1) / Tile.edge + 1 {
      do throws(SnapshotError<Never>) {
        try forEachTile(row: row, columns: columns) { (index, found) throws(Never) in
          band.copy(found, at: index)
          tile(index, found)
        }
      } catch {
        throw HistoryError(error)
      }
      try band.withRows(ofTileRow: row, body)
    }
  }
}
