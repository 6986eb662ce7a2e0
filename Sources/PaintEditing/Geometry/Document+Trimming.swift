import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// The box of a picture without its plain borders; empty if the whole picture is plain.
  ///
  /// Pixels are plain if they are similar to the top left pixel, as `Pixel.isSimilar(to:tolerance:)` says; hidden colours
  /// do not count.
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
          let plain = TileMask(
            of: tile, similarTo: corner, tolerance: tolerance, width: box.width, height: box.height)
          let part = TileMask(width: box.width, height: box.height).subtracting(plain).bounds
          guard !part.isEmpty else { return }
          found = found.union(part.moved(byX: box.x, y: box.y))
        }
      } catch {
        throw HistoryError(error)
      }
    }
    return found
  }
}
