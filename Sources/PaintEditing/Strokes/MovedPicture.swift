import PaintHistory
import PaintRaster

/// A picture that shows at each place the pixel at a distance from it, and itself where that one is not on the canvas.
struct MovedPicture {
  private let picture: Snapshot
  private let x: Int
  private let y: Int

  /// The picture moved by (−x, −y).
  init(_ picture: Snapshot, x: Int, y: Int) {
    self.picture = picture
    // Farther than any canvas is as good as that far.
    self.x = min(max(x, -CanvasSize.maximumSide), CanvasSize.maximumSide)
    self.y = min(max(y, -CanvasSize.maximumSide), CanvasSize.maximumSide)
  }

  /// The tile at `index`, from up to four tiles of the picture and its own.
  func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    let own = index.box(on: picture.size)
    let wanted = own.moved(byX: x, y: y).intersection(picture.size.box)
    let old = try picture.tile(at: index)
    if wanted.isEmpty || (x == 0 && y == 0) { return old }
    let block = PixelBlock(unwritten: index.box)
    block.target.copy(old, at: index, in: index.box)
    let shifted = block.target.moved(to: index.box.x + x, index.box.y + y)
    for row in wanted.y / Tile.edge..<(wanted.maxY - 1) / Tile.edge + 1 {
      for column in wanted.x / Tile.edge..<(wanted.maxX - 1) / Tile.edge + 1 {
        let source = TileIndex(x: column, y: row)
        shifted.copy(try picture.tile(at: source), at: source, in: wanted.intersection(source.box))
      }
    }
    return block.source.tile(at: index)
  }
}
