import PaintRaster

/// What the tree needs to know of a revision while an index is rebuilt; its texts lie in the new index.
struct RebuiltRevision {
  /// The parent that its record names, and later the nearest one that is left.
  var parent: Int?
  var base: Int
  let size: CanvasSize
  let background: Pixel
  /// The fingerprint that its record names.
  var fingerprint: Fingerprint
  var group: Int?
  /// The last pack that has something of it.
  var pack: Int
  var bytes: Int
  /// Whether packs do not say of it what the new index will, so that it needs a new record.
  var isAmended = false
  /// The revision at which its picture departs from what was drawn; nil where it does not.
  var spoiler: Int?

  init(_ revision: Revision, pack: Int, bytes: Int) {
    parent = revision.parent
    base = revision.base
    size = revision.size
    background = revision.background
    fingerprint = revision.fingerprint
    group = revision.group
    self.pack = pack
    self.bytes = bytes
  }
}
