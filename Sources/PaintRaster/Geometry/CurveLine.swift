/// A path with curves, parameterised by arc length.
struct CurveLine: Sendable {
  /// The minimum component of a piece's chord along its direction, relative to its length; only pieces at a cusp have
  /// less, because their one direction is that of the curve before or after the cusp, and not that of their chord.
  private static let leastAlong = 0.9

  let vertices: [CurveVertex]
  /// The arc length from the path's start to each vertex, in pixels.
  let positions: [Double]

  /// The path's length, in pixels.
  var length: Double { positions.last ?? 0 }

  /// The path through the vertices, or a part of one that begins at a position.
  init(_ vertices: [CurveVertex], from start: Double = 0) {
    self.vertices = vertices
    var positions: [Double] = []
    positions.reserveCapacity(vertices.count)
    var distance = start
    for i in vertices.indices {
      if i > 0 { distance += CurveStrip(vertices[i - 1], vertices[i]).arcLength }
      positions.append(distance)
    }
    self.positions = positions
  }

  /// The part between two positions on it; `start` is less than `end`.
  func part(from start: Double, to end: Double) -> [CurveVertex] {
    var part: [CurveVertex] = []
    var i = piece(at: start, isEnd: false)
    part.append(vertex(at: start, in: i))
    let last = piece(at: end, isEnd: true)
    while i < last {
      i += 1
      part.append(vertices[i])
    }
    part.append(vertex(at: end, in: last))
    return part
  }

  /// The point at a position, and the direction in which the path leaves it.
  func vertex(at position: Double) -> CurveVertex { vertex(at: position, in: piece(at: position, isEnd: false)) }

  /// The index of the vertex before a position; at a vertex the previous one if a part ends there.
  private func piece(at position: Double, isEnd: Bool) -> Int {
    var low = 0
    var high = Swift.max(positions.count - 2, 0)
    while low < high {
      let middle = (low + high) / 2
      if isEnd ? positions[middle + 1] < position : positions[middle + 1] <= position {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// The curve's own point at a position after vertex `i` (cubic Hermite interpolation).
  private func vertex(at position: Double, in i: Int) -> CurveVertex {
    let (a, b) = (vertices[i], vertices[i + 1])
    let length = positions[i + 1] - positions[i]
    guard position > positions[i], length > 0 else {
      return CurveVertex(point: a.point, arriving: a.leaving, leaving: a.leaving, kind: .corner)
    }
    guard position < positions[i + 1] else {
      return CurveVertex(point: b.point, arriving: b.arriving, leaving: b.arriving, kind: .corner)
    }
    let t = (position - positions[i]) / length
    let s = 1 - t
    func middle(_ p: Point, _ q: Point) -> Point { Point(x: p.x * s + q.x * t, y: p.y * s + q.y * t) }
    let chord = b.point - a.point
    if chord.x * a.leaving.x + chord.y * a.leaving.y < Self.leastAlong * length {
      return CurveVertex(point: middle(a.point, b.point), arriving: a.leaving, leaving: a.leaving, kind: .corner)
    }
    // The control points of the same cubic.
    let c = Point(x: a.point.x + a.leaving.x * (length / 3), y: a.point.y + a.leaving.y * (length / 3))
    let d = Point(x: b.point.x - b.arriving.x * (length / 3), y: b.point.y - b.arriving.y * (length / 3))
    let before = middle(middle(a.point, c), middle(c, d))
    let after = middle(middle(c, d), middle(d, b.point))
    let direction = (after - before).unit ?? a.leaving
    return CurveVertex(point: middle(before, after), arriving: direction, leaving: direction, kind: .corner)
  }
}

extension Point {
  /// The direction of a vector, 1 px long; nil if it has no length.
  var unit: Point? {
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? Point(x: x / length, y: y / length) : nil
  }
}
