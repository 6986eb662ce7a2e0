/// The geometry that a brush draws, without a width: a path or a box, in pixels.
///
/// A shape with a coordinate that is not finite has no outline.
public enum Shape: Hashable, Sendable {
  /// A freehand line through the points; a single point is a dot. The eraser draws this shape too.
  case pencil([PencilPoint])
  /// A straight line between two points.
  case line(Point, Point)
  /// A box between two opposite corners, in any order.
  case rect(Point, Point)
  /// The ellipse inscribed in the box between two opposite corners, in any order.
  case ellipse(Point, Point)
  /// A box between two opposite corners, its corners rounded by that radius, at most by half of its shorter side.
  case roundedRect(Point, Point, radius: Double)
  /// The closed path along straight lines through the points.
  case polygon([Point])
  /// Any lines and curves.
  case path(Path)

  /// Whether it is a box or the ellipse in one, whose outline can be on one side of its border.
  var isBox: Bool {
    switch self {
    case .rect, .ellipse, .roundedRect: true
    case .pencil, .line, .polygon, .path: false
    }
  }
}
