@testable import PaintRaster

extension ShapeGenerator {
  /// A path of a few elements of all kinds.
  mutating func path() -> Path {
    var elements: [Path.Element] = [.move(point())]
    for _ in 0..<random.whole(1...4) {
      switch random.whole(0...9) {
      case 0: elements.append(.line(point()))
      case 1, 2: elements.append(.quadratic(point(), point()))
      case 3, 4, 5: elements.append(.cubic(point(), point(), point()))
      case 6: elements.append(.close)
      case 7: elements += [.move(point()), .line(point())]
      default: elements.append(.arc(arc(), point()))
      }
    }
    return Path(elements)
  }

  /// An arc of any kind.
  mutating func arc() -> EllipticArc {
    EllipticArc(
      radiusX: random.real(0...side), radiusY: random.real(0...side), rotation: random.real(-400...400),
      isLarge: random.whole(0...1) == 1, sweeps: random.whole(0...1) == 1)
  }
}
