import PaintRaster

/// A stroke as an edit: a shape, its style and its paint.
public struct StrokeEdit: Sendable {
  /// What a stroke does to the pixels that it covers.
  public enum Paint: Sendable, Hashable {
    /// Blends colours onto them: first the fill, then the outline; nil draws none.
    case colors(fill: Pixel?, outline: Pixel?)
    /// Restores them.
    case eraser(EraserTarget)
  }

  /// What the eraser restores.
  public enum EraserTarget: Sendable, Hashable {
    /// The picture of the base.
    case base
    /// Transparent pixels.
    case nothing
    /// The pixels of a revision; transparent pixels outside of its picture.
    case revision(Int)
  }

  /// The exact geometry, in pixels.
  public var shape: Shape
  /// The fill rule for self-intersecting polygons and paths; only affects the fill.
  public var fillRule: FillRule
  /// The line's width, ends, corners and dashes.
  public var style: StrokeStyle
  /// The paint.
  public var paint: Paint
  /// The opacity of the whole stroke, 0…1.
  public var opacity: Double
  /// Whether pixels at the edge are covered partly; otherwise a pixel is covered if its centre is.
  public var isAntialiased: Bool
  /// The name of the edit, such as "Pencil".
  public var name: String
  /// The canonical command that draws it.
  public var command: String

  /// Creates a stroke.
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
