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

  /// The same with several rows of tiles at a time, about 512 tiles, which are read on all processors.
  ///
  /// - Parameters:
  ///   - body: receives the pixels, row by row, the number of rows, and the number of rows of tiles.
  ///   - tile: called with each tile, by several threads at the same time.
  func forEachWideBand(
    in box: PixelBox, _ body: (Span<UInt32>, Int, Int) throws -> Void,
    visiting tile: @escaping @Sendable (TileIndex, Tile) -> Void = { _, _ in }
  ) throws {
    let columns = box.x / Tile.edge..<(box.maxX - 1) / Tile.edge + 1
    let end = (box.maxY - 1) / Tile.edge + 1
    let step = max(1, 512 / columns.count)
    var block: PixelBlock?
    for first in stride(from: box.y / Tile.edge, to: end, by: step) {
      let rows = first..<min(first + step, end)
      let part = PixelBox(
        x: box.x, y: rows.lowerBound * Tile.edge, width: box.width, height: rows.count * Tile.edge
      ).intersection(box)
      // Memory that has pages already is used again.
      let memory = if let block, block.box.height == part.height { block } else { PixelBlock(unwritten: part) }
      block = memory
      let target = memory.target.moved(to: part.x, part.y)
      try forEachTile(rows: rows, columns: columns, with: .all) { index, found in
        target.copy(found, at: index, in: part)
        tile(index, found)
      }
      try memory.withPixels { pixels in try body(pixels, part.height, rows.count) }
    }
  }
}
