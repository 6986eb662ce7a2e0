import PaintHistory
import PaintRaster

/// A revision that changed a pixel, and the resulting colour.
public struct PixelChange: Sendable, Hashable {
  /// What set the colour of a pixel, as far as known.
  public enum Origin: Sendable, Hashable {
    /// The revision itself.
    case itself
    /// The revision, or a pruned one before it.
    case itselfOrBefore
    /// A pruned revision before it.
    case before
  }

  /// The revision; the oldest one if the revision that changed the pixel is pruned.
  public var revision: Revision
  /// Whether that revision changed the pixel.
  public var origin = Origin.itself
  /// The pixel's colour as of that revision.
  public var color: Pixel
}

extension Document {
  /// Calls `body` for the revisions that changed a pixel, newest first: the picture's revision and its ancestors, up to
  /// the one that created the canvas, usually the start.
  ///
  /// A revision that left the pixel's four bytes as they were did not change it.
  ///
  /// - Throws: the errors of `Snapshot.tile`.
  /// - Precondition: the pixel is inside the picture.
  /// - Complexity: O(versions of the pixel's tile) index lookups; the tile is read if the revision's box contains the
  ///   pixel.
  public func forEachChange(
    ofPixel x: Int, _ y: Int, in snapshot: Snapshot, _ body: (PixelChange) -> Void
  ) throws(HistoryError) {
    let tile = TileIndex(x: x / Tile.edge, y: y / Tile.edge)
    guard var color = try pixel(x: x, y: y, in: snapshot) else {
      preconditionFailure("the pixel is inside the picture")
    }
    var here = snapshot.revision
    while true {
      let writer = try history.lastWriter(of: tile, at: here)
      guard let parent = writer.parent else {
        var change = PixelChange(revision: writer, color: color)
        // For the oldest kept revision, only the box shows what it changed itself.
        if writer.number > 0, writer.base != writer.number {
          change.origin = writer.bounds.contains(x: x, y: y) ? .itselfOrBefore : .before
        }
        return body(change)
      }
      let before = try history.snapshot(at: parent)
      guard before.revision.number < here.number else {
        throw .damaged("r\(here.number) does not lead back to the start")
      }
      // A revision that replaced the whole canvas may have moved the pixel.
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
