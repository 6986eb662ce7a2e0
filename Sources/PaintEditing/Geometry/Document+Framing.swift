import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// Crops or extends the canvas to a box: pixels inside the box are kept, new parts of the canvas show the background.
  ///
  /// - Parameters:
  ///   - frame: the box of the new canvas in coordinates of the old one; it may extend beyond it.
  ///   - background: the colour of new parts of the canvas, and the canvas' new background.
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: the errors of `draw`.
  /// - Precondition: the frame has a valid canvas size.
  /// - Complexity: O(pixels that are kept), O(tiles) for the rest; memory for a row of tiles.
  public func reframe(
    to frame: PixelBox, background: Pixel, name: String, command: String
  ) throws(HistoryError) -> Revision? {
    guard let size = CanvasSize(width: frame.width, height: frame.height) else {
      preconditionFailure("a frame is as large as a canvas can be")
    }
    let picture = try history.snapshot(at: history.current.number)
    let canvas = BlankCanvas(size: size, background: background)
    let kept = frame.intersection(picture.size.box)
    let area = PixelBox(x: kept.x - frame.x, y: kept.y - frame.y, width: kept.width, height: kept.height)
    return try redrawCanvas(canvas, name: name, command: command, drawing: kept.isEmpty ? .empty : area) {
      (target) throws(HistoryError) in
      target.fill(target.box, with: background)
      var box = target.box
      box.x += frame.x
      box.y += frame.y
      // The same memory, in coordinates of the old canvas.
      try picture.read(into: PixelTarget(box: box, base: target.base, stride: target.stride))
    }
  }

  /// Fills the canvas with one colour, which becomes its background.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: the errors of `draw`.
  /// - Complexity: O(tiles), and O(pixels) for tiles that are not one-colour tiles.
  public func clear(_ color: Pixel, name: String, command: String) throws(HistoryError) -> Revision? {
    try redrawCanvas(BlankCanvas(size: size, background: color), name: name, command: command, drawing: .empty) { _ in }
  }
}

extension CanvasSize {
  /// The box of a picture of this size on a canvas when the anchor points of both coincide; halves are rounded down.
  public func box(on canvas: CanvasSize, anchor: Anchor) -> PixelBox {
    PixelBox(
      x: ((canvas.width - width) * anchor.halvesRight) >> 1, y: ((canvas.height - height) * anchor.halvesDown) >> 1,
      width: width, height: height)
  }
}
