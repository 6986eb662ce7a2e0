import PaintRaster

/// All tiles of a canvas, row by row.
struct TileGrid: EditableTiles {
  private let size: CanvasSize
  private let columns: Int
  private var tiles: [Tile]

  /// Tiles of one colour.
  init(size: CanvasSize, color: Pixel) {
    self.size = size
    columns = size.tileColumns
    tiles = [Tile](repeating: .color(color), count: size.tileColumns * size.tileRows)
  }

  subscript(index: TileIndex) -> Tile { tiles[index.y * columns + index.x] }

  /// Changes a tile where it lies: nobody shares its pixels, so none are copied.
  mutating func edit(_ index: TileIndex, _ change: (inout Tile, PixelBox) -> Void) {
    let box = index.box(on: size)
    change(&tiles[index.y * columns + index.x], PixelBox(x: 0, y: 0, width: box.width, height: box.height))
  }

  /// Has the pixels fetched: tiles lie all over the memory, and waiting for it was seen to be a seventh of the time.
  func expect(_ index: TileIndex, _ hint: PrefetchHint) {
    guard case .pixels(let pixels) = tiles[index.y * columns + index.x] else { return }
    // In the assembly there should be no retain: the count lies in that memory.
    hint.prefetch(pixels.address)
  }
}
