import PaintRaster

/// The tiles that a stroke is drawn on: a document's, with its history, or a canvas in memory.
protocol EditableTiles {
  /// What can go wrong with a tile.
  associatedtype Failure: Error

  /// Changes the tile at `index`: `change` gets the tile and the part of it that lies on the canvas.
  ///
  /// Called at most once for a tile in one stroke.
  mutating func edit(_ index: TileIndex, _ change: (inout Tile, PixelBox) -> Void) throws(Failure)

  /// Says that an outline runs through the tile at `index`, which is to be changed soon.
  func expect(_ index: TileIndex, _ hint: PrefetchHint)
}
