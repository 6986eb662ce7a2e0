import PaintFilters
import PaintHistory
import PaintRaster

/// A canvas that is filled with one colour, a gradient or a pattern, as an edit.
public struct ClearEdit: Sendable {
  /// What fills it; a colour becomes the canvas' background.
  public var source: Paint.Source

  /// Creates an edit that fills the canvas with a colour.
  public init(to color: Pixel) { source = .color(color) }

  /// Creates an edit that fills the canvas with a colour, a gradient or a pattern.
  public init(to source: Paint.Source) { self.source = source }
}

extension ClearEdit: Edit {
  /// Fills the canvas, which becomes what the eraser restores; through a selection, only pixels change.
  ///
  /// After a gradient or a pattern the canvas' background is the one before.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(tiles), and O(pixels) for tiles that are not one-colour tiles.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    if let mask = canvas.mask {
      return try fill(mask.state.summary.bounds.intersection(canvas.size.box), of: &canvas)
    }
    if case .color(let color) = source {
      try canvas.redrawCanvas(BlankCanvas(size: canvas.size, background: color), drawing: .empty) { _ in }
    } else if let tiles = ShadedTiles(of: source) {
      let blank = BlankCanvas(size: canvas.size, background: canvas.history.current.background)
      try canvas.redrawCanvas(blank) { target in tiles.write(to: target, with: .all) }
    }
  }

  /// Fills the tiles of a box, as far as they are selected.
  private func fill(_ box: PixelBox, of canvas: inout EditContext) throws(HistoryError) {
    if box != canvas.size.box { canvas.noteExclusion(.restUnknown) }
    if box.isEmpty { return }
    let shades = ShadedTiles(of: source)
    let color = if case .color(let color) = source { color } else { Pixel.transparent }
    for y in box.y / Tile.edge...(box.maxY - 1) / Tile.edge {
      for x in box.x / Tile.edge...(box.maxX - 1) / Tile.edge {
        let index = TileIndex(x: x, y: y)
        try canvas.edit(index) { tile, _ in tile = shades?.tile(at: index) ?? .color(color) }
      }
    }
  }
}
