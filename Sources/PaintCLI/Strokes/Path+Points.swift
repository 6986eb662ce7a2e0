import PaintRaster

/// Properties of a path's points.
extension Path {
  /// Whether every end and control point has whole coordinates; the radii of arcs do not matter.
  var isWhole: Bool {
    func whole(_ point: Point) -> Bool { point.x == point.x.rounded() && point.y == point.y.rounded() }
    return elements.allSatisfy { element in
      switch element {
      case .move(let end), .line(let end), .arc(_, let end): whole(end)
      case .quadratic(let control, let end): whole(control) && whole(end)
      case .cubic(let first, let second, let end): whole(first) && whole(second) && whole(end)
      case .close: true
      }
    }
  }

  /// Whether it has no line or curve, not even one without length.
  var isBlank: Bool { elements.allSatisfy { if case .move = $0 { true } else { false } } }

  /// The path, moved right and down by `distance` pixels.
  func moved(_ distance: Double) -> Path { moved(x: distance, y: distance) }

  /// The path, moved right and down by these pixels.
  func moved(x: Double, y: Double) -> Path {
    func moved(_ point: Point) -> Point { Point(x: point.x + x, y: point.y + y) }
    return Path(
      elements.map { element in
        switch element {
        case .move(let end): .move(moved(end))
        case .line(let end): .line(moved(end))
        case .arc(let arc, let end): .arc(arc, moved(end))
        case .quadratic(let control, let end): .quadratic(moved(control), moved(end))
        case .cubic(let first, let second, let end): .cubic(moved(first), moved(second), moved(end))
        case .close: .close
        }
      })
  }
}
