import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// Scales the picture.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: the errors of `draw`.
  /// - Complexity: O(pixels of both pictures · kernel width); memory for some rows of both.
  public func resize(
    to size: CanvasSize, method: ResamplingMethod, name: String, command: String
  ) throws(HistoryError) -> Revision? {
    let picture = try history.snapshot(at: history.current.number)
    if size == picture.size { return nil }
    let resampling = Resampling(from: picture.size, to: size, method: method)
    let canvas = BlankCanvas(size: size, background: picture.revision.background)
    var made = ResampledRows(resampling, columns: 0..<size.width, with: .all)
    var source: PixelBlock?
    return try redrawCanvas(canvas, name: name, command: command) { (target) throws(HistoryError) in
      if target.box.y < made.row { made = ResampledRows(resampling, columns: 0..<size.width, with: .all) }
      try made.write(target) { (row, take) throws(HistoryError) in
        let known = source.map { $0.box.y <= row && row < $0.box.maxY } ?? false
        if !known {
          // The memory of the previous rows is freed first.
          source = nil
          source = try picture.pixels(in: resampling.sourceRows(from: row, columns: made.sourceColumns))
        }
        if let source { take(source.source) }
      }
    }
  }
}

extension Resampling {
  /// The bytes of the old picture that are read at a time: enough to use all processors.
  private static let bytesAtOnce = 16 << 20

  /// The rows of the old picture from `row` on that are read together, up to the end of a row of tiles.
  fileprivate func sourceRows(from row: Int, columns: Range<Int>) -> PixelBox {
    let top = row / Tile.edge
    var tiles = max(1, Self.bytesAtOnce / (columns.count * 4 * Tile.edge))
    // Rows of tiles between two rows that are needed are not read.
    if method == .nearest, oldSize.height > newSize.height * Tile.edge { tiles = 1 }
    let end = min((top + tiles) * Tile.edge, oldSize.height)
    return PixelBox(x: columns.lowerBound, y: row, width: columns.count, height: end - row)
  }
}
