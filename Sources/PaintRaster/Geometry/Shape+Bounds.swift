extension Shape {
  /// The box of its points, control points included, in pixels; nil if there are none.
  ///
  /// - Complexity: O(points).
  public var bounds: (low: Point, high: Point)? {
    switch self {
    case .pencil(let points): Self.bounds(points.map(\.point))
    case .line(let a, let b), .rect(let a, let b), .ellipse(let a, let b), .roundedRect(let a, let b, _):
      Self.bounds([a, b])
    case .polygon(let points): Self.bounds(points)
    case .path(let path): path.bounds
    }
  }

  private static func bounds(_ points: [Point]) -> (low: Point, high: Point)? {
    guard var low = points.first else { return nil }
    var high = low
    for point in points {
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    return (low, high)
  }
}
