/// A path that is drawn in several places, such as a glyph of a text.
public struct PlacedPath: Hashable, Sendable {
  /// The path, in its own units.
  public var path: Path
  /// The size of a unit, in pixels.
  public var scale: Double
  /// Where the path's point (0, 0) is drawn, in pixels.
  public var places: [Point]

  /// A path in those places.
  public init(_ path: Path, scale: Double, places: [Point]) {
    self.path = path
    self.scale = scale
    self.places = places
  }

  /// The path in one of the places, in pixels.
  func path(at place: Point) -> Path {
    func moved(_ point: Point) -> Point { Point(x: place.x + point.x * scale, y: place.y + point.y * scale) }
    return Path(
      path.elements.map { element in
        switch element {
        case .move(let end): .move(moved(end))
        case .line(let end): .line(moved(end))
        case .quadratic(let control, let end): .quadratic(moved(control), moved(end))
        case .cubic(let first, let second, let end): .cubic(moved(first), moved(second), moved(end))
        // An arc's radii are not scaled here, so it becomes a line; glyphs, the purpose of this type, have no arcs.
        case .arc(_, let end): .line(moved(end))
        case .close: .close
        }
      })
  }

  /// The lowest and the highest coordinates of all ends and control points, in units; nil for a path without any.
  var bounds: (low: Point, high: Point)? { path.bounds }
}

extension PlacedPath {
  /// Two corners of a box that contains the path in all its places; nil if it has no points or places.
  ///
  /// - Complexity: O(elements + places).
  public var drawnBounds: (low: Point, high: Point)? {
    guard let bounds = path.bounds, let first = places.first else { return nil }
    var (low, high) = (first, first)
    for place in places {
      low = Point(x: Swift.min(low.x, place.x), y: Swift.min(low.y, place.y))
      high = Point(x: Swift.max(high.x, place.x), y: Swift.max(high.y, place.y))
    }
    return (
      Point(x: low.x + scale * bounds.low.x, y: low.y + scale * bounds.low.y),
      Point(x: high.x + scale * bounds.high.x, y: high.y + scale * bounds.high.y)
    )
  }
}
