import PaintHistory
import PaintRaster

/// A drawing: a canvas with its whole history, and the edits that change it.
///
/// Edits happen between `history.beginEditing()` and `history.commit()`.
public final class Document {
  /// The revisions, what is current, undo and redo.
  public let history: History
  let scanner = SpareScanner()

  /// The drawing whose history that is.
  public init(_ history: History) { self.history = history }

  /// The canvas' size as of the current revision.
  public var size: CanvasSize { history.current.size }

  /// Draws a stroke.
  ///
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Throws: `.unknownRevision` where the eraser is to bring back one that is not there; `.disk`, `.index` or
  ///   `.damaged` where tiles cannot be read or written. After any error the canvas shows what it showed before, and
  ///   `history.isEditing` says whether the transaction goes on.
  /// - Complexity: what the stroke's own tiles cost, whatever the canvas holds.
  public func draw(_ stroke: StrokeEdit) throws(HistoryError) -> Revision? {
    try edit(name: stroke.name, command: stroke.command) { (editor) throws(HistoryError) in
      try draw(stroke, with: &editor)
    }
  }

  /// Makes an edit of the tiles that `change` puts in.
  ///
  /// - Returns: the new revision, or nil when no pixel changed.
  func edit(
    name: String, command: String, _ change: (inout TileEditor) throws(HistoryError) -> Void
  ) throws(HistoryError) -> Revision? {
    var editor = TileEditor(history, name: name, command: command)
    do throws(HistoryError) {
      try change(&editor)
    } catch {
      // A damaged tile, say: the tiles drawn so far must not become part of what is committed next.
      try history.abandonRevision()
      throw error
    }
    return try editor.finish()
  }

  private func draw(_ stroke: StrokeEdit, with editor: inout TileEditor) throws(HistoryError) {
    let drawing = StrokeDrawing(stroke, canvas: size, scanner: scanner)
    switch stroke.paint {
    case .colors:
      try drawing.draw(with: &editor)
    case .eraser(let target):
      let base: Snapshot? =
        switch target {
        case .base: try history.basePicture()
        case .nothing: nil
        case .revision(let number): try history.snapshot(at: number)
        }
      try drawing.erase(with: &editor) { (index) throws(HistoryError) in
        guard let base else { return .color(.transparent) }
        return try base.size == size ? base.tile(at: index) : base.cutTile(at: index)
      }
    }
  }

  /// The colour of the pixel in column `x` and row `y` as of a revision; nil where the canvas has none.
  ///
  /// - Throws: as `Snapshot.tile`.
  public func pixel(x: Int, y: Int, in snapshot: Snapshot) throws(HistoryError) -> Pixel? {
    guard snapshot.size.box.contains(x: x, y: y) else { return nil }
    let tile = try snapshot.tile(at: TileIndex(x: x / Tile.edge, y: y / Tile.edge))
    return tile[x % Tile.edge, y % Tile.edge]
  }
}
