import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// The box of a picture without its plain borders; empty if the whole picture is plain.
  ///
  /// Pixels are plain if they match the top left pixel: each channel differs by at most `tolerance`, or both are fully
  /// transparent, whatever their hidden colours.
  ///
  /// - Throws: the errors of `Snapshot.tile`.
  /// - Complexity: O(pixels), but O(1) for a one-colour tile; memory for a row of tiles.
  public func trimmedBox(of snapshot: Snapshot, tolerance: Int) throws(HistoryError) -> PixelBox {
    guard let corner = try pixel(x: 0, y: 0, in: snapshot) else { return .empty }
    var found = PixelBox.empty
    for row in 0..<snapshot.size.tileRows {
      do throws(SnapshotError<Never>) {
        try snapshot.forEachTile(row: row, columns: 0..<snapshot.size.tileColumns) { (index, tile) throws(Never) in
          let box = index.box(on: snapshot.size)
          let part = tile.box(ofOther: corner, tolerance: tolerance, width: box.width, height: box.height)
          guard !part.isEmpty else { return }
          found = found.union(PixelBox(x: box.x + part.x, y: box.y + part.y, width: part.width, height: part.height))
        }
      } catch {
        switch error {
        case .history(let error): throw error
        }
      }
    }
    return found
  }
}

extension Tile {
  /// The bounding box of the pixels with another colour, within the tile's first columns and rows.
  fileprivate func box(ofOther color: Pixel, tolerance: Int, width: Int, height: Int) -> PixelBox {
    switch self {
    case .color(let own):
      return own.matches(color, tolerance: tolerance) ? .empty : PixelBox(x: 0, y: 0, width: width, height: height)
    case .pixels(let pixels):
      return pixels.withUnsafePixels { words in
        var (left, right, top, bottom) = (width, -1, height, -1)
        for y in 0..<height {
          for x in 0..<width where !Pixel(bits: words[y * Tile.edge + x]).matches(color, tolerance: tolerance) {
            (left, right) = (min(left, x), max(right, x))
            (top, bottom) = (min(top, y), y)
          }
        }
        return right < 0 ? .empty : PixelBox(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
      }
    }
  }
}

extension Pixel {
  /// Whether no channel differs by more than `tolerance`, or both pixels are fully transparent.
  func matches(_ other: Pixel, tolerance: Int) -> Bool {
    (alpha == 0 && other.alpha == 0) || PictureDifference.amount(bits, other.bits) <= tolerance
  }
}
