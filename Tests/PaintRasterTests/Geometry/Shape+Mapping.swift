@testable import PaintRaster

extension Shape {
  /// The shape with every point replaced.
  func mapped(_ map: (Point) -> Point) -> Shape {
    switch self {
    case .pencil(let points): .pencil(points.map { PencilPoint(map($0.point), pressure: $0.pressure) })
    case .line(let a, let b): .line(map(a), map(b))
    case .rect(let a, let b): .rect(map(a), map(b))
    case .ellipse(let a, let b): .ellipse(map(a), map(b))
    case .roundedRect(let a, let b, let radius): .roundedRect(map(a), map(b), radius: radius)
    case .polygon(let points): .polygon(points.map(map))
    case .path(let path):
      .path(
        Path(
          path.elements.map { element in
            switch element {
            case .move(let end): .move(map(end))
            case .line(let end): .line(map(end))
            case .quadratic(let control, let end): .quadratic(map(control), map(end))
            case .cubic(let first, let second, let end): .cubic(map(first), map(second), map(end))
            case .arc(let arc, let end): .arc(arc, map(end))
            case .close: .close
            }
          }))
    }
  }
}
