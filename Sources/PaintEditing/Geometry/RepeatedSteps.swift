import PaintHistory
import PaintRaster

/// An older picture on the canvas of today: with the steps that moved the canvas since then.
struct RepeatedSteps {
  private let picture: any PixelReading

  /// - Parameter changes: the steps since the picture, oldest first.
  /// - Throws: the errors of `PixelReading.read`, if a step must be repeated for all of the picture at once.
  /// - Complexity: O(pixels) for steps that scale or turn by an angle; O(steps) for all others together, whose pixels are
  ///   drawn when tiles are requested.
  init(_ picture: Snapshot, _ changes: [GeometryStep.Change]) throws(HistoryError) {
    var here = TurnedPicture(picture)
    for change in changes {
      if here.move(by: change) { continue }
      if let drawing = change.edit.drawing(of: here) { here = TurnedPicture(try KeptPicture(drawing)) }
    }
    self.picture = here
  }

  /// The tile at `index`; its pixels outside of the picture are transparent.
  func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    let box = index.box.intersection(picture.size.box)
    if box.isEmpty { return .color(.transparent) }
    return try picture.pixels(in: box).source.tile(at: index)
  }
}

extension GeometryStep.Change {
  /// Whether each pixel of the new canvas is one of the old picture, or the background.
  public var movesPixels: Bool {
    switch self {
    case .reframe, .flip: true
    case .rotate(let edit): edit.rotation.isQuarterTurn
    case .resize: false
    }
  }

  /// The size of the new canvas, for one of this size.
  public func newSize(of size: CanvasSize) -> CanvasSize? {
    switch self {
    case .reframe(let edit): CanvasSize(width: edit.frame.width, height: edit.frame.height)
    case .flip: size
    case .rotate(let edit): edit.rotation.newSize
    case .resize(let edit): edit.newSize
    }
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
