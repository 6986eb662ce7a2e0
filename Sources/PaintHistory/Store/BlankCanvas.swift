import PaintRaster

/// What a canvas is before anything is on it.
public struct BlankCanvas: Sendable, Hashable {
  /// Its size.
  public var size: CanvasSize
  /// What every pixel shows.
  public var background: Pixel

  /// A canvas of that size and colour.
  public init(size: CanvasSize, background: Pixel) {
    self.size = size
    self.background = background
  }
}
