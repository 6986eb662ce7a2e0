import PaintHistory

/// Dissolves the pixels along a stroke into those at a distance, of the picture before the stroke.
///
/// The pixel at (i, j) becomes the one at (i + x, j + y); where that is not on the canvas, nothing changes.
public struct Clone: Retouching, Hashable {
  /// The distance to the right, in pixels.
  public var x: Int
  /// The distance down, in pixels.
  public var y: Int

  /// A clone from that distance.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// Copies the pixels along the stroke.
  public func apply(_ stroke: StrokeEdit, to canvas: inout EditContext) throws(HistoryError) {
    let moved = MovedPicture(try canvas.picture(), x: x, y: y)
    try canvas.dissolve(along: stroke) { (index) throws(HistoryError) in try moved.tile(at: index) }
  }
}
