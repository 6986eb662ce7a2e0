import PaintRaster

/// An empty canvas.
public struct BlankCanvas: Sendable, Hashable {
  /// Its size.
  public var size: CanvasSize
  /// The colour of every pixel.
  public var background: Pixel

  /// Creates a canvas.
  public init(size: CanvasSize, background: Pixel) {
    self.size = size
    self.background = background
  }
}
