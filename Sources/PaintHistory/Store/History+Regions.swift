import PaintRaster

extension History {
  /// Whether a revision changed a pixel in a box of its canvas.
  ///
  /// Pixels of its tiles are read only where its own box is partly in the box. A revision that replaced the canvas is
  /// compared by its box alone.
  ///
  /// - Throws: the errors of `Snapshot.tile`.
  /// - Complexity: O(tiles of the revision in the box).
  func changedPixel(_ revision: Revision, in box: PixelBox) throws(HistoryError) -> Bool {
    let common = revision.bounds.intersection(box)
    guard !common.isEmpty else { return false }
    // Its own box has pixels that changed.
    guard common != revision.bounds, revision.base != revision.number, let parent = revision.parent else { return true }
    let (before, after) = (try snapshot(at: parent), Snapshot(history: self, revision: revision))
    for tile in try tiles(writtenBy: revision.number) {
      let part = tile.box.intersection(common)
      guard !part.isEmpty else { continue }
      let inside = part.moved(byX: -tile.box.x, y: -tile.box.y)
      let (old, new) = (try before.uncachedTile(at: tile), try after.uncachedTile(at: tile))
      if !TileDifference(from: old, to: new, inside: inside).isEmpty { return true }
    }
    return false
  }
}
