import PaintFilters
import PaintHistory
import PaintRaster

extension Snapshot {
  /// Copies the pixels of a box; pixels outside of the picture are not written.
  ///
  /// Uses all processors. The tiles are not cached.
  func read(into target: PixelTarget) throws(HistoryError) {
    let box = target.box.intersection(size.box)
    guard !box.isEmpty else { return }
    let columns = box.x / Tile.edge..<(box.maxX - 1) / Tile.edge + 1
    let rows = box.y / Tile.edge..<(box.maxY - 1) / Tile.edge + 1
    // Each tile has separate pixels in the target, so threads do not conflict.
    try forEachTile(rows: rows, columns: columns, with: .all) { index, tile in target.copy(tile, at: index, in: box) }
  }

  /// The tile at `index`, with transparent pixels outside of the picture.
  ///
  /// Outside of its picture, a tile's pixels are arbitrary, for example the background. They would be visible on a
  /// larger canvas.
  func clippedTile(at index: TileIndex) throws(HistoryError) -> Tile {
    let part = index.box.intersection(size.box)
    if part.isEmpty { return .color(.transparent) }
    let tile = try tile(at: index)
    if part == index.box { return tile }
    var clipped = Tile.color(.transparent)
    clipped.copy(TileMask(width: part.width, height: part.height), from: tile)
    return clipped
  }
}
