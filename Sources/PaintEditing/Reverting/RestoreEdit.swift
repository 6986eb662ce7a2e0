import PaintHistory
import PaintRaster

/// A region of an older picture that is brought back, as an edit.
public struct RestoreEdit: Sendable {
  /// The revision whose pixels are brought back.
  public var revision: Int
  /// The pixels, in the coordinates of the canvas; those outside of it do not count.
  public var region: PixelBox
  /// The steps that moved the canvas since the revision, and so move its picture; nil for none.
  public var moves: CanvasMoves?

  /// Creates an edit that brings back a region of a revision.
  public init(_ region: PixelBox, of revision: Int, moves: CanvasMoves? = nil) {
    self.region = region
    self.revision = revision
    self.moves = moves
  }
}

extension RestoreEdit: PlacedEdit {
  /// Whether no pixel of the region is on a canvas of this size.
  public func isOutside(_ canvas: CanvasSize) -> Bool { region.intersection(canvas.box).isEmpty }

  /// Gives the region's pixels the values that they have in the revision; outside of its picture they are transparent.
  ///
  /// - Throws: `.unknownRevision` if the revision does not exist; the errors of `EditContext.edit`.
  /// - Complexity: O(tiles of the region); where it is half of the canvas or more, and no step between the two revisions
  ///   replaced the canvas, O(tiles that the steps between them wrote).
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let size = canvas.size
    let part = region.intersection(size.box)
    if part.isEmpty { return }
    let (old, now) = (try canvas.history.snapshot(at: revision), try canvas.picture())
    let columns = part.x / Tile.edge..<(part.maxX - 1) / Tile.edge + 1
    let rows = part.y / Tile.edge..<(part.maxY - 1) / Tile.edge + 1
    guard moves != nil || columns.count * rows.count < size.tileCount / 2 || !now.sharesTiles(with: old) else {
      return try restoreChangedTiles(of: part, from: now, to: old, &canvas)
    }
    var moved: RepeatedSteps?
    if let moves { moved = try RepeatedSteps(old, moves, in: canvas.document) }
    let (oldTiles, tiles) = (PictureTiles(old), PictureTiles(now))
    for y in rows {
      for x in columns {
        let index = TileIndex(x: x, y: y)
        let restored =
          if let moved { try moved.tile(at: index) } else if old.size == size { try oldTiles.tile(at: index) } else {
            try old.clippedTile(at: index)
          }
        try canvas.edit(index, from: tiles.tile(at: index)) { (tile, _) in
          tile = restored.replacing(tile, in: part, at: index, on: size)
        }
      }
      canvas.report(y - rows.lowerBound + 1, of: rows.count)
    }
  }

  /// The same, for a large region of which only a few tiles may differ.
  private func restoreChangedTiles(
    of part: PixelBox, from now: Snapshot, to old: Snapshot, _ canvas: inout EditContext
  ) throws(HistoryError) {
    do throws(SnapshotError<HistoryError>) {
      try now.forEachChangedTile(to: old) { (index, tile, restored) throws(HistoryError) in
        guard !index.box.intersection(part).isEmpty else { return }
        try canvas.put(restored.replacing(tile, in: part, at: index, on: now.size), at: index, insteadOf: tile)
      }
    } catch {
      throw HistoryError(error)
    }
  }
}

extension Tile {
  /// The other tile with this one's pixels inside of a box of the canvas.
  fileprivate func replacing(_ other: Tile, in part: PixelBox, at index: TileIndex, on canvas: CanvasSize) -> Tile {
    let box = index.box(on: canvas)
    let inside = box.intersection(part)
    if inside == box { return self }
    var tile = other
    let pixels = inside.moved(byX: -box.x, y: -box.y)
    tile.copy(TileMask(differencesFrom: other, to: self, inside: pixels), from: self)
    return tile
  }
}
