import PaintHistory

/// Dissolves the pixels along a stroke into those that `GaussianBlur` makes of the whole picture before the stroke.
public struct Blur: Retouching, Hashable {
  /// The blur's standard deviation, in pixels.
  public var radius: Double

  /// A blur of that radius, in pixels.
  public init(radius: Double) { self.radius = radius }

  /// Blurs the pixels along the stroke.
  public func apply(_ stroke: StrokeEdit, to canvas: inout EditContext) throws(HistoryError) {
    let blurred = BlurredPicture(try canvas.picture(), radius: radius)
    try canvas.dissolve(along: stroke) { (index) throws(HistoryError) in try blurred.tile(at: index) }
  }
}
