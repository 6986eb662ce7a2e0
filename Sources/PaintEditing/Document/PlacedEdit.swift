import PaintRaster

/// An edit that draws at a position, which can be outside of the canvas.
public protocol PlacedEdit: Edit {
  /// Whether it draws something, but completely outside of a canvas of this size.
  ///
  /// - Complexity: at most that of drawing it.
  func isOutside(_ canvas: CanvasSize) -> Bool
}

extension TextEdit: PlacedEdit {
  /// Whether there are glyphs or a box behind them, but none of it on a canvas of this size.
  public func isOutside(_ canvas: CanvasSize) -> Bool {
    let hasBox = paint.fill != nil
    if glyphs.isEmpty && !hasBox { return false }
    if hasBox, !Outline(fillOf: .rect(background.from, background.to)).isOutside(canvas) { return false }
    let fill = PlacedFill(glyphs, canvas: canvas)
    return fill.bands.allSatisfy { band in
      let outline = fill.outline(of: band)
      // Glyphs near the canvas have no outline if they are too small for one.
      return !outline.isEmpty && outline.isOutside(canvas)
    }
  }
}

extension PlaceEdit: PlacedEdit {
  /// Whether no pixel of the picture is on a canvas of this size.
  public func isOutside(_ canvas: CanvasSize) -> Bool { box.intersection(canvas.box).isEmpty }
}

extension FloodFillEdit: PlacedEdit {
  /// Whether the start pixel is not on a canvas of this size.
  public func isOutside(_ canvas: CanvasSize) -> Bool { !canvas.box.contains(x: x, y: y) }
}

extension FilterEdit: PlacedEdit {
  /// Whether no pixel of the region is on a canvas of this size.
  public func isOutside(_ canvas: CanvasSize) -> Bool {
    region.map { $0.intersection(canvas.box).isEmpty } ?? false
  }
}
