import PaintHistory
import PaintRaster

/// A picture that is updated from revision to revision: only the tiles that a revision wrote are read again.
///
/// Tiles are cached up to a bound; the other rows of tiles are read again for each revision.
struct IncrementalPicture {
  private let history: History
  /// The part of the canvas.
  let box: PixelBox
  private let bound: Int
  private var snapshot: Snapshot
  /// The tiles of the cached rows.
  private var kept: [UInt32: Tile] = [:]
  private var keptRows: Range<Int>

  private var columns: Range<Int> { box.x / Tile.edge..<(box.maxX - 1) / Tile.edge + 1 }
  private var rows: Range<Int> { box.y / Tile.edge..<(box.maxY - 1) / Tile.edge + 1 }

  /// Begins with a box of a revision's picture; caches at most `bound` bytes of pixels.
  init(_ snapshot: Snapshot, box: PixelBox, in history: History, keeping bound: Int) {
    self.snapshot = snapshot
    self.history = history
    self.box = box
    self.bound = bound
    keptRows = box.y / Tile.edge..<box.y / Tile.edge
  }

  /// Updates the picture to a child of its revision.
  mutating func step(to child: Snapshot) throws(HistoryError) {
    precondition(child.revision.parent == snapshot.revision.number, "a picture is made from the one before")
    let isNewBase = child.revision.base != snapshot.revision.base
    snapshot = child
    if isNewBase {
      kept.removeAll(keepingCapacity: true)
      keptRows = rows.lowerBound..<rows.lowerBound
      return
    }
    for index in try history.tiles(writtenBy: child.revision.number) where kept[index.key] != nil {
      kept[index.key] = try child.uncachedTile(at: index)
    }
  }

  /// Passes the pixels of the box as rows, in bands of one row of tiles, from top to bottom.
  ///
  /// - Parameter visiting: called with each tile of the box.
  mutating func forEachBand(
    _ body: (Span<UInt32>, Int) throws -> Void, visiting: (TileIndex, Tile) -> Void
  ) throws {
    var band = PixelBand(box: box)
    for row in rows {
      if keptRows.contains(row) {
        for column in columns {
          let index = TileIndex(x: column, y: row)
          if let tile = kept[index.key] {
            band.copy(tile, at: index)
            visiting(index, tile)
          }
        }
      } else {
        let keeps = row == keptRows.upperBound && (kept.count + columns.count) * Tile.byteCount <= bound
        do throws(SnapshotError<Never>) {
          try snapshot.forEachTile(row: row, columns: columns) { (index, tile) throws(Never) in
            band.copy(tile, at: index)
            visiting(index, tile)
            if keeps { kept[index.key] = tile }
          }
        } catch {
          throw HistoryError(error)
        }
        if keeps { keptRows = keptRows.lowerBound..<row + 1 }
      }
      try band.withRows(ofTileRow: row, body)
    }
  }
}
