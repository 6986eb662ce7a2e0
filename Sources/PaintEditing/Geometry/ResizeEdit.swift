import PaintFilters
import PaintHistory
import PaintRaster

/// A picture that is scaled, as an edit.
public struct ResizeEdit: Hashable, Sendable {
  /// The new size.
  public var newSize: CanvasSize
  /// How the new pixels are calculated.
  public var method: ResamplingMethod
  /// The part of the picture that is scaled; nil for all of it.
  ///
  /// At two sides of a picture that was read smaller, pixels may be partly outside of it.
  public var part: PartialBox?

  /// Creates an edit that scales the picture, or a part of it.
  public init(to size: CanvasSize, method: ResamplingMethod, part: PartialBox? = nil) {
    newSize = size
    self.method = method
    self.part = part
  }
}

extension ResizeEdit: GeometryEdit {
  /// Scales the picture.
  ///
  /// - Complexity: O(pixels of both pictures · kernel width); memory for some rows of both.
  func drawing(of picture: any PixelReading, memory: Int) -> CanvasDrawing? {
    if newSize == picture.size, part == nil { return nil }
    let resampling = Resampling(from: picture.size, part: part, to: newSize, method: method)
    var made: ResampledRows?
    var source: PixelBlock?
    return CanvasDrawing(
      canvas: BlankCanvas(size: newSize, background: picture.background),
      sourceBox: { resampling.sourceBox(for: $0) }
    ) { (target) throws(HistoryError) in
      let rows: ResampledRows
      if let made, made.row == target.box.y {
        rows = made
      } else {
        rows = ResampledRows(resampling, columns: 0..<newSize.width, from: target.box.y, with: .all)
        made = rows
        source = nil
      }
      try rows.write(target) { (row, take) throws(HistoryError) in
        let known = source.map { $0.box.y <= row && row < $0.box.maxY } ?? false
        if !known {
          // The memory of the previous rows is freed first.
          source = nil
          source = try picture.pixels(in: resampling.sourceRows(from: row, columns: rows.sourceColumns))
        }
        if let source { take(source.source) }
      }
    }
  }
}

extension Resampling {
  /// The bytes of the old picture that are read at a time: enough to use all processors, and little enough to stay in
  /// their caches.
  private static let bytesAtOnce = 4 << 20

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
