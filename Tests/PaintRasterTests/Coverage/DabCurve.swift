@testable import PaintRaster

/// The plain definition of a line of dabs in doubles: 1 − Π(1 − flow · opacity · coverage) over all dabs.
struct DabCurve {
  var points: [PencilPoint]
  var width: Double
  var hardness: Double
  var flow: Double
  var spacing: Double

  /// The dabs, found by their distance from the beginning of the whole path.
  var dabs: [PencilPoint] {
    var ends = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      let (dx, dy) = (b.point.x - a.point.x, b.point.y - a.point.y)
      ends.append(ends[ends.count - 1] + (dx * dx + dy * dy).squareRoot())
    }
    let length = ends[ends.count - 1]
    var dabs: [PencilPoint] = []
    var (place, segment) = (0.0, 0)
    while place <= length + 1 / 1_024 {
      while segment + 2 < points.count, place > ends[segment + 1] { segment += 1 }
      let dab: PencilPoint
      if points.count == 1 {
        dab = points[0]
      } else {
        let (a, b) = (points[segment], points[segment + 1])
        let share = min((place - ends[segment]) / (ends[segment + 1] - ends[segment]), 1)
        func mixed(_ a: Double, _ b: Double) -> Double { (1 - share) * a + share * b }
        dab = PencilPoint(
          Point(x: mixed(a.point.x, b.point.x), y: mixed(a.point.y, b.point.y)),
          pressure: mixed(a.pressure, b.pressure), opacity: mixed(a.opacity, b.opacity))
      }
      dabs.append(dab)
      if points.count == 1 { break }
      place += max(spacing * width * dab.pressure, 0.25)
    }
    return dabs
  }

  /// The coverage of a point, 0…1, by these dabs.
  func coverage(of dabs: [PencilPoint], x: Double, y: Double) -> Double {
    var left = 1.0
    for dab in dabs {
      let half = width / 2 * dab.pressure
      let (dx, dy) = (dab.point.x - x, dab.point.y - y)
      let falloff = max((1 - hardness) * half, 1)
      let t = min(max((half - (dx * dx + dy * dy).squareRoot()) / falloff, 0), 1)
      left *= 1 - flow * dab.opacity * t * t * (3 - 2 * t)
    }
    return 1 - left
  }
}
