import PaintHistory
import PaintRaster

extension Snapshot {
  /// A box of the picture, scaled down to a size by area average.
  ///
  /// Tiles outside of the box are not read. Those inside are read in groups of about 512, on all processors, and are
  /// not cached; tiles of one colour cost little. Memory is that of the result and of the sums of a group's rows.
  ///
  /// - Parameters:
  ///   - box: a part of the picture.
  ///   - target: at most as wide and as high as the box.
  ///   - progress: called with the number of finished rows of tiles and their total number.
  /// - Returns: the pixels (`Pixel.bits`), row by row.
  /// - Throws: the errors of `tile`.
  func reduced(
    _ box: PixelBox, to target: CanvasSize, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(HistoryError) -> [UInt32] {
    guard let source = CanvasSize(width: box.width, height: box.height) else {
      preconditionFailure("a part of a picture has a size")
    }
    let scale = AreaScale(from: source, to: target)
    let sums = SharedAreaSums(scale)
    let columns = box.x / Tile.edge..<(box.maxX - 1) / Tile.edge + 1
    let (first, end) = (box.y / Tile.edge, (box.maxY - 1) / Tile.edge + 1)
    let step = max(1, 512 / columns.count)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(target.width * target.height)
    for row in stride(from: first, to: end, by: step) {
      let rows = row..<min(row + step, end)
      let bottom = min(box.maxY, rows.upperBound * Tile.edge) - box.y
      let needed = scale.rows(covering: 0..<bottom).upperBound
      sums.use { $0.extend(to: needed) }
      try forEachTile(rows: rows, columns: columns, with: .all) { index, tile in
        guard let part = scale.part(of: tile, at: index.box.moved(byX: -box.x, y: -box.y)) else { return }
        sums.use { $0.add(part) }
      }
      let finished = sums.use { sums in
        var finished: [UInt32] = []
        sums.finish(before: scale.rows(completedBefore: bottom), to: &finished)
        return finished
      }
      pixels += finished
      progress(rows.upperBound - first, end - first)
    }
    return pixels
  }
}
