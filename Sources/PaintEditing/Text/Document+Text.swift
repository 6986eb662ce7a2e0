import PaintHistory
import PaintRaster

extension Document {
  /// Draws a text: first the box, then the glyphs over it, then the opacity over both at once.
  ///
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Throws: after any error the canvas shows what it showed before; whether the transaction goes on is said by
  ///   `history.isEditing`.
  /// - Complexity: what the text's own tiles cost, whatever the canvas holds. Memory is that of the outlines in some rows of
  ///   tiles.
  public func draw(_ text: TextEdit) throws(HistoryError) -> Revision? {
    var editor = TileEditor(history, name: text.name, command: text.command)
    do throws(HistoryError) {
      try draw(text, with: &editor)
    } catch {
      // The tiles drawn so far must not become part of what is committed next.
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
    // The box has rows above, between and below those of the glyphs, too.
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
