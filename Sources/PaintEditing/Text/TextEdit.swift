import PaintRaster

/// A text as an edit: the outlines of its glyphs, and the box behind them.
public struct TextEdit: Sendable {
  /// A box of one colour.
  public struct Background: Sendable, Hashable {
    /// The colour.
    public var color: Pixel
    /// A corner, in pixels.
    public var from: Point
    /// The opposite corner.
    public var to: Point

    /// Creates a box between two corners.
    public init(color: Pixel, from: Point, to: Point) {
      self.color = color
      self.from = from
      self.to = to
    }
  }

  /// The outlines of all glyphs with their positions, in pixels; overlapping parts are covered once.
  public var glyphs: [PlacedPath]
  /// The colour of the glyphs.
  public var color: Pixel
  /// The box behind the glyphs; nil for none.
  public var background: Background?
  /// The opacity of glyphs and box as one layer, 0…1.
  public var opacity: Double
  /// Whether pixels at the edge are covered partly; otherwise a pixel is covered if its centre is.
  public var isAntialiased: Bool
  /// The name of the edit.
  public var name: String
  /// The canonical command that draws it.
  public var command: String

  /// Creates a text.
  public init(
    glyphs: [PlacedPath], color: Pixel, background: Background?, opacity: Double, isAntialiased: Bool, name: String,
    command: String
  ) {
    self.glyphs = glyphs
    self.color = color
    self.background = background
    self.opacity = opacity
    self.isAntialiased = isAntialiased
    self.name = name
    self.command = command
  }
}
