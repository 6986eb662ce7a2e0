import PaintFilters
import PaintHistory
import PaintRaster

/// How a new canvas is drawn, some rows of tiles at a time.
struct CanvasDrawing {
  /// The new size and background; tiles that only show the background are not written.
  var canvas: BlankCanvas
  /// The part of the new canvas that may differ from its background; nil for all of it.
  var area: PixelBox?
  /// The bytes of pixels that are drawn together, up to 16 rows of tiles; a single row of tiles may have more.
  var bandBytes = 4 << 20
  /// The box of the old picture that contains all pixels on which a box of the new one depends.
  var sourceBox: (PixelBox) -> PixelBox
  /// Writes the new picture's pixels in a box of some rows of tiles that overlap the area.
  ///
  /// Called from top to bottom, and again from further up; rows may be left out.
  var draw: (PixelTarget) throws(HistoryError) -> Void
}
