extension Path {
  /// The lowest and the highest coordinates of all ends and control points; nil for a path without any.
  var bounds: (low: Point, high: Point)? {
    var low = Point(x: .infinity, y: .infinity)
    var high = Point(x: -Double.infinity, y: -.infinity)
    func take(_ point: Point) {
      low = Point(x: Swift.min(low.x, point.x), y: Swift.min(low.y, point.y))
      high = Point(x: Swift.max(high.x, point.x), y: Swift.max(high.y, point.y))
    }
    for element in elements {
      switch element {
      case .move(let end), .line(let end), .arc(_, let end): take(end)
      case .quadratic(let control, let end):
        take(control)
        take(end)
      case .cubic(let first, let second, let end):
        take(first)
        take(second)
        take(end)
      case .close: break
      }
    }
    return low.x <= high.x ? (low, high) : nil
  }
}
