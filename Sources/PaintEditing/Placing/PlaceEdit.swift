import PaintFilters
import PaintFormats
import PaintHistory
import PaintRaster

/// A picture that is composited over the canvas, as an edit.
public struct PlaceEdit {
  /// The picture.
  public let picture: ReceivedPicture
  /// The position and size.
  public let placement: Placement
  /// The paint, whose source is the picture; its opacity and its mode count.
  public let paint: Paint
  /// The picture's box on the canvas, after scaling.
  public let box: PixelBox

  /// Creates an edit that composites a picture over the canvas.
  ///
  /// - Throws: `.picture` with `.limit` if the scaled picture would be larger than the largest canvas.
  public init(_ picture: ReceivedPicture, _ placement: Placement, _ paint: Paint) throws(EditingError) {
    guard let size = placement.size(of: picture.size) else {
      throw .picture(
        .limit(message: "at this size the picture would have more than 65,536 pixels per side"), file: picture.file)
    }
    self.picture = picture
    self.placement = placement
    self.paint = paint
    box = placement.box(of: size)
  }

  /// A warning if the picture is larger than a canvas of that size, so that it is cropped wherever it is placed.
  public func warning(on canvas: CanvasSize) -> String? {
    guard box.width > canvas.width || box.height > canvas.height else { return nil }
    return "the picture, \(box.width)x\(box.height), is larger than the canvas; the parts outside are cut off"
  }
}

extension PlaceEdit: Edit {
  /// Composites the picture over the canvas.
  ///
  /// Each pixel is blended by the formula of the paint's mode, with full coverage.
  ///
  /// - Throws: `.picture` if the picture's file is damaged; the errors of `EditContext.edit`.
  /// - Complexity: O(pixels of the picture); memory for a picture up to 64 MiB, or for some rows of a larger one.
  public func apply(to canvas: inout EditContext) throws(EditingError) {
    try EditingError.catching(picture.file) {
      let rows = try PlacedRows(
        picture.reader, in: box, visible: box.intersection(canvas.size.box), method: placement.method,
        blend: paint.layerBlend)
      guard let rows else { return }
      try blend(rows, onto: &canvas)
      if canvas.hasBegun { try picture.keep() }
    }
  }

  private func blend(_ rows: PlacedRows, onto canvas: inout EditContext) throws {
    var rows = rows
    let visible = rows.visible
    let tileRows = visible.y / Tile.edge...(visible.maxY - 1) / Tile.edge
    for band in rows.tileRows {
      try rows.make(band)
      for y in band {
        for x in visible.x / Tile.edge...(visible.maxX - 1) / Tile.edge {
          let index = TileIndex(x: x, y: y)
          try canvas.edit(index) { (tile, _) in rows.blend(onto: &tile, at: index) }
        }
        canvas.report(y - tileRows.lowerBound + 1, of: tileRows.count)
      }
    }
    try rows.finish()
  }
}
