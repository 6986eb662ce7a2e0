import PaintRaster

/// All tiles of a canvas, row by row.
struct TileGrid: EditableTiles {
  private let size: CanvasSize
  private let columns: Int
  private var tiles: [Tile]

  /// Creates a grid of one-colour tiles.
  init(size: CanvasSize, color: Pixel) {
    self.size = size
    columns = size.tileColumns
    tiles = [Tile](repeating: .color(color), count: size.tileColumns * size.tileRows)
  }

  subscript(index: TileIndex) -> Tile { tiles[index.y * columns + index.x] }

  /// Changes a tile in place: its pixels are not shared, so they are not copied.
  mutating func edit(_ index: TileIndex, _ change: (inout Tile, PixelBox) -> Void) {
    change(&tiles[index.y * columns + index.x], index.inside(size))
  }

  /// Prefetches the pixels: tiles are scattered in memory, and waiting for it took a seventh of the time.
  func prefetch(_ index: TileIndex, _ hint: PrefetchHint) {
    guard case .pixels(let pixels) = tiles[index.y * columns + index.x] else { return }
    // The assembly should not contain a retain, because the reference count is in that memory.
    hint.prefetch(pixels)
  }
}
