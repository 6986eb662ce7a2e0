import PaintHistory
import PaintRaster

/// A document: a canvas with its whole history, and the edits that change it.
///
/// Edits happen between `history.beginEditing()` and `history.commit()`.
public final class Document {
  /// The revisions, the current one, undo and redo.
  public let history: History
  let scanner = ReusableScanner()
  /// The result of an expected first edit; nil after any edit.
  var resizeAhead: ResizeAhead?
  /// The selection of a revision that was looked up or made, so that a script does not look it up for each stroke.
  var knownSelection: (revision: Revision, state: SelectionState?)?
  let listedMaskTiles: ListedMaskTiles
  /// Older pictures with the steps that moved the canvas since.
  var drawnPictures = DrawnPictures()
  /// Why the last edit changed nothing, if that is because of the selection.
  public private(set) var exclusion: SelectionExclusion?

  /// Whether a picture before the current one may be shown or used again.
  ///
  /// If not, a filter frees the picture before it while it runs. Only for documents in memory, and for scripts without groups,
  /// which compare the pictures before and after them.
  public var keepsPast = true {
    didSet { precondition(keepsPast || history.isInMemory, "a document on disk keeps its past") }
  }

  /// Whether an edit is a step even if no pixel changes: a line of steps that is made again keeps all of them.
  public var keepsUnchanged = false

  /// Creates a document with a history.
  public init(_ history: History) {
    self.history = history
    listedMaskTiles = ListedMaskTiles(history)
  }

  /// The canvas' size as of the current revision.
  public var size: CanvasSize { history.current.size }

  /// Makes an edit, as one revision.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: the errors of the edit; `.disk`, `.index` or `.damaged` of the history if tiles cannot be read or written.
  ///   After any error the canvas shows the previous picture, and `history.isEditing` tells whether the transaction is
  ///   still open.
  public func perform<E: Edit>(_ edit: E, _ label: EditLabel) throws(E.Failure) -> Revision? {
    var canvas: EditContext
    do throws(HistoryError) {
      canvas = try EditContext(self, label, isLimited: !edit.ignoresSelection)
    } catch {
      throw E.Failure(error)
    }
    defer { resizeAhead = nil }
    exclusion = nil
    do throws(E.Failure) {
      try edit.apply(to: &canvas)
    } catch {
      // For example a damaged tile: the tiles changed so far must not become part of the next commit.
      do throws(HistoryError) { try history.abandonRevision() } catch { throw E.Failure(error) }
      throw error
    }
    do throws(HistoryError) {
      let revision = try canvas.finish()
      exclusion = revision == nil ? canvas.exclusion : nil
      if let revision { knownSelection = (revision, canvas.selection) }
      return revision
    } catch {
      throw E.Failure(error)
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
