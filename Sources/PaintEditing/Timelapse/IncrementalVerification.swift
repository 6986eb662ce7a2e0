import PaintHistory
import PaintRaster

/// Verifies the fingerprints of successive pictures: only the tiles that changed are read.
struct IncrementalVerification {
  private var shown: (snapshot: Snapshot, sum: Fingerprint)?

  /// Begins before the first picture.
  init() {}

  /// Verifies the next picture; throws unless it has its recorded fingerprint.
  ///
  /// - Throws: the errors of the history, `.damaged` also if the fingerprint is wrong.
  /// - Complexity: O(tiles that the revision wrote), which are read and hashed twice; O(all tiles) for the first
  ///   picture, and for pictures that are not a child of the previous one or a new base.
  mutating func step(to snapshot: Snapshot, of document: Document) throws {
    let history = document.history
    let revision = snapshot.revision
    guard document.canBeVerified(snapshot) else { return shown = nil }
    guard let before = shown?.snapshot, var sum = shown?.sum, before.revision.number == revision.parent,
      before.revision.base == revision.base
    else {
      var verification = PictureVerification(of: snapshot)
      try verification.addAll(of: snapshot)
      try verification.check()
      shown = (snapshot, verification.sum)
      return
    }
    for index in try history.tiles(writtenBy: revision.number) {
      sum.replace(
        tile: index, old: try before.uncachedTile(at: index), new: try snapshot.uncachedTile(at: index),
        canvas: revision.size)
    }
    shown = (snapshot, sum)
    guard sum == revision.fingerprint else { throw PictureVerification.difference(revision) }
  }
}
