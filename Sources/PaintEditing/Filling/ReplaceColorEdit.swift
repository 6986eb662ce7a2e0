import PaintHistory
import PaintRaster

/// The replacement of a colour as an edit.
public struct ReplaceColorEdit: Sendable {
  /// The colour to replace.
  public var old: Pixel
  /// The colour whose four bytes similar pixels get.
  public var new: Pixel
  /// The largest `Pixel.difference(from:)`, 0…255, at which a pixel still matches the old colour.
  public var tolerance: Int

  /// Creates a replacement.
  public init(old: Pixel, new: Pixel, tolerance: Int) {
    self.old = old
    self.new = new
    self.tolerance = tolerance
  }
}

extension ReplaceColorEdit: Edit {
  /// Replaces every pixel that is similar to the old colour; similarity is defined as for `FloodFillEdit`.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(tiles), and O(pixels) for tiles that are not one-colour tiles.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let picture = try canvas.picture()
    for row in 0..<picture.size.tileRows {
      do throws(SnapshotError<HistoryError>) {
        try picture.forEachTile(row: row, columns: 0..<picture.size.tileColumns) {
          (index, tile) throws(HistoryError) in
          let box = index.box(on: picture.size)
          let mask = TileMask(of: tile, similarTo: old, tolerance: tolerance, width: box.width, height: box.height)
          if mask.isEmpty { return }
          var changed = tile
          if mask == TileMask(width: box.width, height: box.height) {
            changed = .color(new)
          } else {
            changed.set(mask, to: new)
          }
          try canvas.put(changed, at: index, insteadOf: tile)
        }
      } catch {
        throw HistoryError(error)
      }
      canvas.report(row + 1, of: picture.size.tileRows)
    }
  }
}
