import PaintHistory
import PaintRaster

/// A text as an edit: the outlines of its glyphs, and the box behind them.
public struct TextEdit: Sendable {
  /// The box behind the glyphs.
  public struct Background: Sendable, Hashable {
    /// A corner, in pixels.
    public var from: Point
    /// The opposite corner.
    public var to: Point

    /// Creates a box between two corners.
    public init(from: Point, to: Point) {
      self.from = from
      self.to = to
    }
  }

  /// The outlines of all glyphs with their positions, in pixels; overlapping parts are covered once.
  public var glyphs: [PlacedPath]
  /// The box behind the glyphs, for a paint with a fill.
  public var background: Background
  /// The paint: its source for the glyphs, its fill for the box.
  public var paint: Paint

  /// Creates a text.
  public init(glyphs: [PlacedPath], background: Background, paint: Paint) {
    self.glyphs = glyphs
    self.background = background
    self.paint = paint
  }
}

extension TextEdit: Edit {
  /// Draws the text: the glyphs over the box, as one layer with the opacity.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(tiles that the text covers); memory for the outlines in some rows of tiles.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    guard let source = paint.source else { return }
    let drawing = OutlineDrawing(
      canvas: canvas.size, isAntialiased: paint.isAntialiased, scanner: canvas.document.scanner)
    let glyphs = PlacedFill(self.glyphs, canvas: canvas.size)
    guard let fill = paint.fill else {
      let blend = paint.sourceBlend(of: source)
      for band in glyphs.bands { try drawing.draw(glyphs.outline(of: band), blend, rows: band, with: &canvas) }
      return
    }
    let box = Outline(fillOf: .rect(background.from, background.to))
    func draw(_ text: Outline, _ rows: Range<Int>, _ canvas: inout EditContext) throws(HistoryError) {
      try drawing.draw(fill: (box, fill), outline: (text, source), paint, rows: rows, with: &canvas)
    }
    // The box also has rows above, between and below those of the glyphs.
    var row = 0
    for band in glyphs.bands {
      if row < band.lowerBound { try draw(.nothing, row..<band.lowerBound, &canvas) }
      try draw(glyphs.outline(of: band), band, &canvas)
      row = band.upperBound
    }
    try draw(.nothing, row..<canvas.size.tileRows, &canvas)
  }
}
