/// The left side of a line along curves: the parallel curve as chords that enclose its own area.
struct CurveSide: Sendable {
  let vertices: [CurveVertex]
  /// The strip after each vertex; after the last one only if the path is closed.
  let strips: [CurveStrip]
  private let radius: Double
  /// The distance of the side from the path at each vertex, in pixels.
  private let distances: [Double]

  init(_ vertices: [CurveVertex], isClosed: Bool, radius: Double) {
    self.vertices = vertices
    self.radius = radius
    let count = isClosed ? vertices.count : vertices.count - 1
    let strips = (0..<count).map { CurveStrip(vertices[$0], vertices[$0 + 1 < vertices.count ? $0 + 1 : 0]) }
    self.strips = strips
    // The parallel curve is longer by the angle times the distance, shorter on the inner side, and negative where it
    // runs backwards. The area that its chord misses is a parabola's: 2/3 of the sagitta, length · angle/8.
    let lengths = strips.map { $0.length + radius * $0.turn }
    func isMovable(_ i: Int) -> Bool {
      vertices[i].kind == .smooth && (isClosed || (i > 0 && i + 1 < vertices.count))
    }
    distances = vertices.indices.map { i in
      guard isMovable(i) else { return radius }
      let before = i > 0 ? i - 1 : count - 1
      let sum = abs(lengths[before]) + abs(lengths[i])
      guard sum > 0 else { return radius }
      // Half of a chord's missing area is compensated at either end, all of it at one if the other cannot move.
      func missing(_ k: Int, otherEnd: Int) -> Double {
        lengths[k] * abs(lengths[k]) * strips[k].turn / (isMovable(otherEnd) ? 24 : 12)
      }
      let next = i + 1 < vertices.count ? i + 1 : 0
      return radius + 2 * (missing(before, otherEnd: before) + missing(i, otherEnd: next)) / sum
    }
  }

  /// The side at a vertex, before or after it.
  func point(_ i: Int, leaving: Bool) -> Point {
    let vertex = vertices[i]
    let direction = leaving ? vertex.leaving : vertex.arriving
    return Point(x: vertex.point.x + distances[i] * direction.y, y: vertex.point.y - distances[i] * direction.x)
  }

  /// The distance from the path at which the normals at the ends of a strip cross, if they cross on this side.
  private func crossing(_ i: Int) -> Double? {
    let direction = vertices[i].leaving
    let next = vertices[i + 1 < vertices.count ? i + 1 : 0].arriving
    let sine = direction.y * next.x - direction.x * next.y
    let along = strips[i].chord.x * next.x + strips[i].chord.y * next.y
    return sine > 0 && along >= 0 && along < radius * sine ? along / sine : nil
  }

  /// Whether the side runs backwards along a strip.
  func isReversed(_ i: Int) -> Bool { crossing(i) != nil }

  /// Where the normals at the ends of a turned strip cross.
  func center(_ i: Int) -> Point {
    let (vertex, distance) = (vertices[i], crossing(i) ?? 0)
    return Point(x: vertex.point.x + distance * vertex.leaving.y, y: vertex.point.y - distance * vertex.leaving.x)
  }
}
