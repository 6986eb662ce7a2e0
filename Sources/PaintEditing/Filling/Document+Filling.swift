import PaintHistory
import PaintRaster

/// A flood fill as an edit.
public struct FloodFill: Sendable {
  /// The column of the start pixel, which is on the canvas.
  public var x: Int
  /// The row of the start pixel.
  public var y: Int
  /// The colour that is blended onto the filled pixels; one with alpha 0 makes them transparent.
  public var color: Pixel
  /// The opacity of the colour, or the share of the pixels' alpha that is erased, 0…1.
  public var opacity: Double
  /// The largest difference of a channel, 0…255, at which a pixel still matches the start pixel.
  public var tolerance: Int
  /// The number of pixels by which the area grows in every direction, 0…1,024.
  public var expansion: Int
  /// The name of the edit.
  public var name: String
  /// Its canonical command.
  public var command: String

  /// The maximum expansion in pixels.
  public static let maximumExpansion = 1_024

  /// Creates a flood fill.
  public init(
    x: Int, y: Int, color: Pixel, opacity: Double, tolerance: Int, expansion: Int, name: String, command: String
  ) {
    self.x = x
    self.y = y
    self.color = color
    self.opacity = opacity
    self.tolerance = tolerance
    self.expansion = expansion
    self.name = name
    self.command = command
  }
}

extension Document {
  /// Flood-fills the connected area of similar colour; pixels are connected to their left, right, upper and lower
  /// neighbours.
  ///
  /// Two pixels are similar if all channels differ by at most the tolerance, or if both are fully transparent.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: the errors of `draw`.
  /// - Complexity: O(pixels of the tiles in the area), but O(1) for a one-colour tile that is filled completely.
  public func fill(_ fill: FloodFill) throws(HistoryError) -> Revision? {
    let blend = Blend(color: fill.color, opacity: fill.opacity)
    let eraser = fill.color.alpha == 0 ? Eraser(opacity: fill.opacity) : nil
    if blend.strength == 0, eraser == nil || fill.opacity == 0 { return nil }
    let picture = PictureTiles(history)
    let flooded = try FloodedArea(from: fill.x, fill.y, in: picture, tolerance: fill.tolerance).area()
    let area = fill.expansion == 0 ? flooded : ExpandedArea(flooded, by: fill.expansion).area
    return try edit(name: fill.name, command: fill.command) { (editor) throws(HistoryError) in
      try area.forEachTile { (index, bits) throws(HistoryError) in
        try editor.edit(index, from: picture.tile(at: index)) { tile, inside in
          if let eraser {
            bits.withMask { tile.composite(mask: $0, eraser, restoring: .color(.transparent), inside: inside) }
          } else if bits == TileBits(width: inside.width, height: inside.height) {
            tile.fill(blend, inside: inside)
          } else {
            bits.withMask { tile.composite(mask: $0, blend, inside: inside) }
          }
        }
      }
    }
  }

  /// Replaces every pixel that is similar to a colour.
  ///
  /// The new pixels have exactly the four bytes of `new`; similarity is defined as for `fill`.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: the errors of `draw`.
  /// - Complexity: O(tiles), and O(pixels) for tiles that are not one-colour tiles.
  public func replace(
    _ old: Pixel, with new: Pixel, tolerance: Int, name: String, command: String
  ) throws(HistoryError) -> Revision? {
    let picture = try history.snapshot(at: history.current.number)
    return try edit(name: name, command: command) { (editor) throws(HistoryError) in
      for row in 0..<picture.size.tileRows {
        do throws(SnapshotError<HistoryError>) {
          try picture.forEachTile(row: row, columns: 0..<picture.size.tileColumns) {
            (index, tile) throws(HistoryError) in
            let box = index.box(on: picture.size)
            let bits = tile.bits(matching: old, tolerance: tolerance, on: box)
            if bits.isEmpty { return }
            try editor.put(tile.replacing(bits, with: new, on: box), at: index, insteadOf: tile)
          }
        } catch {
          switch error {
          case .history(let error), .body(let error): throw error
          }
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
