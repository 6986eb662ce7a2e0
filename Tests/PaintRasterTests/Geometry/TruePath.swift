import Glibc

@testable import PaintRaster

/// A path as polylines of many short pieces, made with angles and none of the rasteriser's code.
struct TruePath {
  /// One for each subpath, closed or not.
  private(set) var polylines: [[Point]] = []

  init(_ path: Path, steps: Int = 300) {
    var line: [Point] = []
    var start = Point(x: 0, y: 0)
    var isClosed = false
    func lerp(_ a: Point, _ b: Point, _ t: Double) -> Point {
      Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
    }
    for element in path.elements {
      if isClosed, element != .close {
        if case .move = element {} else { line = [start] }
      }
      isClosed = false
      let from = line.last ?? start
      let times = (1...steps).map { Double($0) / Double(steps) }
      switch element {
      case .move(let p):
        if line.count > 1 { polylines.append(line) }
        line = [p]
        start = p
      case .line(let p): line.append(p)
      case .quadratic(let c, let p):
        line += times.map { lerp(lerp(from, c, $0), lerp(c, p, $0), $0) }
      case .cubic(let c, let d, let p):
        line += times.map { t in
          let (a, b, e) = (lerp(from, c, t), lerp(c, d, t), lerp(d, p, t))
          return lerp(lerp(a, b, t), lerp(b, e, t), t)
        }
      case .arc(let arc, let p): line += times.map { Self.point(of: arc, from: from, to: p, at: $0) }
      case .close:
        if line.count > 1 { polylines.append(line + [start]) }
        line = []
        isClosed = true
      }
    }
    if line.count > 1 { polylines.append(line) }
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

  /// What a fill covers of each pixel, 0…1, and how much its winding numbers, or their
  /// sizes, sum to something else.
  func area(_ rule: FillRule, width: Int, height: Int, lines: Int) -> (area: [Double], overlap: [Double]) {
    var area = [Double](repeating: 0, count: width * height)
    var sums = area
    var signed = area
    for row in 0..<height {
      for line in 0..<lines {
        let y = Double(row) + (Double(line) + 0.5) / Double(lines)
        var crossings: [(x: Double, turn: Int)] = []
        for polyline in polylines {
          for i in polyline.indices {
            let a = polyline[i]
            let b = polyline[(i + 1) % polyline.count]
            if (a.y <= y) != (b.y <= y) {
              crossings.append((a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y), a.y < b.y ? 1 : -1))
            }
          }
        }
        crossings.sort { $0.x < $1.x }
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
