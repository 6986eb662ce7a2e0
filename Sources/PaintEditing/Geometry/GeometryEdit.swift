import PaintHistory
import PaintRaster

/// An edit that moves the pixels of the whole canvas: it draws the new canvas from the old picture alone.
///
/// So the same edit can move other pictures of the canvas' size the same way: what the eraser brings back, an older
/// revision, a mask.
protocol GeometryEdit: Edit, Sendable where Failure == HistoryError {
  /// How the new canvas is drawn from a picture; nil if the edit changes nothing.
  ///
  /// Reads no pixel yet.
  ///
  /// - Parameter memory: the bytes of the picture that the drawing may keep, beyond some rows of it.
  func drawing(of picture: any PixelReading, memory: Int) -> CanvasDrawing?

  /// The selection on the new canvas, for that on the old one.
  func moved(_ mask: SelectionMask) -> SelectionMask
}

extension GeometryEdit {
  /// How the new canvas is drawn from a picture; nil if the edit changes nothing.
  ///
  /// The drawing may keep 128 MiB of the picture.
  func drawing(of picture: any PixelReading) -> CanvasDrawing? { drawing(of: picture, memory: 128 << 20) }

  /// Draws the new canvas; the eraser then brings back what it brought back before, moved the same way.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  public func apply(to canvas: inout EditContext) throws(HistoryError) { try canvas.redraw(self, movingBase: true) }
}

/// A picture whose pixels a geometry edit reads.
protocol PixelReading {
  /// Its size.
  var size: CanvasSize { get }
  /// The colour of its canvas.
  var background: Pixel { get }

  /// Copies the pixels of the target's box; those outside of the picture are not written.
  func read(into target: PixelTarget) throws(HistoryError)
}

extension PixelReading {
  /// The pixels of a box; those outside of the picture are transparent.
  func pixels(in box: PixelBox) throws(HistoryError) -> PixelBlock {
    let block = box.intersection(size.box) == box ? PixelBlock(unwritten: box) : PixelBlock(box)
    try read(into: block.target)
    return block
  }
}

extension Snapshot: PixelReading {
  var background: Pixel { revision.background }
}
