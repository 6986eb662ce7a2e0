/// A path with curves, parameterised by arc length.
struct CurveLine: Sendable {
  /// The minimum component of a piece's chord along its direction, relative to its length; only pieces at a cusp have
  /// less, because their one direction is that of the curve before or after the cusp, and not that of their chord.
  private static let leastAlong = 0.9

  let vertices: [CurveVertex]
  /// The arc length from the path's start to each vertex, in pixels.
  let places: [Double]

  /// The path's length, in pixels.
  var length: Double { places.last ?? 0 }

  init(_ vertices: [CurveVertex]) {
    self.vertices = vertices
    var places: [Double] = []
    places.reserveCapacity(vertices.count)
    var distance = 0.0
    for i in vertices.indices {
      if i > 0 { distance += CurveStrip(vertices[i - 1], vertices[i]).arcLength }
      places.append(distance)
    }
    self.places = places
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
  func vertex(at place: Double) -> CurveVertex { vertex(at: place, in: piece(at: place, isEnd: false)) }

  /// The index of the vertex before a position; at a vertex the previous one if a part ends there.
  private func piece(at place: Double, isEnd: Bool) -> Int {
    var low = 0
    var high = Swift.max(places.count - 2, 0)
    while low < high {
      let middle = (low + high) / 2
      if isEnd ? places[middle + 1] < place : places[middle + 1] <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The curve's own point at a position after vertex `i` (cubic Hermite interpolation).
  private func vertex(at place: Double, in i: Int) -> CurveVertex {
    let (a, b) = (vertices[i], vertices[i + 1])
    let length = places[i + 1] - places[i]
    guard place > places[i], length > 0 else {
      return CurveVertex(place: a.place, arriving: a.leaving, leaving: a.leaving, kind: .corner)
    }
    guard place < places[i + 1] else {
      return CurveVertex(place: b.place, arriving: b.arriving, leaving: b.arriving, kind: .corner)
    }
    let t = (place - places[i]) / length
    let s = 1 - t
    func middle(_ p: Point, _ q: Point) -> Point { Point(x: p.x * s + q.x * t, y: p.y * s + q.y * t) }
    let chord = b.place - a.place
    if chord.x * a.leaving.x + chord.y * a.leaving.y < Self.leastAlong * length {
      return CurveVertex(place: middle(a.place, b.place), arriving: a.leaving, leaving: a.leaving, kind: .corner)
    }
    // The control points of the same cubic.
    let c = Point(x: a.place.x + a.leaving.x * (length / 3), y: a.place.y + a.leaving.y * (length / 3))
    let d = Point(x: b.place.x - b.arriving.x * (length / 3), y: b.place.y - b.arriving.y * (length / 3))
    let before = middle(middle(a.place, c), middle(c, d))
    let behind = middle(middle(c, d), middle(d, b.place))
    let direction = (behind - before).unit ?? a.leaving
    return CurveVertex(place: middle(before, behind), arriving: direction, leaving: direction, kind: .corner)
  }
}

extension Point {
  /// The direction of a vector, 1 px long; nil if it has no length.
  var unit: Point? {
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? Point(x: x / length, y: y / length) : nil
  }
}
