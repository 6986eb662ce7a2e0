/// Fills with vertices far outside every canvas.
extension FarClipping {
  /// The contour's part inside the bound, with the same winding number at every point there.
  ///
  /// Cut by one side of the bound after the other (Sutherland and Hodgman 1974).
  static func clip(contour points: [Point]) -> [Point] {
    if points.allSatisfy({ abs($0.x) <= bound && abs($0.y) <= bound }) { return points }
    func swapped(_ points: [Point]) -> [Point] { points.map { Point(x: $0.y, y: $0.x) } }
    let rows = cut(cut(swapped(points), at: bound, keepingBelow: true), at: -bound, keepingBelow: false)
    return cut(cut(swapped(rows), at: bound, keepingBelow: true), at: -bound, keepingBelow: false)
  }

  /// The part of the contour where x is at most, or at least, `border`.
  private static func cut(_ points: [Point], at border: Double, keepingBelow: Bool) -> [Point] {
    func isKept(_ p: Point) -> Bool { keepingBelow ? p.x <= border : p.x >= border }
    var result: [Point] = []
    guard var previous = points.last else { return result }
    for point in points {
      if isKept(previous) != isKept(point) {
        // From the end outside, so that both directions give the same point.
        let (outer, inner) = isKept(point) ? (previous, point) : (point, previous)
        let y = inner.x == border ? inner.y : along(outer.x, inner.x, at: border, from: outer.y, to: inner.y)
        result.append(Point(x: border, y: y))
      }
      if isKept(point) { result.append(point) }
      previous = point
    }
    return result
  }
}
