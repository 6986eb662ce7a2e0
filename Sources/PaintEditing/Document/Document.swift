import PaintHistory
import PaintRaster

/// A document: a canvas with its whole history, and the edits that change it.
///
/// Edits happen between `history.beginEditing()` and `history.commit()`.
public final class Document {
  /// The revisions, the current one, undo and redo.
  public let history: History
  let scanner = ReusableScanner()

  /// Creates a document with a history.
  public init(_ history: History) { self.history = history }

  /// The canvas' size as of the current revision.
  public var size: CanvasSize { history.current.size }

  /// Draws a stroke.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: `.unknownRevision` if the eraser's target does not exist; `.disk`, `.index` or `.damaged` if tiles
  ///   cannot be read or written. After any error the canvas shows the previous picture, and `history.isEditing` tells
  ///   whether the transaction is still open.
  /// - Complexity: O(tiles that the stroke covers).
  public func draw(_ stroke: StrokeEdit) throws(HistoryError) -> Revision? {
    try edit(name: stroke.name, command: stroke.command) { (editor) throws(HistoryError) in
      try draw(stroke, with: &editor)
    }
  }

  /// Makes an edit of the tiles that `change` puts into the editor.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  func edit(
    name: String, command: String, _ change: (inout TileEditor) throws(HistoryError) -> Void
  ) throws(HistoryError) -> Revision? {
    var editor = TileEditor(history, name: name, command: command)
    do throws(HistoryError) {
      try change(&editor)
    } catch {
      // For example a damaged tile: the tiles drawn so far must not become part of the next commit.
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
        return try base.size == size ? base.tile(at: index) : base.clippedTile(at: index)
      }
    }
  }

  /// The colour of the pixel in column `x` and row `y` of a snapshot; nil outside of the canvas.
  ///
  /// - Throws: the errors of `Snapshot.tile`.
  public func pixel(x: Int, y: Int, in snapshot: Snapshot) throws(HistoryError) -> Pixel? {
    guard snapshot.size.box.contains(x: x, y: y) else { return nil }
    let tile = try snapshot.tile(at: TileIndex(x: x / Tile.edge, y: y / Tile.edge))
    return tile[x % Tile.edge, y % Tile.edge]
  }
}
