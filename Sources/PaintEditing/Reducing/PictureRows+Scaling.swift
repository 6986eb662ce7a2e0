import PaintHistory
import PaintRaster

extension PictureRows {
  /// A box of the picture, scaled down to a size by area average, or up by repeating pixels.
  ///
  /// Of a document's picture only the tiles in the box are read, on all processors; a file is read down to the end of
  /// the box. Memory is that of the result and of a band.
  ///
  /// - Parameters:
  ///   - box: a part of the picture.
  ///   - target: the new size; both sides become smaller or stay, or both become larger or stay.
  ///   - progress: called with the number of finished rows of tiles and their total number.
  /// - Returns: the pixels (`Pixel.bits`), row by row.
  /// - Throws: `.history` if a document's picture cannot be read, `.picture` if a file cannot be read or is damaged.
  /// - Precondition: nothing was read before.
  public func scaled(
    _ box: PixelBox, to target: CanvasSize, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [UInt32] {
    guard let source = CanvasSize(width: box.width, height: box.height), box.intersection(size.box) == box else {
      preconditionFailure("a part of a picture has a size")
    }
    if let snapshot, target.width <= box.width, target.height <= box.height {
      do throws(HistoryError) {
        return try snapshot.reduced(box, to: target, progress: progress)
      } catch {
        throw .history(error)
      }
    }
    var scaling = RowScaling(from: source, to: target)
    if let snapshot {
      let before = box.y / Tile.edge
      try EditingError.catching {
        var row = 0
        try snapshot.forEachBand(in: box) { pixels, rows in
          for y in 0..<rows { scaling.add(pixels.extracting(y * box.width..<(y + 1) * box.width)) }
          row += 1
          progress(row, (box.maxY - 1) / Tile.edge + 1 - before)
        }
      }
      return scaling.pixels
    }
    let end = (box.maxY - 1) / Tile.edge + 1
    for row in 0..<end {
      try read(tileRow: row)
      let top = row * Tile.edge
      for y in max(top, box.y)..<max(top, box.y, min(top + Tile.edge, box.maxY)) {
        let start = (y - top) * size.width + box.x
        scaling.add(pixels.span.extracting(start..<start + box.width))
      }
      progress(row + 1, end)
    }
    return scaling.pixels
  }
}
