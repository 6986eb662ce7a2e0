import PaintRaster

/// What the tree needs to know about a revision while an index is rebuilt; its texts are in the new index.
struct RebuiltRevision {
  /// The parent named by its record; later the nearest ancestor that is left.
  var parent: Int?
  var base: Int
  let size: CanvasSize
  let background: Pixel
  /// The fingerprint in its record.
  var fingerprint: Fingerprint
  var group: Int?
  /// The last pack that contains part of it.
  var pack: Int
  var bytes: Int
  /// The number of tiles that it wrote, in all planes; 0 if neither its last record nor the index says.
  var recordedTiles: Int
  /// The revision in whose packs its tiles are; nil if it has its own.
  var sameAs: Int?
  /// The number of these tiles that nothing names any longer.
  var unnamedTiles = 0
  /// Whether the packs and the new index disagree about it, so that it needs a new record.
  var needsNewRecord = false
  /// The first revision up to this one whose picture differs from what was drawn; nil if there is none.
  var firstDivergentRevision: Int?

  init(_ revision: Revision, pack: Int, bytes: Int) {
    parent = revision.parent
    base = revision.base
    size = revision.size
    background = revision.background
    fingerprint = revision.fingerprint
    group = revision.group
    self.pack = pack
    self.bytes = bytes
    recordedTiles = revision.tileCount
    sameAs = revision.sameAs
  }
}
