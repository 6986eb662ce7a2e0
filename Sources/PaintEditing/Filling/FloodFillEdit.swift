import PaintHistory
import PaintRaster

/// A flood fill as an edit.
public struct FloodFillEdit: Sendable {
  /// The column of the start pixel; outside of the canvas nothing is filled.
  public var x: Int
  /// The row of the start pixel.
  public var y: Int
  /// The paint of the filled pixels; without a source they become transparent, and the opacity is the share of their alpha that is
  /// erased.
  public var paint: Paint
  /// The largest `Pixel.difference(from:)`, 0…255, at which a pixel still matches the start pixel.
  public var tolerance: Int
  /// The distance in pixels by which the area grows in every direction, 0…1,024.
  public var expansion: Double

  /// Creates a flood fill.
  public init(x: Int, y: Int, paint: Paint, tolerance: Int, expansion: Double) {
    self.x = x
    self.y = y
    self.paint = paint
    self.tolerance = tolerance
    self.expansion = expansion
  }
}

extension FloodFillEdit: Edit {
  /// Flood-fills the connected area of similar colour; pixels are connected to their left, right, upper and lower
  /// neighbours.
  ///
  /// Two pixels are similar as `Pixel.isSimilar(to:tolerance:)` says; hidden colours do not count.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(pixels of the tiles in the area), but O(1) for a one-colour tile that is filled completely.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    guard canvas.size.box.contains(x: x, y: y), blend.changesPixels else { return }
    let picture = PictureTiles(try canvas.picture())
    let flooded = try FloodedArea(from: x, y, in: picture, tolerance: tolerance).mask()
    if expansion > 0 {
      let area = SelectionMask(flooded).expanded(by: expansion)
      for index in area.tileIndices {
        try canvas.edit(index, from: picture.tile(at: index)) { tile, inside in
          let old = tile
          blend.composite(.full, onto: &tile, at: index, inside: inside)
          tile = tile.limited(by: area[index], from: old)
        }
      }
      return
    }
    try flooded.forEachTile { (index, mask) throws(HistoryError) in
      try canvas.edit(index, from: picture.tile(at: index)) { tile, inside in
        if mask == TileMask(width: inside.width, height: inside.height) {
          blend.composite(.full, onto: &tile, at: index, inside: inside)
        } else {
          mask.withMask { blend.composite(.mask($0), onto: &tile, at: index, inside: inside) }
        }
      }
    }
  }

  private var blend: SourceBlend {
    switch paint.source {
    case nil: SourceBlend(Eraser(opacity: paint.opacity))
    case let source?: paint.sourceBlend(of: source)
    }
  }
}
