import PaintRaster

extension History {
  /// The tiles in which a revision's picture may differ from what the eraser brings back there, row by row.
  ///
  /// None if nothing was drawn since the base. No pixel is read, so a tile may be among them whose pixels are equal.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(tiles that the steps since the base wrote, and rows of tiles).
  public func erasableTiles(of revision: Revision) throws(HistoryError) -> [TileIndex] {
    var keys: Set<UInt32> = []
    if revision.base != revision.number {
      let base = try pictureOfBase(of: revision)
      let (before, now) = (PictureTiles(base), PictureTiles(Snapshot(history: self, revision: revision)))
      for key in try tilesWritten(between: base.revision, and: revision) {
        // An undone step may have written it, or one of another canvas.
        guard TilePlace(key: key).isOn(revision.size) else { continue }
        if try before.version(of: key).revision != now.version(of: key).revision { keys.insert(key) }
      }
    }
    if try tiles.mayHaveBaseTiles() {
      for row in 0..<revision.size.tileRows {
        for start in stride(from: 0, to: revision.size.tileColumns, by: TileStore.rangeWidth) {
          let part = start..<min(start + TileStore.rangeWidth, revision.size.tileColumns)
          let versions = try tiles.shownVersions(ofRow: row, columns: part, in: .base, at: revision)
          for x in part where versions[x - start].revision >= 0 { keys.insert(TileIndex(x: x, y: row).key) }
        }
      }
    }
    return keys.sorted().map { TileIndex(key: $0) }
  }
}
