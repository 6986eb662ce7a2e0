import PaintFilters
import PaintHistory
import PaintRaster

/// A picture that is rotated, as an edit.
public struct RotateEdit: Sendable {
  /// The angle and the new size.
  public var rotation: PictureRotation
  /// The colour of the parts of the new canvas that the picture does not cover.
  public var background: Pixel

  /// Creates an edit that rotates the picture.
  public init(_ rotation: PictureRotation, background: Pixel) {
    self.rotation = rotation
    self.background = background
  }
}

extension RotateEdit: GeometryEdit {
  /// Rotates the picture; parts of the new canvas that it does not cover show the background.
  ///
  /// Quarter turns only move pixels. At other angles, partly covered pixels at the edges are blended onto the
  /// background.
  ///
  /// - Complexity: O(pixels); memory for some rows of tiles, at angles other than quarter turns for the picture up to
  ///   `memory`.
  func drawing(of picture: any PixelReading, memory: Int) -> CanvasDrawing? {
    if rotation.isIdentity { return nil }
    // A rotated part needs all tiles that it overlaps. In a larger picture each tile is read two or three times, for
    // parts that are nearly square.
    let isRead = !rotation.isQuarterTurn && 4 * picture.size.width * picture.size.height <= memory
    let isInParts = !rotation.isQuarterTurn && !isRead
    var whole: PixelBlock?
    let canvas = BlankCanvas(size: rotation.newSize, background: background)
    return CanvasDrawing(
      canvas: canvas, bandBytes: isInParts ? 32 << 20 : 4 << 20, sourceBox: { rotation.sourceBox(for: $0) }
    ) { (target) throws(HistoryError) in
      if isRead, whole == nil { whole = try picture.pixels(in: picture.size.box) }
      for part in target.parts(isInParts ? 256 : target.box.width) {
        let box = rotation.sourceBox(for: part.box)
        guard !box.isEmpty else {
          part.fill(part.box, with: background)
          continue
        }
        let source = if let whole { whole } else { try picture.pixels(in: box) }
        rotation.apply(to: source.source, writing: part, with: .all)
        if !rotation.isQuarterTurn { part.blend(onto: background) }
      }
    }
  }
}

extension PixelTarget {
  /// Splits the box into parts side by side, each with at most the given width.
  fileprivate func parts(_ width: Int) -> [PixelTarget] {
    Swift.stride(from: box.x, to: box.maxX, by: width).map { x in
      part(PixelBox(x: x, y: box.y, width: min(width, box.maxX - x), height: box.height))
    }
  }
}
