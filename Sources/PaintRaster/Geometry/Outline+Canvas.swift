extension Outline {
  /// Whether no point of a canvas is inside the outline.
  ///
  /// The answer is that of the geometry: a line on the canvas can be too thin to cover a pixel.
  ///
  /// - Complexity: O(vertices).
  public func isOutside(_ canvas: CanvasSize) -> Bool {
    let (left, top) = (-origin.x, -origin.y)
    let (right, bottom) = (left + Double(canvas.width), top + Double(canvas.height))
    let center = Point(x: (left + right) / 2, y: (top + bottom) / 2)
    var winding = 0
    var start = 0
    for end in contours.ends {
      var a = contours.points[end - 1]
      for b in contours.points[start..<end] {
        let columns = Self.part(of: a.x, b.x, between: left, right)
        let rows = Self.part(of: a.y, b.y, between: top, bottom)
        if max(columns.lower, rows.lower) < min(columns.upper, rows.upper) { return false }
        if (a.y <= center.y) != (b.y <= center.y),
          a.x + (center.y - a.y) / (b.y - a.y) * (b.x - a.x) > center.x
        {
          winding += a.y < b.y ? 1 : -1
        }
        a = b
      }
      start = end
    }
    // No side passes through the canvas, so all of its points have the same winding number.
    return fillRule == .nonzero ? winding == 0 : winding % 2 == 0
  }

  /// The part of a side from `a` to `b`, as a range within 0…1, that is between two bounds; empty if none is.
  private static func part(
    of a: Double, _ b: Double, between low: Double, _ high: Double
  ) -> (lower: Double, upper: Double) {
    if a == b { return a > low && a < high ? (0, 1) : (1, 0) }
    let (one, other) = ((low - a) / (b - a), (high - a) / (b - a))
    return (max(0, min(one, other)), min(1, max(one, other)))
  }
}
