import PaintHistory
import PaintRaster

extension Document {
  /// Draws a text: the glyphs over the box, as one layer with the opacity.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: after any error the canvas shows the previous picture; `history.isEditing` tells whether the transaction
  ///   is still open.
  /// - Complexity: O(tiles that the text covers); memory for the outlines in some rows of tiles.
  public func draw(_ text: TextEdit) throws(HistoryError) -> Revision? {
    var editor = TileEditor(history, name: text.name, command: text.command)
    do throws(HistoryError) {
      try draw(text, with: &editor)
    } catch {
      // The tiles drawn so far must not become part of the next commit.
      try history.abandonRevision()
      throw error
    }
    return try editor.finish()
  }

  private func draw(_ text: TextEdit, with editor: inout TileEditor) throws(HistoryError) {
    let drawing = OutlineDrawing(canvas: size, isAntialiased: text.isAntialiased, scanner: scanner)
    let glyphs = PlacedFill(text.glyphs, canvas: size)
    guard let background = text.background else {
      let blend = Blend(color: text.color, opacity: text.opacity)
      for band in glyphs.bands { try drawing.draw(glyphs.outline(of: band), blend, rows: band, with: &editor) }
      return
    }
    let box = Outline(fillOf: .rect(background.from, background.to))
    let blend = LayeredBlend(fill: background.color, outline: text.color, opacity: text.opacity)
    // The box also has rows above, between and below those of the glyphs.
    var row = 0
    for band in glyphs.bands {
      if row < band.lowerBound {
        try drawing.draw(fill: box, outline: .nothing, blend, rows: row..<band.lowerBound, with: &editor)
      }
      try drawing.draw(fill: box, outline: glyphs.outline(of: band), blend, rows: band, with: &editor)
      row = band.upperBound
    }
    try drawing.draw(fill: box, outline: .nothing, blend, rows: row..<size.tileRows, with: &editor)
  }
}
