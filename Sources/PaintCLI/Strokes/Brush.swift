import PaintRaster

/// A brush of `stroke`: its points, its options and its shape.
struct Brush: Sendable {
  /// The operands of a stroke, and its shape.
  enum Geometry: Sendable {
    /// Points with pressure, at least one.
    case freehand
    /// A minimum number of points.
    case points(least: Int, word: StaticString, shape: @Sendable ([Point], ShapeOptions) -> Shape)
    /// Two points.
    case ends(shape: @Sendable (Point, Point) -> Shape)
    /// A box, or two opposite corners of it.
    case box(shape: @Sendable (Point, Point, ShapeOptions) -> Shape)
    /// SVG path data.
    case pathData
  }

  /// The options of the shape.
  struct ShapeOptions: Sendable {
    /// The radius of a box's corners, in pixels.
    var radius = 0.0
    /// Whether a line through points leads back to the first.
    var isClosed = false
  }

  /// The command that draws with it.
  let id: CommandID
  /// The name of its strokes in the history.
  let title: String
  /// The name of filled strokes; nil for a brush that draws no areas.
  var filledTitle: String?
  let geometry: Geometry
  /// Whether its line has corners, so that `--join` matters.
  var hasCorners = false
  /// Whether its line is always round and solid.
  var isRound = false
  /// Whether its area can cross itself, so that `--fill-rule` matters.
  var hasFillRule = false
  /// Whether it paints; other brushes have no colour.
  var hasColor = true
  /// The options that only it has, and what it does with them; nil for a brush that paints its shape.
  var own: (any BrushOptions.Type)?
  /// The width if none is given or set, in pixels.
  var defaultWidth = 1.0
  /// The hardness if none is given or set, 0…1.
  var defaultHardness = 1.0

  /// Whether its shapes can be filled.
  var isFillable: Bool { filledTitle != nil }
  /// Whether its shapes are in boxes, so that the outline can be on one side of the border.
  var isBox: Bool { if case .box = geometry { true } else { false } }
  /// Whether its operands are path data.
  var takesPathData: Bool { if case .pathData = geometry { true } else { false } }
  /// Its name on the command line.
  var name: String { CommandTable.spec(id).name }
}
