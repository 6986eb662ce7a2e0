import PaintFilters
import PaintHistory
import PaintRaster

extension Snapshot {
  /// Copies the pixels of a box; what lies beyond the picture is left as it is.
  ///
  /// The tiles do not stay in memory.
  func read(into target: PixelTarget) throws(HistoryError) {
    let box = target.box.intersection(size.box)
    guard !box.isEmpty else { return }
    let columns = box.x / Tile.edge..<(box.maxX - 1) / Tile.edge + 1
    for row in box.y / Tile.edge..<(box.maxY - 1) / Tile.edge + 1 {
      do throws(SnapshotError<Never>) {
        try forEachTile(row: row, columns: columns) { (index, tile) throws(Never) in
          target.take(tile, at: index, in: box)
        }
      } catch {
        switch error {
        case .history(let error): throw error
        }
      }
    }
  }

  /// The pixels of a box, which lies on the picture.
  func pixels(in box: PixelBox) throws(HistoryError) -> PixelBlock {
    let block = PixelBlock(box)
    try read(into: block.target)
    return block
  }
}
