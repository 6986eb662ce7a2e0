import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// Makes the canvas anew, as one revision: nothing of before shows through, and the eraser goes back to this picture.
  ///
  /// Where the size stays, the receipt counts the pixels that differ; else all of the new canvas.
  ///
  /// - Parameters:
  ///   - canvas: the new size and background; tiles that are of the background alone are not written.
  ///   - name: what the history calls the edit.
  ///   - command: its canonical command.
  ///   - area: the part of the new canvas that may show something else than its background; nil for all of it.
  ///   - draw: writes the new picture's pixels in the box that it is given, a row of tiles that meet the area; asked from
  ///     top to bottom, and from the top again where the first rows are as before.
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Throws: after any error the canvas shows what it showed before; whether the transaction goes on is said by
  ///   `history.isEditing`.
  func remake(
    _ canvas: BlankCanvas, name: String, command: String, drawing area: PixelBox? = nil,
    _ draw: (PixelTarget) throws(HistoryError) -> Void
  ) throws(HistoryError) -> Revision? {
    let before = try history.snapshot(at: history.current.number)
    var remaking = Remaking(before, canvas, area: (area ?? canvas.size.box).intersection(canvas.size.box))
    // An edit that changes nothing leaves nothing, and whether it does is known with the first row that differs.
    if canvas.size == before.size {
      var row = 0
      while try !remaking.differs(inRow: row, draw) {
        row += 1
        if row == canvas.size.tileRows { return nil }
      }
    }
    try history.beginRevision(name: name, command: command, canvas: canvas)
    do throws(HistoryError) {
      for row in 0..<canvas.size.tileRows { try remaking.add(row, to: history, draw) }
    } catch {
      try history.abandonRevision()
      throw error
    }
    return try history.endRevision(pixels: remaking.count, bounds: remaking.bounds, fingerprint: remaking.fingerprint)
  }
}

/// A new picture of the canvas on its way from rows of pixels into tiles.
private struct Remaking {
  private let before: Snapshot
  private let canvas: BlankCanvas
  /// The tiles that are drawn.
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let isCompared: Bool
  private(set) var fingerprint: Fingerprint
  /// Pixels that differ from before.
  private(set) var count = 0
  /// Their box.
  private(set) var bounds = PixelBox.empty

  init(_ before: Snapshot, _ canvas: BlankCanvas, area: PixelBox) {
    self.before = before
    self.canvas = canvas
    columns = area.isEmpty ? 0..<0 : area.x / Tile.edge..<(area.maxX - 1) / Tile.edge + 1
    rows = area.isEmpty ? 0..<0 : area.y / Tile.edge..<(area.maxY - 1) / Tile.edge + 1
    isCompared = before.size == canvas.size
    fingerprint = Fingerprint(blank: canvas.size, color: canvas.background)
    if !isCompared {
      count = canvas.size.width * canvas.size.height
      bounds = canvas.size.box
    }
  }

  /// Draws the tiles of a row; nil where none is to be drawn.
  private func band(
    _ row: Int, _ draw: (PixelTarget) throws(HistoryError) -> Void
  ) throws(HistoryError) -> PixelBlock? {
    guard rows.contains(row) else { return nil }
    let (x, y) = (columns.lowerBound * Tile.edge, row * Tile.edge)
    let block = PixelBlock(
      PixelBox(
        x: x, y: y, width: min(columns.upperBound * Tile.edge, canvas.size.width) - x,
        height: min(Tile.edge, canvas.size.height - y)))
    try draw(block.target)
    return block
  }

  private func tile(_ x: Int, of row: Int, in band: PixelBlock?) -> Tile {
    guard let band, columns.contains(x) else { return .color(canvas.background) }
    return band.source.tile(at: TileIndex(x: x, y: row))
  }

  /// Whether a pixel of a row of tiles differs from before.
  func differs(inRow row: Int, _ draw: (PixelTarget) throws(HistoryError) -> Void) throws(HistoryError) -> Bool {
    let band = try band(row, draw)
    var isDifferent = false
    try forEachOldTile(of: row) { (index, old) throws(HistoryError) in
      isDifferent = isDifferent || !difference(from: old, to: tile(index.x, of: row, in: band), at: index).isEmpty
    }
    return isDifferent
  }

  /// Adds the tiles of a row.
  mutating func add(
    _ row: Int, to history: History, _ draw: (PixelTarget) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    let band = try band(row, draw)
    let blank = Tile.color(canvas.background)
    if isCompared {
      var (count, bounds) = (count, bounds)
      try forEachOldTile(of: row) { (index, old) throws(HistoryError) in
        let difference = difference(from: old, to: tile(index.x, of: row, in: band), at: index)
        guard !difference.isEmpty else { return }
        count += difference.count
        let (part, box) = (difference.bounds, index.box)
        bounds = bounds.union(
          PixelBox(x: box.x + part.x, y: box.y + part.y, width: part.width, height: part.height))
      }
      (self.count, self.bounds) = (count, bounds)
    }
    guard let band else { return }
    for x in columns {
      let index = TileIndex(x: x, y: row)
      let tile = tile(x, of: row, in: band)
      if case .color(canvas.background) = tile { continue }
      fingerprint.replace(tile: index, old: blank, new: tile, canvas: canvas.size)
      try history.add(tile, at: index)
    }
  }

  private func difference(from old: Tile, to new: Tile, at index: TileIndex) -> TileDifference {
    let box = index.box(on: canvas.size)
    return TileDifference(from: old, to: new, inside: PixelBox(x: 0, y: 0, width: box.width, height: box.height))
  }

  private func forEachOldTile(
    of row: Int, _ body: (TileIndex, Tile) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    do throws(SnapshotError<HistoryError>) {
      try before.forEachTile(row: row, columns: 0..<before.size.tileColumns, body)
    } catch {
      switch error {
      case .history(let error), .body(let error): throw error
      }
    }
  }
}
