@testable import PaintRaster
import PaintTestSupport

/// Random shapes and styles of all brushes, some of them reaching beyond the canvas.
struct ShapeGenerator {
  var random: SeededGenerator
  /// The side of the canvas for the shapes.
  let side: Double

  init(seed: UInt64, side: Double) {
    random = SeededGenerator(seed: seed)
    self.side = side
  }

  mutating func point() -> Point {
    Point(x: random.real(-0.2 * side...1.2 * side), y: random.real(-0.2 * side...1.2 * side))
  }

  /// A width of 0.2 to 80 px, every octave equally often.
  mutating func width() -> Double {
    let low = 0.2
    var width = low
    let doublings = random.real(0...8.643)
    for _ in 0..<Int(doublings) { width *= 2 }
    return min(width * (1 + (doublings - doublings.rounded(.down))), 80)
  }

  mutating func shape() -> Shape {
    switch random.whole(0...4) {
    case 0, 1:
      let pressed = random.whole(0...2) == 0
      let count = random.whole(1...8)
      var points: [PencilPoint] = []
      var p = point()
      let reach = random.real(1...side / 2)
      for _ in 0..<count {
        points.append(PencilPoint(p, pressure: pressed ? random.real(0...1) : 1))
        p = Point(x: p.x + random.real(-reach...reach), y: p.y + random.real(-reach...reach))
      }
      return .pencil(points)
    case 2: return .line(point(), point())
    case 3: return .rect(point(), point())
    default: return .ellipse(point(), point())
    }
  }

  mutating func style() -> StrokeStyle {
    StrokeStyle(
      width: width(), cap: LineCap.allCases.randomElement(using: &random) ?? .round,
      join: LineJoin.allCases.randomElement(using: &random) ?? .round)
  }
}
