import PaintHistory
import PaintRaster

/// An older picture on the canvas of today: with the steps that moved the canvas since then.
struct RepeatedSteps {
  private let picture: any PixelReading

  /// - Parameter moves: the steps since the picture.
  /// - Throws: the errors of `PixelReading.read`, if a step must be repeated for all of the picture at once.
  /// - Complexity: O(pixels) for steps that scale or turn by an angle; the pixels of all others are drawn when tiles are
  ///   requested.
  init(_ picture: Snapshot, _ moves: CanvasMoves) throws(HistoryError) {
    var source: any PixelReading = picture
    for (place, change) in moves.drawn {
      guard let drawing = change.edit.drawing(of: TurnedPicture(source, at: place)) else {
        preconditionFailure("a step without effect is not drawn")
      }
      source = try KeptPicture(drawing)
    }
    self.picture = TurnedPicture(source, at: moves.place)
  }

  /// The tile at `index`; its pixels outside of the picture are transparent.
  func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    let box = index.box.intersection(picture.size.box)
    if box.isEmpty { return .color(.transparent) }
    return try picture.pixels(in: box).source.tile(at: index)
  }
}

/// A picture that was drawn as a whole; one-colour tiles need little memory.
private struct KeptPicture: PixelReading {
  let size: CanvasSize
  let background: Pixel
  private var tiles: TileGrid

  init(_ drawing: CanvasDrawing) throws(HistoryError) {
    (size, background) = (drawing.canvas.size, drawing.canvas.background)
    tiles = TileGrid(size: size, color: background)
    let rows = max(1, min(16, drawing.bandBytes / (size.tileColumns * Tile.byteCount)))
    for first in stride(from: 0, to: size.tileRows, by: rows) {
      let y = first * Tile.edge
      let height = min(rows * Tile.edge, size.height - y)
      let block = PixelBlock(unwritten: PixelBox(x: 0, y: y, width: size.width, height: height))
      try drawing.draw(block.target)
      for row in first..<min(first + rows, size.tileRows) {
        for column in 0..<size.tileColumns {
          let index = TileIndex(x: column, y: row)
          tiles.edit(index) { tile, _ in tile = block.source.tile(at: index) }
        }
      }
    }
  }

  func read(into target: PixelTarget) throws(HistoryError) {
    let box = target.box.intersection(size.box)
    if box.isEmpty { return }
    for y in box.y / Tile.edge...(box.maxY - 1) / Tile.edge {
      for x in box.x / Tile.edge...(box.maxX - 1) / Tile.edge {
        let index = TileIndex(x: x, y: y)
        target.copy(tiles[index], at: index, in: index.box.intersection(box))
      }
    }
  }
}
