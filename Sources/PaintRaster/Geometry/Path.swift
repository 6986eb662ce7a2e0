/// Lines and curves through the plane as SVG's path data describes them, in absolute pixels.
///
/// Each subpath begins with a move. What follows a `close` without a move begins where the closed subpath began; what
/// comes before the first move draws nothing. A move that nothing follows draws nothing either, as in SVG, unless it is
/// all the path has: then it is a dot, as a subpath that goes from a point to itself is.
public struct Path: Hashable, Sendable {
  /// One step of a path.
  public enum Element: Hashable, Sendable {
    /// Begins a subpath.
    case move(Point)
    /// A straight line.
    case line(Point)
    /// A quadratic Bézier curve: its control point and its end.
    case quadratic(Point, Point)
    /// A cubic Bézier curve: its two control points and its end.
    case cubic(Point, Point, Point)
    /// A part of an ellipse, and where it ends.
    case arc(EllipticArc, Point)
    /// A straight line back to the beginning of the subpath, joined to it.
    case close
  }

  /// The steps in their order.
  public var elements: [Element]

  /// The path with those steps.
  @inlinable public init(_ elements: [Element] = []) { self.elements = elements }
}
