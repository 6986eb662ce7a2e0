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

    /// The box between two corners.
    public init(color: Pixel, from: Point, to: Point) {
      self.color = color
      self.from = from
      self.to = to
    }
  }

  /// The outlines of all glyphs and where they stand, in pixels; where they overlap they are covered once.
  public var glyphs: [PlacedPath]
  /// The colour of the glyphs.
  public var color: Pixel
  /// The box under them; nil is none.
  public var background: Background?
  /// 0…1, over glyphs and box at once.
  public var opacity: Double
  /// Whether pixels on the edge are covered in part; else a pixel is in when its centre is.
  public var isAntialiased: Bool
  /// What the history calls it.
  public var name: String
  /// The canonical command that draws it.
  public var command: String

  /// A text with these parts.
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
