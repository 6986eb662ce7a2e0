/// Collects closed contours, point by point; the parts of `Outline` write into it.
struct ContourBuilder: Sendable {
  /// The vertices of all contours, one contour after the other.
  private(set) var points: [Point] = []
  /// For each contour the index after its last vertex.
  private(set) var ends: [Int] = []
  /// Whether arcs may pass the same pixel as other sides without overlapping them: the ends of dashes do, and the
  /// corners of a box less than a few pixels wide.
  var hasNearSides = false

  /// Makes room for the first `count` vertices.
  ///
  /// Only for the first: reserving for each of many dashes would copy all vertices every time.
  mutating func reserve(_ count: Int) {
    if points.isEmpty { points.reserveCapacity(count) }
  }

  /// Appends a vertex to the current contour.
  @inline(__always)
  mutating func append(_ x: Double, _ y: Double) { points.append(Point(x: x, y: y)) }

  /// Appends vertices to the current contour.
  @inline(__always)
  mutating func append(contentsOf vertices: some Collection<Point>) { points.append(contentsOf: vertices) }

  /// Appends a whole contour.
  mutating func append(contour: [Point]) {
    points.append(contentsOf: contour)
    close()
  }

  /// Ends the current contour; one with fewer than three vertices covers nothing and is dropped.
  mutating func close() {
    let start = ends.last ?? 0
    if points.count - start < 3 {
      points.removeLast(points.count - start)
    } else {
      ends.append(points.count)
    }
  }
}
