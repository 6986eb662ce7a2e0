/// On which side of a box, or of the ellipse in it, its outline is.
///
/// The outline inside are the points of the shape no farther from its border than the width, and the one outside those
/// next to the shape. So the outline inside and the shape together cover what the shape alone covers.
public enum StrokeAlignment: String, CaseIterable, Hashable, Sendable {
  /// The outer border of the outline is the border of the shape.
  case inside
  /// Half of the width is inside.
  case center
  /// The inner border of the outline is the border of the shape.
  case outside

  /// How far an outline of that width reaches out of the shape.
  func outset(_ width: Double) -> Double {
    switch self {
    case .inside: 0
    case .center: width / 2
    case .outside: width
    }
  }

  /// How far it reaches into the shape.
  func inset(_ width: Double) -> Double { width - outset(width) }
}
