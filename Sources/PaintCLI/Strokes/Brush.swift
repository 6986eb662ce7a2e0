import PaintRaster

/// A brush of `stroke`: which points it takes, which options matter for it, and what it draws.
struct Brush: Sendable {
  /// What is typed for a stroke, and the shape that it makes.
  enum Geometry: Sendable {
    /// Any number of points with pressure, one at least.
    case freehand
    /// So many points or more.
    case points(least: Int, word: StaticString, shape: @Sendable ([Point]) -> Shape)
    /// Two points.
    case ends(shape: @Sendable (Point, Point) -> Shape)
    /// A box, or two opposite corners of it; the number is the radius of its corners.
    case box(shape: @Sendable (Point, Point, Double) -> Shape)
    /// SVG path data.
    case pathData
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
  /// Whether its area may cross itself, so that `--fill-rule` matters.
  var hasFillRule = false
  /// Whether it brings back pixels and has no colour.
  var isEraser = false

  /// True if its shapes can be filled.
  var isFillable: Bool { filledTitle != nil }
  /// The word that names it.
  var name: String { CommandTable.spec(id).name }
}
