import PaintFilters
import PaintHistory
import PaintRaster

/// A canvas that is cropped or extended, as an edit.
public struct ReframeEdit: Sendable {
  /// The box of the new canvas in coordinates of the old one; it may extend beyond it.
  ///
  /// It must have a valid canvas size.
  public var frame: PixelBox
  /// The colour of new parts of the canvas, and the canvas' new background.
  public var background: Pixel

  /// Creates an edit that makes the frame the canvas.
  public init(to frame: PixelBox, background: Pixel) {
    self.frame = frame
    self.background = background
  }
}

extension ReframeEdit: GeometryEdit {
  /// Crops or extends the canvas: pixels inside the frame are kept, new parts of the canvas show the background.
  ///
  /// - Precondition: the frame has a valid canvas size.
  /// - Complexity: O(pixels that are kept), O(tiles) for the rest; memory for a row of tiles.
  func drawing(of picture: any PixelReading, memory: Int) -> CanvasDrawing? {
    guard let size = CanvasSize(width: frame.width, height: frame.height) else {
      preconditionFailure("a frame is as large as a canvas can be")
    }
    let kept = frame.intersection(picture.size.box)
    let area = kept.moved(byX: -frame.x, y: -frame.y)
    return CanvasDrawing(
      canvas: BlankCanvas(size: size, background: background), area: kept.isEmpty ? .empty : area,
      sourceBox: { $0.moved(byX: frame.x, y: frame.y).intersection(kept) }
    ) { (target) throws(HistoryError) in
      target.fill(target.box, with: background)
      // The same memory, in coordinates of the old canvas.
      try picture.read(into: target.moved(to: target.box.x + frame.x, target.box.y + frame.y))
    }
  }
}
