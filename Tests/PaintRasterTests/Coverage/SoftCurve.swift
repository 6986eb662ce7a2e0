@testable import PaintRaster

/// The plain definition of a soft line's coverage in doubles: the largest of all points of the path, segment by segment.
struct SoftCurve {
  var points: [PencilPoint]
  var width: Double
  var hardness: Double

  /// F(t) = t²(3 − 2t), t clamped to 0…1.
  private func smooth(_ t: Double) -> Double {
    let t = min(max(t, 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// The coverage that a point of a segment gives another point.
  private func coverage(_ a: PencilPoint, _ b: PencilPoint, at share: Double, _ x: Double, _ y: Double) -> Double {
    func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    let (dx, dy) = (mixed(a.point.x, b.point.x) - x, mixed(a.point.y, b.point.y) - y)
    let half = width / 2 * mixed(a.pressure, b.pressure)
    let falloff = max((1 - hardness) * half, 1)
    return smooth((half - (dx * dx + dy * dy).squareRoot()) / falloff) * mixed(a.opacity, b.opacity)
  }

  /// The coverage of a point, 0…1.
  func coverage(x: Double, y: Double) -> Double {
    guard points.count > 1 else { return points.first.map { coverage($0, $0, at: 0, x, y) } ?? 0 }
    var most = 0.0
    for (a, b) in zip(points, points.dropFirst()) { most = max(most, largest(a, b, x, y)) }
    return most
  }

  private func largest(_ a: PencilPoint, _ b: PencilPoint, _ x: Double, _ y: Double) -> Double {
    let (dx, dy) = (b.point.x - a.point.x, b.point.y - a.point.y)
    let square = dx * dx + dy * dy
    let nearest = square > 0 ? ((x - a.point.x) * dx + (y - a.point.y) * dy) / square : 0
    if a.pressure == b.pressure, a.opacity == b.opacity {
      return coverage(a, b, at: min(max(nearest, 0), 1), x, y)
    }
    // Other points than those within half a width give nothing.
    let reach = square > 0 ? width / 2 / square.squareRoot() : 1
    let (from, to) = (max(0, nearest - reach), min(1, nearest + reach))
    guard from <= to else { return 0 }
    let steps = 64
    func share(_ step: Int) -> Double { from + (to - from) * Double(min(max(step, 0), steps)) / Double(steps) }
    func value(_ share: Double) -> Double { coverage(a, b, at: share, x, y) }
    var best = (step: 0, value: -1.0)
    for step in 0...steps where value(share(step)) > best.value { best = (step, value(share(step))) }
    var (low, high) = (share(best.step - 1), share(best.step + 1))
    for _ in 0..<30 {
      let (one, other) = (low + (high - low) / 3, high - (high - low) / 3)
      if value(one) < value(other) { low = one } else { high = other }
    }
    return max(best.value, value((low + high) / 2), value(low), value(high))
  }
}
