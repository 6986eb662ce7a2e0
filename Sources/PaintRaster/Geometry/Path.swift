/// Lines and curves through the plane as SVG's path data describes them, in absolute pixels.
///
/// Each subpath begins with a move. Elements after a `close` without a move begin where the closed subpath began;
/// elements before the first move draw nothing. A move without further elements draws nothing either, as in SVG, unless
/// it is the only element of the path: then it is a dot, like a subpath from a point to itself.
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
    /// A part of an ellipse, and its end point.
    case arc(EllipticArc, Point)
    /// A straight line back to the beginning of the subpath, joined to it.
    case close
  }

  /// The steps in order.
  public var elements: [Element]

  /// The path with those steps.
  @inlinable public init(_ elements: [Element] = []) { self.elements = elements }
}
