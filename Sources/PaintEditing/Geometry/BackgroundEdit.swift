import PaintHistory
import PaintRaster

/// A colour, a gradient or a picture that is put behind the drawing, as an edit.
public struct BackgroundEdit: Sendable {
  /// What is put behind the drawing.
  public var source: Paint.Source
  /// Its opacity, 0…1.
  public var opacity: Double
  /// Whether colours are blended as linear light instead of as they are stored.
  public var isLinear: Bool

  /// Creates an edit that puts a source behind the drawing.
  public init(_ source: Paint.Source, opacity: Double = 1, isLinear: Bool = false) {
    self.source = source
    self.opacity = opacity
    self.isLinear = isLinear
  }

  private var blend: SourceBlend {
    Paint(source, opacity: opacity, mode: .behind, isLinear: isLinear).sourceBlend(of: source)
  }
}

extension BackgroundEdit: GeometryEdit {
  /// Puts the source behind the drawing, and behind what the eraser brings back.
  ///
  /// A colour is also put behind the canvas' background, which new parts of the canvas show; not through a selection,
  /// which limits pixels.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(pixels).
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    guard let mask = canvas.mask else { return try canvas.redraw(self, movingBase: true) }
    let box = mask.state.summary.bounds.intersection(canvas.size.box)
    if box != canvas.size.box { canvas.noteExclusion(.restUnknown) }
    if box.isEmpty { return }
    let blend = blend
    let base = canvas.document.keepsPast ? try canvas.history.basePicture() : nil
    for y in box.y / Tile.edge...(box.maxY - 1) / Tile.edge {
      for x in box.x / Tile.edge...(box.maxX - 1) / Tile.edge {
        let index = TileIndex(x: x, y: y)
        try canvas.edit(index, alsoIn: base) { tile, inside in
          blend.composite(.full, onto: &tile, at: index, inside: inside)
        }
      }
    }
  }

  /// How the source is put behind a picture.
  ///
  /// - Complexity: O(pixels); memory for some rows of tiles.
  func drawing(of picture: any PixelReading, memory: Int) -> CanvasDrawing? {
    let (blend, size) = (blend, picture.size)
    var background = Tile.color(picture.background)
    if case .color = source {
      blend.composite(.full, onto: &background, at: TileIndex(x: 0, y: 0), inside: .tile)
    }
    let canvas = BlankCanvas(size: size, background: background[0, 0])
    return CanvasDrawing(canvas: canvas, sourceBox: { $0 }) { (target) throws(HistoryError) in
      let box = target.box
      let pixels = try picture.pixels(in: box).source
      let rows = box.y / Tile.edge..<(box.maxY - 1) / Tile.edge + 1
      let columns = box.x / Tile.edge..<(box.maxX - 1) / Tile.edge + 1
      // Each tile has separate pixels in the target, so threads do not conflict.
      Workers.all.forEachBand(of: rows.count, cost: columns.count * 2_000) { band in
        for y in band {
          for x in columns {
            let index = TileIndex(x: x, y: rows.lowerBound + y)
            var tile = pixels.tile(at: index)
            blend.composite(.full, onto: &tile, at: index, inside: index.inside(size))
            target.copy(tile, at: index, in: index.box.intersection(box))
          }
        }
      }
    }
  }

  /// The same selection.
  func moved(_ mask: SelectionMask) -> SelectionMask { mask }
}
