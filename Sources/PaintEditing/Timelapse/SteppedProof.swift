import PaintHistory
import PaintRaster

/// Holds pictures against their fingerprints, each made from the one before: of that only the tiles that changed are read.
struct SteppedProof {
  private var shown: (snapshot: Snapshot, sum: Fingerprint)?

  /// Begins before the first picture.
  init() {}

  /// Goes on to another picture, and throws unless it has the fingerprint that was recorded.
  ///
  /// - Throws: `.history`, `.damaged` where a tile is not the one that was drawn.
  /// - Complexity: reads and hashes the tiles that the revision wrote, twice; all tiles of the first picture, and of those
  ///   that are no child of the one before or have a canvas of their own.
  mutating func step(to snapshot: Snapshot, of document: Document) throws(EditingError) {
    let history = document.history
    let revision = snapshot.revision
    guard document.isRecorded(snapshot) else { return shown = nil }
    guard let before = shown?.snapshot, var sum = shown?.sum, before.revision.number == revision.parent,
      before.revision.base == revision.base
    else {
      var proof = PictureProof(of: snapshot)
      try EditingError.catching { () throws(HistoryError) in try proof.addAll(of: snapshot) }
      try proof.check()
      shown = (snapshot, proof.sum)
      return
    }
    try EditingError.catching { () throws(HistoryError) in
      for index in try history.tiles(writtenBy: revision.number) {
        sum.replace(
          tile: index, old: try before.passingTile(at: index), new: try snapshot.passingTile(at: index),
          canvas: revision.size)
      }
    }
    shown = (snapshot, sum)
    guard sum == revision.fingerprint else { throw PictureProof.difference(revision) }
  }
}
