import PaintHistory
import PaintRaster

/// An older picture on the canvas of today: with the steps that moved the canvas since then.
struct RepeatedSteps {
  private let picture: any PixelReading

  /// - Parameters:
  ///   - moves: the steps since the picture.
  ///   - document: the document of the picture; it keeps what was drawn for the next edit with such steps.
  /// - Throws: the errors of `PixelReading.read`, if a step must be repeated for all of the picture at once.
  /// - Complexity: O(pixels) for each step that scales or turns by an angle and was not repeated by the edit before; the
  ///   pixels of all others are drawn when tiles are requested.
  init(_ picture: Snapshot, _ moves: CanvasMoves, in document: Document) throws(HistoryError) {
    var source: any PixelReading = picture
    var left = moves.drawn[...]
    if let known = document.drawnPictures[picture, moves] {
      source = known.picture
      left = left.dropFirst(known.steps)
    }
    for step in left {
      guard let drawing = step.change.edit.drawing(of: TurnedPicture(source, at: step.place)) else {
        preconditionFailure("a step without effect is not drawn")
      }
      let drawn = try KeptPicture(drawing)
      source = drawn
      document.drawnPictures.count += 1
      if step === left.last { document.drawnPictures.keep(drawn, of: picture, moves) }
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

/// The older pictures that edits drew last, so that each edit of a script only draws the steps since the one before.
struct DrawnPictures {
  private struct Entry {
    var revision: Revision
    /// The last of the steps, which stands for all of them.
    var last: CanvasMoves.DrawnStep
    var steps: Int
    var picture: KeptPicture
  }

  /// The newest is the last.
  private var entries: [Entry] = []
  /// The number of steps that were drawn.
  var count = 0
  /// A script may go back to a few pictures in turn.
  private static let limit = 4
  /// The most pixels of all of them, so that they take at most 64 MiB.
  private static let mostPixels = 1 << 24

  /// What is known of a picture: how many of the steps were drawn, and the picture after them; nil if nothing is.
  subscript(picture: Snapshot, moves: CanvasMoves) -> (steps: Int, picture: KeptPicture)? {
    let known = entries.last { entry in
      entry.revision == picture.revision && moves.drawn.count >= entry.steps
        && moves.drawn[entry.steps - 1] === entry.last
    }
    return known.map { ($0.steps, $0.picture) }
  }

  /// Keeps the picture after all steps, in place of an earlier one of the same revision.
  fileprivate mutating func keep(_ drawn: KeptPicture, of picture: Snapshot, _ moves: CanvasMoves) {
    guard let last = moves.drawn.last else { return }
    entries.removeAll { $0.revision == picture.revision }
    entries.append(Entry(revision: picture.revision, last: last, steps: moves.drawn.count, picture: drawn))
    while entries.count > Self.limit || entries.reduce(0, { $0 + $1.picture.pixels }) > Self.mostPixels {
      entries.removeFirst()
    }
  }
}

/// A picture that was drawn as a whole; one-colour tiles need little memory.
struct KeptPicture: PixelReading {
  let size: CanvasSize
  let background: Pixel
  private var tiles: TileGrid
  var pixels: Int { size.width * size.height }

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
