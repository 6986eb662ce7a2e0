import PaintRaster

/// A part of a canvas in a frame where nothing is selected, which a filter of masks repeats beyond.
///
/// The frame is one pixel wide where it is outside of the canvas. A canvas whose sides are as long as possible has no
/// room for that, so it is divided into parts whose frames overlap.
struct FramedPart {
  /// The part of the canvas of which the frame shows the surroundings; it begins at edges of tiles.
  let box: PixelBox
  /// The size of the frame with its contents.
  let frame: CanvasSize
  /// The pixel of the canvas that is at (0, 0) of the frame.
  private let x, y: Int

  /// Where a side is divided, a multiple of all grids that filters use.
  private static let middle = CanvasSize.maximumSide / 2
  /// The surroundings in a frame, more than any filter of masks reaches.
  private static let surroundings = middle / 2

  /// The parts of a canvas.
  static func parts(of canvas: CanvasSize) -> [FramedPart] {
    sides(canvas.height).flatMap { rows in
      sides(canvas.width).compactMap { columns in
        guard let frame = CanvasSize(width: columns.frame.count, height: rows.frame.count) else { return nil }
        return FramedPart(
          box: PixelBox(
            x: columns.part.lowerBound, y: rows.part.lowerBound, width: columns.part.count, height: rows.part.count),
          frame: frame, x: columns.frame.lowerBound, y: rows.frame.lowerBound)
      }
    }
  }

  private static func sides(_ length: Int) -> [(part: Range<Int>, frame: Range<Int>)] {
    if length + 2 <= CanvasSize.maximumSide { return [(0..<length, -1..<length + 1)] }
    return [
      (0..<middle, -1..<middle + surroundings), (middle..<length, middle - surroundings - 1..<length + 1),
    ]
  }

  /// A box of the canvas in the frame's pixels.
  func inFrame(_ box: PixelBox) -> PixelBox { box.moved(byX: -x, y: -y) }

  /// A box in the frame's pixels on the canvas.
  func onCanvas(_ box: PixelBox) -> PixelBox { box.moved(byX: x, y: y) }
}
