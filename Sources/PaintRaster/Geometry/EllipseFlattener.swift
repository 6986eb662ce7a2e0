/// Turns an ellipse and its parallel curves into chords that enclose the curve's own area (`ContourBuilder.chordArea`).
///
/// With half axes a, b and the outward unit normal n, the ellipse's support function is h(n) = √(a²nx² + b²ny²) and the
/// point with that normal (a²nx, b²ny)/h(n); the curve parallel to it at distance d has h(n) + d and that point + d·n.
/// So the maximum distance of a chord with normal c from its curve is exactly h(c) + d − c·p, and the point there
/// divides it.
struct EllipseFlattener: Sendable {
  /// Arcs farther than this many pixels outside the largest canvas stay single chords: they are not visible.
  private static let visibleMargin = 1_048_576.0
  /// The sum of half axes from which on sagittas are estimated, in pixels.
  private static let exactLimit = 68_719_476_736.0

  /// The largest `ContourBuilder.chordArea` here, where neighbouring chords differ a little.
  private static let maximumChordArea = 0.01

  /// The part of `thinChordArea` allowed where neighbouring chords may differ in length by much more than twice.
  private static let unevenPart = 0.5

  private let origin: Point
  private let center: Point
  private let a: Double
  private let b: Double
  /// The `ContourBuilder.chordArea` of chords, except those near pointed ends.
  private let chordArea: Double

  /// The ellipse in a box, whose parallel curves are the sides of a line of that width; a filled ellipse has only one
  /// side.
  init(_ box: GridBox, lineWidth: Double = .infinity) {
    chordArea = Swift.min(ContourBuilder.chordArea(lineWidth: lineWidth), Self.maximumChordArea)
    origin = box.origin
    center = Point(x: box.left + box.width / 2, y: box.top + box.height / 2)
    a = box.width / 2
    b = box.height / 2
  }

  /// A vertex in the first quadrant about the centre, its normal, and the sagitta of the chord that follows it.
  private struct Vertex {
    var x: Double
    var y: Double
    var nx: Double
    var ny: Double
    /// Negative if the chord is not visible and was not refined.
    var sagitta = -1.0

    /// The same with its normal turned, kept in the first quadrant.
    @inline(__always)
    func turned(sine: Double, cosine: Double) -> Vertex {
      var result = self
      result.nx = Swift.max(nx * cosine - ny * sine, 0)
      result.ny = Swift.max(nx * sine + ny * cosine, 0)
      return result
    }
  }

  /// Appends the curve `distance` outside the ellipse (0: the ellipse itself), positively oriented.
  func appendOffset(_ distance: Double, into builder: inout ContourBuilder) {
    let east = vertex(nx: 1, ny: 0, distance)
    let south = vertex(nx: 0, ny: 1, distance)
    // All quarters are equal unless some are too far away to be visible.
    let isNear = isNear(distance)
    var vertices: [Vertex] = []
    for (sx, sy) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
      if vertices.isEmpty || !isNear { vertices = quarter(east, south, distance, sx: sx, sy: sy, pinned: nil) }
      append(vertices, sx: sx, sy: sy, backwards: sx != sy, &builder)
    }
    builder.close()
  }

  /// Appends, negatively oriented, the points farther than `distance` inside the ellipse, if there are any.
  ///
  /// Up to where it meets the major axis this is the parallel curve: the part with distance <= q²/h(n), where q is the
  /// minor half axis. Beyond that, other points of the ellipse are nearer.
  func appendHole(_ distance: Double, into builder: inout ContourBuilder) {
    let p = Swift.max(a, b)
    let q = Swift.min(a, b)
    guard distance < q else { return }
    var east = vertex(nx: 1, ny: 0, -distance)
    var south = vertex(nx: 0, ny: 1, -distance)
    var pinned: Pin?
    if distance * p > q * q {
      // The normal whose h is q²/distance, and where it crosses the major axis.
      let ratio = q / distance
      let major = (q * q * (ratio * ratio - 1) / ((p - q) * (p + q))).squareRoot()
      let minor = (1 - Swift.min(major * major, 1)).squareRoot()
      let reach = major * ((p - q) * (p + q)) * distance / (q * q)
      if a >= b {
        east = Vertex(x: reach, y: 0, nx: major, ny: minor)
        pinned = .first
      } else {
        south = Vertex(x: 0, y: reach, nx: minor, ny: major)
        pinned = .last
      }
    }
    let isNear = isNear(distance)
    var vertices: [Vertex] = []
    for (sx, sy) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)] {
      if vertices.isEmpty || !isNear { vertices = quarter(east, south, -distance, sx: sx, sy: sy, pinned: pinned) }
      append(vertices, sx: sx, sy: sy, backwards: sx == sy, &builder)
    }
    builder.close()
  }

  /// The end of a quarter that is a corner of the hole and must not be moved.
  private enum Pin { case first, last }

  private func support(nx: Double, ny: Double) -> Double { (a * a * nx * nx + b * b * ny * ny).squareRoot() }

  private func vertex(nx: Double, ny: Double, _ distance: Double) -> Vertex {
    let inverse = 1 / support(nx: nx, ny: ny)
    return Vertex(
      x: a * a * nx * inverse + distance * nx, y: b * b * ny * inverse + distance * ny, nx: nx, ny: ny)
  }

  /// Whether every chord of the curves up to `distance` away is visible, in the sense of `isVisible`.
  private func isNear(_ distance: Double) -> Bool {
    let x = abs(origin.x + center.x) + a + distance
    let y = abs(origin.y + center.y) + b + distance
    return Swift.max(x, y) < Self.visibleMargin / 2
  }

  /// The vertices of one quarter of the curve, both ends included, before the signs mirror it.
  private func quarter(
    _ first: Vertex, _ last: Vertex, _ distance: Double, sx: Double, sy: Double, pinned: Pin?
  ) -> [Vertex] {
    var vertices: [Vertex]
    if isNear(distance) {
      vertices = steps(from: first, to: last, distance, isPinned: pinned != nil)
    } else {
      vertices = []
      refine(first, last, distance, sx: sx, sy: sy, depth: 0, &vertices)
      vertices.append(last)
    }
    // Vertices move outwards until the triangles that they add have the area that the chords miss, a parabola's 2/3 of
    // the sagitta times the length. Half of it is compensated at either end, all of it at one if the other cannot move.
    let sagittas = vertices.map { Swift.max($0.sagitta, 0) }
    let lengths = (1..<vertices.count).map { i in
      let (dx, dy) = (vertices[i].x - vertices[i - 1].x, vertices[i].y - vertices[i - 1].y)
      return (dx * dx + dy * dy).squareRoot()
    }
    let count = lengths.count
    let pin = pinned == .first ? 0 : pinned == .last ? count : -1
    for i in vertices.indices where i != pin {
      // A quarter's neighbour is its mirror image.
      let before = i > 0 ? i - 1 : 0
      let after = i < count ? i : count - 1
      let length = lengths[before] + lengths[after]
      guard length > 0 else { continue }
      let missing =
        sagittas[before] * lengths[before] * (pin == before && i > 0 ? 2 : 1)
        + sagittas[after] * lengths[after] * (pin == after + 1 && i < count ? 2 : 1)
      let shift = missing / length * 2 / 3
      vertices[i].x += vertices[i].nx * shift
      vertices[i].y += vertices[i].ny * shift
    }
    return vertices
  }

  /// Half axes, and radii of curvature, in pixels, below which several sides are in one pixel.
  private static let flat = 2.0
  private static let pointed = 1.5

  /// The widest angle that a chord spans: four of them in a quarter at least.
  private static let widestStep = 0.39

  /// The most consecutive chords with the same angle.
  private static let longestRun = 8

  /// The vertices from `first` to `last`, both included, with the same error of each chord in a pixel (`chordArea`).
  ///
  /// The end where the curve bends most may be pinned: as in `appendArc`, the chord there spans 1/√2 of its share.
  private func steps(from first: Vertex, to last: Vertex, _ distance: Double, isPinned: Bool) -> [Vertex] {
    // From the flat to the pointed end: the radius of curvature is then nowhere on a chord larger than at its start.
    let isFlatFirst = radius(first, distance) >= radius(last, distance)
    let start = isFlatFirst ? first : last
    let end = isFlatFirst ? last : first
    let whole = ContourBuilder.angle(
      cosine: first.nx * last.nx + first.ny * last.ny, sine: first.nx * last.ny - first.ny * last.nx)
    var runs: [(angle: Double, count: Int)] = []
    var angle = Self.widestStep
    var count = 1
    var sum = 0.0
    var v = start
    let share = isPinned ? 0.5.squareRoot() : 1
    // The two sides of a pointed end pass one pixel. The whole quarter has one bound, so that adjacent chords differ
    // little.
    let isPointed = isPinned || radius(end, distance) < 2 * Self.pointed
    let chordArea = isPointed ? ContourBuilder.thinChordArea : chordArea
    while true {
      let before = angle
      angle = step(radius(v, distance), distance, chordArea, near: angle)
      // As many with the same angle as it hardly changes over; the first of them needs the narrowest.
      count = angle < before * 1.04 ? Swift.min(2 * count, Self.longestRun) : 1
      // The last chord always has only its share: if a chord would reach the end without that, one more follows.
      if sum + angle * share >= whole { break }
      let span = angle * Double(count)
      if span > Self.widestStep || sum + span + angle * share >= whole { count = 1 }
      runs.append((angle, count))
      sum += angle * Double(count)
      v = turned(v, by: (isFlatFirst ? angle : -angle) * Double(count))
    }
    sum += angle * share
    // All a little narrower, so that the last is not a sliver after a whole one.
    let scale = isFlatFirst ? whole / sum : -whole / sum
    var vertices = [start]
    vertices.reserveCapacity(runs.reduce(2) { $0 + $1.count })
    v = start
    for run in runs {
      let (sine, cosine) = ContourBuilder.sineAndCosine(run.angle * scale)
      for _ in 0..<run.count {
        v = v.turned(sine: sine, cosine: cosine)
        vertices.append(vertex(nx: v.nx, ny: v.ny, distance))
      }
    }
    vertices.append(end)
    if !isFlatFirst { vertices.reverse() }
    for i in 0..<vertices.count - 1 {
      let p = vertices[i]
      let q = vertices[i + 1]
      let dx = q.x - p.x
      let dy = q.y - p.y
      let length = (dx * dx + dy * dy).squareRoot()
      // A chord of a few units in the last place has no direction.
      guard length > (a + b) * 1e-15 else {
        vertices[i].sagitta = 0
        continue
      }
      vertices[i].sagitta = sagitta(p, nx: Swift.max(dy / length, 0), ny: Swift.max(-dx / length, 0), length, distance)
    }
    return vertices
  }

  /// The radius of curvature where the normal is that of `v`.
  private func radius(_ v: Vertex, _ distance: Double) -> Double {
    let inverse = 1 / support(nx: v.nx, ny: v.ny)
    let ratio = a * b * inverse
    return abs(ratio * ratio * inverse + distance)
  }

  /// The angle θ of a chord for a radius of curvature r: its sagitta is about r·θ²/8 and its length about r·θ.
  ///
  /// `guess` is the angle of the chord before it.
  private func step(_ r: Double, _ distance: Double, _ chordArea: Double, near guess: Double) -> Double {
    let most = Self.widestStep
    // Several sides of a flat ellipse, or of a pointed end, are in one pixel, where their errors add up.
    let isTight = r < Self.pointed || Swift.min(a, b) + Swift.min(distance, 0) < Self.flat
    let limit = isTight ? 4 * ContourBuilder.thinChordArea : 8 * chordArea
    if r * r * (most * most * most) <= limit { return most }
    let longest = ContourBuilder.longestInPixel
    if r * limit >= longest * longest * longest { return (limit / (longest * r)).squareRoot() }
    // Newton's method for the cube root, which it approaches from above.
    let cube = limit / (r * r)
    var angle = guess
    while true {
      let next = (2 * angle + cube / (angle * angle)) / 3
      // After a step that changes x by d the error is about d², so 0.3 %.
      if abs(next - angle) <= 0.05 * next { return Swift.min(next, most) }
      angle = next
    }
  }

  private func turned(_ v: Vertex, by angle: Double) -> Vertex {
    let (sine, cosine) = ContourBuilder.sineAndCosine(angle)
    return v.turned(sine: sine, cosine: cosine)
  }

  /// The maximum distance of the curve from the chord at `p` with that normal.
  private func sagitta(_ p: Vertex, nx: Double, ny: Double, _ length: Double, _ distance: Double) -> Double {
    let h = support(nx: nx, ny: ny)
    if a + b < Self.exactLimit { return Swift.max(h + distance - (nx * p.x + ny * p.y), 0) }
    // The difference would be rounding noise; this is length²/8 over the radius of curvature where the normal is c.
    return length / 8 * (length / (a / h * (a / h) * (b / h) * b + distance))
  }

  /// Appends one quarter of the curve without its last vertex, mirrored by the signs.
  private func append(
    _ vertices: [Vertex], sx: Double, sy: Double, backwards: Bool, _ builder: inout ContourBuilder
  ) {
    let last = vertices.count - 1
    // An array instead of a lazy collection: contiguous memory is copied at once, other collections vertex by vertex.
    let points = [Point](capacity: last) { points in
      for i in 0..<last {
        let v = vertices[backwards ? last - i : i]
        points.append(Point(x: center.x + sx * v.x, y: center.y + sy * v.y))
      }
    }
    builder.append(contentsOf: points)
  }

  /// Appends the vertices from `p` up to but not including `q`, halving until the chords are close enough or not
  /// visible.
  private func refine(
    _ p: Vertex, _ q: Vertex, _ distance: Double, sx: Double, sy: Double, depth: Int, _ vertices: inout [Vertex]
  ) {
    var p = p
    let dx = q.x - p.x
    let dy = q.y - p.y
    let length = (dx * dx + dy * dy).squareRoot()
    // Chords of a few units in the last place only follow rounding noise.
    guard length > (a + b) * 1e-15, isVisible(p, q, sx: sx, sy: sy) else {
      vertices.append(p)
      return
    }
    let nx = Swift.max(dy / length, 0)
    let ny = Swift.max(-dx / length, 0)
    let sagitta = sagitta(p, nx: nx, ny: ny, length, distance)
    // At least two halvings, so four chords a quarter: a tiny ellipse keeps its area, too.
    let isClose =
      sagitta * Swift.min(length, ContourBuilder.longestInPixel) <= ContourBuilder.thinChordArea * Self.unevenPart
    if depth >= 40 || (isClose && (depth >= 2 || length < 1e-3)) {
      p.sagitta = sagitta
      vertices.append(p)
      return
    }
    let middle = vertex(nx: nx, ny: ny, distance)
    refine(p, middle, distance, sx: sx, sy: sy, depth: depth + 1, &vertices)
    refine(middle, q, distance, sx: sx, sy: sy, depth: depth + 1, &vertices)
  }

  /// Whether the bounding box of the two points, which contains the arc between them, comes near the largest canvas.
  private func isVisible(_ p: Vertex, _ q: Vertex, sx: Double, sy: Double) -> Bool {
    let x0 = origin.x + center.x + sx * p.x
    let x1 = origin.x + center.x + sx * q.x
    let y0 = origin.y + center.y + sy * p.y
    let y1 = origin.y + center.y + sy * q.y
    let least = -Self.visibleMargin
    let most = Double(CanvasSize.maximumSide) + Self.visibleMargin
    return Swift.max(x0, x1) >= least && Swift.min(x0, x1) <= most && Swift.max(y0, y1) >= least
      && Swift.min(y0, y1) <= most
  }
}
