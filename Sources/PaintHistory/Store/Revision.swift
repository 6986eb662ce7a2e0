import PaintRaster

/// One entry of the history: what an edit was called, what it changed and what it followed.
public struct Revision: Sendable, Hashable {
  /// The highest number that a record may name.
  ///
  /// No document comes near it, and counting on from a higher one would soon leave the numbers that an index may have.
  static let highestNumber = 1 << 47
  /// The moments that an edit may have been made at, in milliseconds since 1970: thousands of years either way.
  static let times = -(1 << 48)...(1 << 48)

  /// Its number, 0 for the start; numbers only grow, so a child's is greater than its parent's.
  public var number: Int
  /// The revision it was made from; nil for the start.
  public var parent: Int?
  /// Steps from the start.
  public var depth: Int
  /// The canvas' size as of this revision.
  public var size: CanvasSize
  /// What tiles that were never written show.
  public var background: Pixel
  /// The revision before which nothing shows through, and to which the eraser goes back.
  public var base: Int
  /// The picture's fingerprint as of this revision.
  public var fingerprint: Fingerprint
  /// When it was made, in milliseconds since 1970, UTC.
  public var time: Int
  /// Its name in words, such as "Pencil".
  public var name: String
  /// The command that makes it, canonical and self-contained.
  public var command: String
  /// How many pixels differ from the parent's.
  public var pixels: Int
  /// The box of the pixels that differ.
  public var bounds: PixelBox
  /// How many tiles it wrote.
  public var tileCount: Int
  /// Bytes that it added to the packs.
  public var bytes: Int
  /// The group that it belongs to: the number of its first revision; nil where it is a step of its own.
  public var group: Int?
}

extension Revision {
  /// What packs say of a revision that is not kept, but whose tiles still show.
  init(stub number: Int, size: CanvasSize, background: Pixel) {
    self.init(
      number: number, parent: nil, depth: 0, size: size, background: background, base: 0,
      fingerprint: Fingerprint(high: 0, low: 0), time: 0, name: "", command: "", pixels: 0, bounds: .empty,
      tileCount: 0, bytes: 0)
  }
}
