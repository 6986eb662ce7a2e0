import Glibc

@testable import PaintRaster

/// A path as polylines of many short pieces, made with angles and without any code of the rasteriser.
struct TruePath {
  /// A subpath.
  struct Line {
    struct Vertex {
      var point: Point
      /// Unit directions of the path on either side.
      var arriving: Point
      var leaving: Point
      /// Whether two elements of the path meet here, which are joined with the style's join.
      var isCorner: Bool
    }

    var vertices: [Vertex] = []
    var isClosed = false

    var points: [Point] { vertices.map(\.point) }
  }

  /// One for each subpath.
  private(set) var lines: [Line] = []

  init(_ lines: [Line]) { self.lines = lines }

  /// - Parameters:
  ///   - sagitta: The maximum distance of pieces from the curve, in pixels, and of the areas that their normals sweep.
  ///   - reach: The length of those normals: half the width of the line along the path, in pixels.
  init(_ path: Path, sagitta: Double = 0.000_05, reach: Double = 0) {
    var line = Line()
    var start = Point(x: 0, y: 0)
    func finish() {
      if line.vertices.count > 1 { lines.append(line) }
    }
    func begin() {
      let still = Point(x: 0, y: 0)
      line = Line(vertices: [.init(point: start, arriving: still, leaving: still, isCorner: true)])
    }
    func lerp(_ a: Point, _ b: Point, _ t: Double) -> Point {
      Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
    }
    func bend(_ a: Point, _ b: Point, _ c: Point) -> Double { hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y) }
    for element in path.elements {
      let from = line.vertices.last?.point ?? start
      switch element {
      case .move(let p):
        finish()
        start = p
        begin()
      case .line(let p): line.append(from: from, bend: 0, sagitta, reach) { lerp(from, p, $0) }
      case .quadratic(let c, let p):
        line.append(from: from, bend: 2 * bend(from, c, p), sagitta, reach) {
          lerp(lerp(from, c, $0), lerp(c, p, $0), $0)
        }
      case .cubic(let c, let d, let p):
        line.append(from: from, bend: 6 * max(bend(from, c, d), bend(c, d, p)), sagitta, reach) { t in
          let (a, b, e) = (lerp(from, c, t), lerp(c, d, t), lerp(d, p, t))
          return lerp(lerp(a, b, t), lerp(b, e, t), t)
        }
      case .arc(let arc, let p):
        // The greatest acceleration is that of a whole turn about the longer half axis.
        let radius = max(abs(arc.radiusX), abs(arc.radiusY), hypot(p.x - from.x, p.y - from.y) / 2)
        let ratio = max(abs(arc.radiusX), abs(arc.radiusY)) / max(min(abs(arc.radiusX), abs(arc.radiusY)), 1e-9)
        let straight = arc.radiusX == 0 || arc.radiusY == 0
        // If it is too small and enlarged, a flat one grows in proportion to the ratio of its axes.
        let bend = straight ? 0 : 40 * radius * min(ratio, 400)
        line.append(from: from, bend: bend, sagitta, reach) { Self.point(of: arc, from: from, to: p, at: $0) }
      case .close:
        if line.vertices.count > 1 {
          if from != start { line.append(from: from, bend: 0, sagitta, reach) { lerp(from, start, $0) } }
          // The last vertex is the first.
          line.vertices[0].arriving = line.vertices[line.vertices.count - 1].arriving
          line.vertices.removeLast()
          line.isClosed = true
        }
        finish()
        begin()
      }
    }
    finish()
  }

  /// SVG's implementation notes, F.6.5 and F.6.6, with angles.
  static func point(of arc: EllipticArc, from a: Point, to b: Point, at t: Double) -> Point {
    var (rx, ry) = (abs(arc.radiusX), abs(arc.radiusY))
    if rx == 0 || ry == 0 { return Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t) }
    let phi = arc.rotation / 180 * .pi
    let (dx, dy) = ((a.x - b.x) / 2, (a.y - b.y) / 2)
    let x1 = cos(phi) * dx + sin(phi) * dy
    let y1 = -sin(phi) * dx + cos(phi) * dy
    let lambda = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry)
    if lambda > 1 {
      rx *= sqrt(lambda)
      ry *= sqrt(lambda)
    }
    let square = (rx * rx * ry * ry - rx * rx * y1 * y1 - ry * ry * x1 * x1) / (rx * rx * y1 * y1 + ry * ry * x1 * x1)
    let size = sqrt(max(square, 0)) * (arc.isLarge == arc.sweeps ? -1 : 1)
    let (cx, cy) = (size * rx * y1 / ry, -size * ry * x1 / rx)
    let from = atan2((y1 - cy) / ry, (x1 - cx) / rx)
    var sweep = atan2((-y1 - cy) / ry, (-x1 - cx) / rx) - from
    if arc.sweeps, sweep < 0 { sweep += 2 * .pi }
    if !arc.sweeps, sweep > 0 { sweep -= 2 * .pi }
    let angle = from + sweep * t
    let (x, y) = (rx * cos(angle) + cx, ry * sin(angle) + cy)
    return Point(x: cos(phi) * x - sin(phi) * y + (a.x + b.x) / 2, y: sin(phi) * x + cos(phi) * y + (a.y + b.y) / 2)
  }

  /// The part of each pixel covered by a fill, 0…1, and by how much the sum of its winding numbers, or of their
  /// magnitudes, differs from it.
  func area(_ rule: FillRule, width: Int, height: Int, lines: Int) -> (area: [Double], overlap: [Double]) {
    var sides: [(a: Point, b: Point)] = []
    for line in self.lines {
      let points = line.points
      for i in points.indices { sides.append((points[i], points[(i + 1) % points.count])) }
    }
    var area = [Double](repeating: 0, count: width * height)
    var sums = area
    var signed = area
    for row in 0..<height {
      let near = sides.filter { min($0.a.y, $0.b.y) <= Double(row + 1) && max($0.a.y, $0.b.y) >= Double(row) }
      var order = Array(near.indices)
      var crossings: [(x: Double, turn: Int, side: Int)] = []
      for line in 0..<lines {
        let y = Double(row) + (Double(line) + 0.5) / Double(lines)
        crossings.removeAll(keepingCapacity: true)
        var moves = 0
        for index in order {
          let (a, b) = near[index]
          guard (a.y <= y) != (b.y <= y) else { continue }
          let crossing = (a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y), a.y < b.y ? 1 : -1, index)
          crossings.append(crossing)
          var place = crossings.count - 1
          while place > 0 && crossings[place - 1].x > crossing.0 {
            crossings[place] = crossings[place - 1]
            place -= 1
            moves += 1
          }
          crossings[place] = crossing
        }
        if moves > 8 {
          var isMet = [Bool](repeating: false, count: near.count)
          for crossing in crossings { isMet[crossing.side] = true }
          order = crossings.map(\.side) + order.filter { !isMet[$0] }
        }
        var winding = 0
        for i in 1..<max(crossings.count, 1) {
          winding += crossings[i - 1].turn
          let isInside = rule == .nonzero ? winding != 0 : winding % 2 != 0
          guard winding != 0 else { continue }
          let (low, high) = (max(crossings[i - 1].x, 0), min(crossings[i].x, Double(width)))
          var x = low
          while x < high {
            let end = min(x.rounded(.down) + 1, high)
            let place = row * width + Int(x)
            if isInside { area[place] += (end - x) / Double(lines) }
            signed[place] += Double(winding) * (end - x) / Double(lines)
            sums[place] += Double(abs(winding)) * (end - x) / Double(lines)
            x = end
          }
        }
      }
    }
    return (area, area.indices.map { 2 * sums[$0] - area[$0] - abs(signed[$0]) })
  }
}

extension TruePath.Line {
  /// Appends an element given by its points for times 0 to 1; `bend` is the maximum change of its velocity in that
  /// time.
  mutating func append(from: Point, bend: Double, _ sagitta: Double, _ reach: Double, _ place: (Double) -> Point) {
    let count = max((bend / (8 * sagitta)).squareRoot().rounded(.up), 1)
    var times = (1...Int(count)).map { Double($0) / count }
    if count > 1 {
      // Ends perpendicular to the curve.
      times.insert(1e-6, at: 0)
      times.insert(1 - 1e-6, at: times.count - 1)
    }
    let step = 1e-6
    func direction(_ a: Double, _ b: Double) -> Point {
      let (p, q) = (place(a), place(b))
      let size = hypot(q.x - p.x, q.y - p.y)
      return size > 0 ? Point(x: (q.x - p.x) / size, y: (q.y - p.y) / size) : Point(x: 0, y: 0)
    }
    // No piece turns by more than 0.03, nor by so much that a wide line's outer border would be coarser: there the
    // sagitta is an eighth of the angle times the length, which exceeds the piece's own by `reach` times the angle.
    let most = min(0.03, reach > 0 ? (8 * sagitta / reach).squareRoot() : .infinity)
    var i = 0
    while count > 1, i < times.count, times.count < 20_000 {
      let (a, b) = (i > 0 ? times[i - 1] : 0, times[i])
      let (u, v) = (direction(a, min(a + 1e-7, b)), direction(max(b - 1e-7, a), b))
      if abs(u.x * v.y - u.y * v.x) > most || u.x * v.x + u.y * v.y < 0, b - a > 1e-6 {
        times.insert((a + b) / 2, at: i)
      } else {
        i += 1
      }
    }
    vertices[vertices.count - 1].leaving = count > 1 ? direction(0, step) : direction(0, 1)
    for t in times {
      let tangent = count > 1 ? direction(max(t - step, 0), min(t + step, 1)) : direction(0, 1)
      vertices.append(Vertex(point: place(t), arriving: tangent, leaving: tangent, isCorner: t == 1))
    }
  }
}
