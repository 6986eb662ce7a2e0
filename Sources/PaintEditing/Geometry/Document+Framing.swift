import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// Makes a box the canvas: what of the picture lies in it stays, what of it lies beyond the picture is background.
  ///
  /// - Parameters:
  ///   - frame: the new canvas in pixels of the old one; it may reach beyond it.
  ///   - background: what the new canvas shows where the picture is not, and from now on where nothing was drawn.
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Throws: as `draw`.
  /// - Precondition: the frame has a size that a canvas can have.
  /// - Complexity: O(pixels that stay), O(tiles) for the rest; memory is that of a row of tiles.
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
    return try remake(canvas, name: name, command: command, drawing: kept.isEmpty ? .empty : area) {
      (target) throws(HistoryError) in
      target.fill(target.box, with: background)
      var box = target.box
      box.x += frame.x
      box.y += frame.y
      // The same memory, by the old canvas' coordinates.
      try picture.read(into: PixelTarget(box: box, base: target.base, stride: target.stride))
    }
  }

  /// Makes the canvas blank.
  ///
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Throws: as `draw`.
  /// - Complexity: O(tiles), and O(pixels) of those tiles that are not of one colour.
  public func clear(_ color: Pixel, name: String, command: String) throws(HistoryError) -> Revision? {
    try remake(BlankCanvas(size: size, background: color), name: name, command: command, drawing: .empty) { _ in }
  }
}

extension CanvasSize {
  /// Where a picture of this size lies on a canvas when both have their anchors in the same place, halves rounded down.
  public func box(on canvas: CanvasSize, anchor: Anchor) -> PixelBox {
    PixelBox(
      x: ((canvas.width - width) * anchor.halvesRight) >> 1, y: ((canvas.height - height) * anchor.halvesDown) >> 1,
      width: width, height: height)
  }
}
