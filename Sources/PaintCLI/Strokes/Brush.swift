import PaintRaster

/// A brush of `stroke`: which points it takes, which options matter for it, and what it draws.
struct Brush: Sendable {
  /// What is typed for a stroke, and the shape that it makes.
  enum Geometry: Sendable {
    /// Any number of points with pressure, one at least.
    case freehand
    /// So many points or more.
    case points(least: Int, word: StaticString, shape: @Sendable ([Point], ShapeOptions) -> Shape)
    /// Two points.
    case ends(shape: @Sendable (Point, Point) -> Shape)
    /// A box, or two opposite corners of it.
    case box(shape: @Sendable (Point, Point, ShapeOptions) -> Shape)
    /// SVG path data.
    case pathData
  }

  /// What a line's options say about the shape.
  struct ShapeOptions: Sendable {
    /// The radius of a box's corners, in pixels.
    var radius = 0.0
    /// Those of the brush's flags that were given.
    var flags: [OptionID] = []
  }

  /// The command that draws with it.
  let id: CommandID
  /// What the history calls its strokes.
  let title: String
  /// What the history calls a filled one; nil for a brush that draws no areas.
  var filledTitle: String?
  let geometry: Geometry
  /// Whether its line has corners, which `--join` shapes.
  var hasCorners = false
  /// Whether its line is always round and solid.
  var isRound = false
  /// Its own options without a value, which change its shape; the canonical command has those that were given.
  var flags: [OptionID] = []
  /// Whether its area may cross itself, so that `--fill-rule` matters.
  var hasFillRule = false
  /// Whether it brings back pixels and has no colour.
  var isEraser = false

  /// True if its shapes can be filled.
  var isFillable: Bool { filledTitle != nil }
  /// The word that names it.
  var name: String { CommandTable.spec(id).name }
}
