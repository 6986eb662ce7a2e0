import PaintHistory
import PaintRaster

/// A text as an edit: the outlines of its glyphs, and the box behind them.
public struct TextEdit: Sendable {
  /// A box of one colour.
  public struct Background: Sendable, Hashable {
    /// The colour.
    public var color: Pixel
    /// A corner, in pixels.
    public var from: Point
    /// The opposite corner.
    public var to: Point

    /// Creates a box between two corners.
    public init(color: Pixel, from: Point, to: Point) {
      self.color = color
      self.from = from
      self.to = to
    }
  }

  /// The outlines of all glyphs with their positions, in pixels; overlapping parts are covered once.
  public var glyphs: [PlacedPath]
  /// The colour of the glyphs.
  public var color: Pixel
  /// The box behind the glyphs; nil for none.
  public var background: Background?
  /// The opacity of glyphs and box as one layer, 0…1.
  public var opacity: Double
  /// Whether pixels at the edge are covered partly; otherwise a pixel is covered if its centre is.
  public var isAntialiased: Bool
  /// Creates a text.
  public init(
    glyphs: [PlacedPath], color: Pixel, background: Background?, opacity: Double, isAntialiased: Bool
  ) {
    self.glyphs = glyphs
    self.color = color
    self.background = background
    self.opacity = opacity
    self.isAntialiased = isAntialiased
  }
}

extension TextEdit: Edit {
  /// Draws the text: the glyphs over the box, as one layer with the opacity.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(tiles that the text covers); memory for the outlines in some rows of tiles.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let drawing = OutlineDrawing(canvas: canvas.size, isAntialiased: isAntialiased, scanner: canvas.document.scanner)
    let glyphs = PlacedFill(self.glyphs, canvas: canvas.size)
    guard let background else {
      let blend = Blend(color: color, opacity: opacity)
      for band in glyphs.bands { try drawing.draw(glyphs.outline(of: band), blend, rows: band, with: &canvas) }
      return
    }
    let box = Outline(fillOf: .rect(background.from, background.to))
    let blend = LayeredBlend(fill: background.color, outline: color, opacity: opacity)
    // The box also has rows above, between and below those of the glyphs.
    var row = 0
    for band in glyphs.bands {
      if row < band.lowerBound {
        try drawing.draw(fill: box, outline: .nothing, blend, rows: row..<band.lowerBound, with: &canvas)
      }
      try drawing.draw(fill: box, outline: glyphs.outline(of: band), blend, rows: band, with: &canvas)
      row = band.upperBound
    }
    try drawing.draw(fill: box, outline: .nothing, blend, rows: row..<canvas.size.tileRows, with: &canvas)
  }
}
