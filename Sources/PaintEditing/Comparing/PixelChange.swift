import PaintHistory
import PaintRaster

/// A revision that changed a pixel, and what it left there.
public struct PixelChange: Sendable, Hashable {
  /// Who left a colour, where that can be known.
  public enum Origin: Sendable, Hashable {
    /// The revision itself.
    case itself
    /// It, or one before it that is not kept.
    case itselfOrBefore
    /// One before it that is not kept.
    case before
  }

  /// The revision; where what changed the pixel is not kept, the oldest that is.
  public var revision: Revision
  /// Whether that one changed it.
  public var origin = Origin.itself
  /// The pixel's colour as of that revision.
  public var color: Pixel
}

extension Document {
  /// Calls `body` for the revisions that changed a pixel, newest first: those of a picture's own line of ancestors, then
  /// the one that made the canvas, usually the start.
  ///
  /// A revision that left the pixel's four bytes as they were did not change it.
  ///
  /// - Throws: as `Snapshot.tile`.
  /// - Precondition: the pixel lies on the picture.
  /// - Complexity: a look into the index for each version of the pixel's tile, and that tile read where the revision's
  ///   box holds the pixel.
  public func forEachChange(
    ofPixel x: Int, _ y: Int, in snapshot: Snapshot, _ body: (PixelChange) -> Void
  ) throws(HistoryError) {
    let tile = TileIndex(x: x / Tile.edge, y: y / Tile.edge)
    guard var color = try pixel(x: x, y: y, in: snapshot) else {
      preconditionFailure("only what lies on the picture has changed")
    }
    var here = snapshot.revision
    while true {
      let writer = try history.lastWriter(of: tile, at: here)
      guard let parent = writer.parent else {
        var change = PixelChange(revision: writer, color: color)
        // Of the oldest that is kept only the box tells what it changed itself.
        if writer.number > 0, writer.base != writer.number {
          change.origin = writer.bounds.contains(x: x, y: y) ? .itselfOrBefore : .before
        }
        return body(change)
      }
      let before = try history.snapshot(at: parent)
      // What made the canvas anew may have brought the pixel from elsewhere.
      if writer.base == writer.number { return body(PixelChange(revision: writer, color: color)) }
      if writer.bounds.contains(x: x, y: y) {
        guard let earlier = try pixel(x: x, y: y, in: before) else {
          return body(PixelChange(revision: writer, color: color))
        }
        if earlier != color { body(PixelChange(revision: writer, color: color)) }
        color = earlier
      }
      here = before.revision
    }
  }
}
