import PaintRaster

/// One closed contour of a glyph.
struct GlyphContour: Equatable {
  /// The first point.
  private(set) var start: Point
  /// Its lines and curves: control points, then the end.
  private(set) var segments: [[Point]] = []

  init(start: Point) { self.start = start }

  /// Adds a line of one point or a curve of two or three.
  mutating func append(_ points: [Point]) { segments.append(points) }

  /// The contour in the opposite direction.
  var reversed: GlyphContour {
    let starts = [start] + segments.compactMap(\.last)
    var reversed = GlyphContour(start: starts[starts.count - 1])
    for (from, points) in zip(starts, segments).reversed() { reversed.append(points.dropLast().reversed() + [from]) }
    return reversed
  }

  /// The contour as part of a path.
  var elements: [Path.Element] {
    [.move(start)]
      + segments.map { points in
        switch points.count {
        case 1: .line(points[0])
        case 2: .quadratic(points[0], points[1])
        default: .cubic(points[0], points[1], points[2])
        }
      } + [.close]
  }
}
