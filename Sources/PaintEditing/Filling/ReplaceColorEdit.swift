import PaintHistory
import PaintRaster

/// The replacement of a colour as an edit.
public struct ReplaceColorEdit: Sendable {
  /// The colour to replace.
  public var old: Pixel
  /// The colour whose four bytes similar pixels get.
  public var new: Pixel
  /// The largest difference of a channel, 0…255, at which a pixel still matches the old colour.
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
          let bits = tile.bits(matching: old, tolerance: tolerance, on: box)
          if bits.isEmpty { return }
          try canvas.put(tile.replacing(bits, with: new, on: box), at: index, insteadOf: tile)
        }
      } catch {
        switch error {
        case .history(let error), .body(let error): throw error
        }
      }
    }
  }
}

extension Tile {
  /// The tile with some pixels replaced by a colour.
  fileprivate func replacing(_ bits: TileBits, with color: Pixel, on box: PixelBox) -> Tile {
    if bits == TileBits(width: box.width, height: box.height) { return .color(color) }
    var pixels = expanded
    pixels.withUnsafeMutablePixels { words in
      for y in 0..<Tile.edge {
        var row = bits.rows[y]
        while row != 0 {
          words[y * Tile.edge + row.trailingZeroBitCount] = color.bits
          row &= row - 1
        }
      }
    }
    return .pixels(pixels)
  }
}
