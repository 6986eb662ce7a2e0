import PaintRaster

/// One entry of the history: the name of an edit, what it changed and its parent.
public struct Revision: Sendable, Hashable {
  /// The highest number that a record may contain.
  ///
  /// No document reaches it. Numbers after a higher one could exceed the range that an index may have.
  static let highestNumber = 1 << 47
  /// The valid times of edits, in milliseconds since 1970: thousands of years in both directions.
  static let times = -(1 << 48)...(1 << 48)

  /// Its number, 0 for the start; numbers only increase, so a child's is greater than its parent's.
  public var number: Int
  /// The revision it was made from; nil for the start.
  public var parent: Int?
  /// The number of revisions from the start.
  public var depth: Int
  /// The canvas' size as of this revision.
  public var size: CanvasSize
  /// The colour of tiles that were never written.
  public var background: Pixel
  /// The base: the revision before which nothing shows through, and whose picture the eraser restores.
  public var base: Int
  /// The picture's fingerprint as of this revision.
  public var fingerprint: Fingerprint
  /// When it was made, in milliseconds since 1970, UTC.
  public var time: Int
  /// Its name in words, such as "Pencil".
  public var name: String
  /// Who made it, in words of their own; empty if nobody is named.
  public var author = ""
  /// The canonical, self-contained command that makes it.
  public var command: String
  /// The command as it was typed, on one line; empty if that is the canonical one.
  public var typed = ""
  /// The number of pixels that differ from the parent's.
  public var pixels: Int
  /// The bounding box of the pixels that differ.
  public var bounds: PixelBox
  /// The number of tiles that it wrote, in all planes.
  public var tileCount: Int
  /// The revision in whose packs its tiles are, because both wrote the same ones; nil if it has its own.
  public var sameAs: Int?
  /// The bytes that it added to the packs.
  public var bytes: Int
  /// The number of its group, which is that of the group's first revision; nil if it is not in a group.
  public var group: Int?
}

extension Revision {
  /// A stub for a pruned revision with visible tiles.
  init(stub number: Int, size: CanvasSize, background: Pixel) {
    self.init(
      number: number, parent: nil, depth: 0, size: size, background: background, base: 0,
      fingerprint: Fingerprint(high: 0, low: 0), time: 0, name: "", command: "", pixels: 0, bounds: .empty,
      tileCount: 0, bytes: 0)
  }
}
