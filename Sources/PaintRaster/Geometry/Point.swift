/// A point in the plane in pixels: x to the right, y down; pixel (i, j) covers the square from (i, j) to (i+1, j+1).
public struct Point: Hashable, Sendable {
  /// Pixels to the right of the canvas' left edge.
  public var x: Double
  /// Pixels below the canvas' top edge.
  public var y: Double

  /// The point with those coordinates.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The largest coordinate that is drawn, in pixels; larger ones are clamped to it.
  static let limit = 1e15

  /// The point on the grid of 1/65,536 pixel to which every path is rounded once, or nil if a coordinate is not finite.
  ///
  /// Ties go to even, so that moving a path by whole pixels moves its rounded points by exactly as much.
  var onGrid: Point? {
    guard x.isFinite, y.isFinite else { return nil }
    return Point(x: Self.onGrid(x), y: Self.onGrid(y))
  }

  private static func onGrid(_ value: Double) -> Double {
    (Swift.min(Swift.max(value, -limit), limit) * 65_536).rounded(.toNearestOrEven) / 65_536
  }

  /// The maximum distance from the canvas' corner at which a path's vertices are relative to its own first pixel, in
  /// pixels.
  private static let maximumOrigin = 16_777_216.0

  /// The whole pixel to which a path that starts here is relative: the corner of the pixel that contains the point.
  ///
  /// A coordinate beyond 2^24 gives 0 instead, or points near the canvas would lose bits of their fractions.
  var pathOrigin: Point { Point(x: Self.origin(of: x), y: Self.origin(of: y)) }

  private static func origin(of value: Double) -> Double {
    let whole = value.rounded(.down)
    return abs(whole) <= maximumOrigin ? whole : 0
  }

  static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}
