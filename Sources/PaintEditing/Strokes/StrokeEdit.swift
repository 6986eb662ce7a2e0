import PaintRaster

/// One stroke as an edit: a shape, how its line looks, and what it does to the pixels under it.
public struct StrokeEdit: Sendable {
  /// What a stroke does to the pixels that it covers.
  public enum Paint: Sendable, Hashable {
    /// Lays colours over them: first the fill, then the outline; nil draws none.
    case colors(fill: Pixel?, outline: Pixel?)
    /// Takes them back.
    case eraser(EraserTarget)
  }

  /// What the eraser brings back.
  public enum EraserTarget: Sendable, Hashable {
    /// What the canvas began with.
    case base
    /// Nothing: transparent pixels.
    case nothing
    /// The pixels of that revision; transparent ones where its picture has none.
    case revision(Int)
  }

  /// The true geometry, in pixels.
  public var shape: Shape
  /// Which points a polygon or path that crosses itself holds; matters to the fill alone.
  public var fillRule: FillRule
  /// The line's width, ends, corners and dashes.
  public var style: StrokeStyle
  /// What happens to the pixels.
  public var paint: Paint
  /// 0…1, over the whole stroke at once.
  public var opacity: Double
  /// Whether pixels on the edge are covered in part; else a pixel is in when its centre is.
  public var isAntialiased: Bool
  /// What the history calls it, such as "Pencil".
  public var name: String
  /// The canonical command that draws it.
  public var command: String

  /// A stroke with these parts.
  public init(
    shape: Shape, fillRule: FillRule = .nonzero, style: StrokeStyle, paint: Paint, opacity: Double,
    isAntialiased: Bool, name: String, command: String
  ) {
    self.shape = shape
    self.fillRule = fillRule
    self.style = style
    self.paint = paint
    self.opacity = opacity
    self.isAntialiased = isAntialiased
    self.name = name
    self.command = command
  }
}
