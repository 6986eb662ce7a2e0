import PaintRaster

/// The tiles on which a stroke is drawn: those of a document, or of a canvas in memory.
protocol EditableTiles {
  /// The error of accessing a tile.
  associatedtype Failure: Error

  /// Changes the tile at `index`: `change` gets the tile and its part on the canvas.
  ///
  /// Called at most once for a tile in one stroke.
  mutating func edit(_ index: TileIndex, _ change: (inout Tile, PixelBox) -> Void) throws(Failure)

  /// Announces that the tile at `index`, through which an outline runs, will be changed soon.
  func prefetch(_ index: TileIndex, _ hint: PrefetchHint)
}
