import PaintHistory
import PaintRaster

/// The tiles of a selection's mask according to the list of the revision that wrote it.
///
/// If a row of the index is lost, the tile looks like one that the mask does not store, and no fingerprint of a picture
/// shows that an edit was limited wrongly.
final class ListedMaskTiles {
  private let history: History
  /// Revisions before this one were written by other processes, or before the last reading of their changes.
  private let next: Int
  private var known: (revision: Int, tiles: Set<TileIndex>)?

  init(_ history: History) {
    self.history = history
    next = history.state.nextRevision
  }

  /// Throws if a revision has written a tile of a mask that was not found.
  ///
  /// What this process has written is not looked at; nor are masks of pruned revisions, which have no list any longer.
  ///
  /// - Throws: `.damaged`; `.index` if the index cannot be read.
  /// - Complexity: O(1), and O(tiles of the mask) the first time.
  func checkHasNone(at index: TileIndex, writtenBy revision: Int) throws(HistoryError) {
    if history.isInMemory || revision >= next { return }
    if known?.revision != revision { known = (revision, try history.listedTiles(of: revision, in: .selection)) }
    guard known?.tiles.contains(index) ?? false else { return }
    throw .damaged("the index lacks a tile of the selection of r\(revision)")
  }
}
