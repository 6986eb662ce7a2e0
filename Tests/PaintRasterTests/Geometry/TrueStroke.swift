import Glibc

@testable import PaintRaster

/// Lines along paths of any kind, their dashes and arrow heads.
extension TrueShape {
  init(strokeOf path: TruePath, style: StrokeStyle) {
    partsAreUnion = true
    for line in path.lines { append(line, style) }
  }

  private mutating func append(_ line: TruePath.Line, _ style: StrokeStyle) {
    var r = style.width / 2
    let walk = TrueWalk(line.isClosed && !style.dash.isEmpty ? line.startingEarlier(by: r) : line)
    let dashes = Self.dashes(of: style, length: walk.length, isClosed: line.isClosed)
    // One dash that covers a closed path is the solid line.
    if line.isClosed && dashes.contains(0...walk.length) {
      appendClosed(line, style, r)
      return
    }
    var drawn = 0...walk.length
    if let arrow = style.arrow, !line.isClosed {
      let form = style.arrowForm
      let full =
        switch form.size {
        case .automatic: max(3.5 * style.width, 9)
        case .widths(let count): count * style.width
        }
      let scale = min(1, walk.length / ((arrow == .both ? 2.5 : 1) * full))
      let long = full * scale
      r *= scale
      for (isThere, place, sign) in [(arrow != .end, 0.0, -1.0), (arrow != .start, walk.length, 1.0)] where isThere {
        let (tip, tangent) = walk.point(at: place, isEnd: sign > 0)
        appendHead(form.shape, at: tip, toward: Point(x: sign * tangent.x, y: sign * tangent.y), long, r)
      }
      let cuts: [ArrowForm.Shape: Double] = [.filled: 0.7 * long, .open: min(r, long / 2), .dot: 0, .bar: 0]
      let cut = cuts[form.shape] ?? 0
      drawn = (arrow == .end ? 0 : cut)...(arrow == .start ? walk.length : walk.length - cut)
    }
    for dash in dashes {
      let (low, high) = (max(dash.lowerBound, drawn.lowerBound), min(dash.upperBound, drawn.upperBound))
      if low < high { appendOpen(walk.vertices(from: low, to: high), style, r) }
    }
  }

  private mutating func appendHead(
    _ shape: ArrowForm.Shape, at tip: Point, toward u: Point, _ long: Double, _ r: Double
  ) {
    let base = Point(x: tip.x - long * u.x, y: tip.y - long * u.y)
    let half = Point(x: -u.y * long * 3 / 7, y: u.x * long * 3 / 7)
    switch shape {
    case .filled: union.append(TruePiece(polygon: [tip, base + half, base - half]))
    case .open:
      appendDisc(tip, r)
      for end in [base + half, base - half] {
        appendDisc(end, r)
        let (dx, dy) = (end.x - tip.x, end.y - tip.y)
        let normal = Point(x: -dy / hypot(dx, dy) * r, y: dx / hypot(dx, dy) * r)
        union.append(TruePiece(polygon: [tip + normal, end + normal, end - normal, tip - normal]))
      }
    case .dot: appendDisc(tip, long / 2)
    case .bar:
      let (side, deep) = (Point(x: -u.y * long / 2, y: u.x * long / 2), Point(x: u.x * r, y: u.y * r))
      union.append(TruePiece(polygon: [tip + side + deep, tip + side - deep, tip - side - deep, tip - side + deep]))
    }
  }

  private mutating func appendDisc(_ center: Point, _ radius: Double) {
    for quarter in 0..<4 {
      let from = Double(quarter) * .pi / 2
      union.append(TruePiece(sector: center, radius, from: from, to: from + .pi / 2))
    }
  }

  /// A pattern whose gaps let it fit around a closed path of that length a whole number of times.
  static func fitted(_ pattern: [Double], length: Double) -> [Double] {
    let on = stride(from: 0, to: pattern.count, by: 2).reduce(0) { $0 + pattern[$1] }
    let off = pattern.reduce(0, +) - on
    func share(_ count: Double) -> Double { (length / count - on) / off }
    var count = max((length / (on + off)).rounded(), 1)
    if count > 1, share(count) < 0.5 { count -= 1 }
    if share(count) < 0.5 { return pattern.count > 2 ? pattern.map { $0 * length / (on + off) } : pattern }
    return pattern.enumerated().map { $0.offset % 2 == 1 ? $0.element * share(count) : $0.element }
  }

  /// The positions of the dashes along a path of that length.
  static func dashes(of style: StrokeStyle, length: Double, isClosed: Bool) -> [ClosedRange<Double>] {
    guard !style.dash.isEmpty else { return [0...length] }
    var pattern = style.dash.count % 2 == 0 ? style.dash : style.dash + style.dash
    if isClosed { pattern = fitted(pattern, length: length) }
    let period = pattern.reduce(0, +)
    var place = -fmod(style.dashOffset, period) - period
    var found: [ClosedRange<Double>] = []
    var i = 0
    while place < length {
      let end = place + pattern[i]
      if i % 2 == 0, end > 0 { found.append(max(place, 0)...min(end, length)) }
      place = end
      i = (i + 1) % pattern.count
    }
    return found
  }

  private mutating func appendOpen(_ vertices: [TruePath.Line.Vertex], _ style: StrokeStyle, _ r: Double) {
    guard let first = vertices.first, let last = vertices.last else { return }
    for i in 1..<vertices.count {
      appendStrip(vertices[i - 1], vertices[i], r)
      if i > 1 { appendTurn(vertices[i - 1], style, r) }
    }
    appendEnd(first.point, toward: Point(x: -first.leaving.x, y: -first.leaving.y), r, style.cap)
    appendEnd(last.point, toward: last.arriving, r, style.cap)
  }

  private mutating func appendClosed(_ line: TruePath.Line, _ style: StrokeStyle, _ r: Double) {
    let count = line.vertices.count
    for i in 0..<count {
      let (a, b) = (line.vertices[i], line.vertices[(i + 1) % count])
      appendStrip(a, b, r)
      appendTurn(b, style, r)
    }
  }

  /// Appends the area that the normals of a piece of the path sweep, up to `r` long on either side; not a rectangle,
  /// whose corners would stick out where the path bends.
  private mutating func appendStrip(_ a: TruePath.Line.Vertex, _ b: TruePath.Line.Vertex, _ r: Double) {
    guard a.point != b.point else { return }
    for side in [-r, r] {
      let p = Point(x: a.point.x - a.leaving.y * side, y: a.point.y + a.leaving.x * side)
      let q = Point(x: b.point.x - b.arriving.y * side, y: b.point.y + b.arriving.x * side)
      // Where the two normals cross: at the centre of curvature.
      let turn = a.leaving.x * b.arriving.y - a.leaving.y * b.arriving.x
      let along = (b.point.x - a.point.x) * b.arriving.x + (b.point.y - a.point.y) * b.arriving.y
      let reach = turn * side > 0 ? along / abs(turn) : .infinity
      if reach < r {
        let center = Point(
          x: a.point.x + (p.x - a.point.x) * reach / r, y: a.point.y + (p.y - a.point.y) * reach / r)
        union.append(TruePiece(polygon: [a.point, b.point, center]))
        union.append(TruePiece(polygon: [center, p, q]))
      } else {
        union.append(TruePiece(polygon: [a.point, b.point, q, p]))
      }
    }
  }

  private mutating func appendTurn(
    _ vertex: TruePath.Line.Vertex, _ style: StrokeStyle, _ r: Double
  ) {
    let b = vertex.point
    let angle = atan2(vertex.arriving.y, vertex.arriving.x)
    let turn = remainder(atan2(vertex.leaving.y, vertex.leaving.x) - angle, 2 * .pi)
    guard abs(turn) > 1e-12 else { return }
    let from = angle - (turn > 0 ? 1 : -1) * .pi / 2
    switch vertex.isCorner ? style.join : .round {
    case .round:
      for half in [(from, from + turn / 2), (from + turn / 2, from + turn)] {
        union.append(TruePiece(sector: b, r, from: min(half.0, half.1), to: max(half.0, half.1)))
      }
    case .miter, .bevel:
      var corners = [b, Point(x: b.x + r * cos(from), y: b.y + r * sin(from))]
      if style.join == .miter && 1 / cos(turn / 2) <= 4 {
        let tip = r / cos(turn / 2)
        corners.append(Point(x: b.x + tip * cos(from + turn / 2), y: b.y + tip * sin(from + turn / 2)))
      }
      corners.append(Point(x: b.x + r * cos(from + turn), y: b.y + r * sin(from + turn)))
      union.append(TruePiece(polygon: corners))
    }
  }

  private mutating func appendEnd(_ p: Point, toward tangent: Point, _ r: Double, _ cap: LineCap) {
    switch cap {
    case .round:
      let angle = atan2(tangent.y, tangent.x)
      union.append(TruePiece(sector: p, r, from: angle - .pi / 2, to: angle))
      union.append(TruePiece(sector: p, r, from: angle, to: angle + .pi / 2))
    case .butt: break
    case .square:
      let u = Point(x: r * tangent.x, y: r * tangent.y)
      union.append(
        TruePiece(polygon: [
          Point(x: p.x - u.y, y: p.y + u.x), Point(x: p.x - u.y + u.x, y: p.y + u.x + u.y),
          Point(x: p.x + u.y + u.x, y: p.y - u.x + u.y), Point(x: p.x + u.y, y: p.y - u.x),
        ]))
    }
  }
}

extension TruePath.Line {
  /// The same closed line; it starts so far before its first vertex, if a straight line leads there.
  fileprivate func startingEarlier(by lead: Double) -> TruePath.Line {
    guard let first = vertices.first, let last = vertices.last else { return self }
    let (dx, dy) = (first.point.x - last.point.x, first.point.y - last.point.y)
    let length = hypot(dx, dy)
    guard length > lead else { return self }
    let direction = Point(x: dx / length, y: dy / length)
    func isAlong(_ other: Point) -> Bool { hypot(other.x - direction.x, other.y - direction.y) < 1e-9 }
    guard isAlong(last.leaving), isAlong(first.arriving) else { return self }
    let point = Point(x: first.point.x - direction.x * lead, y: first.point.y - direction.y * lead)
    let start = Vertex(point: point, arriving: direction, leaving: direction, isCorner: false)
    return TruePath.Line(vertices: [start] + vertices, isClosed: true)
  }
}

/// A path parameterised by arc length.
private struct TrueWalk {
  private let line: [TruePath.Line.Vertex]
  /// The arc length from the path's start to each vertex.
  private var positions: [Double] = [0]
  let length: Double

  init(_ line: TruePath.Line) {
    self.line = line.vertices + (line.isClosed ? Array(line.vertices.prefix(1)) : [])
    for i in 1..<self.line.count {
      let (a, b) = (self.line[i - 1], self.line[i])
      // An arc is longer than its chord by the square of the angle it turns by, over 24.
      let turn = a.leaving.x * b.arriving.y - a.leaving.y * b.arriving.x
      positions.append(positions[i - 1] + hypot(b.point.x - a.point.x, b.point.y - a.point.y) * (1 + turn * turn / 24))
    }
    length = positions[positions.count - 1]
  }

  /// A point of the path and its direction there; at a corner the direction before it if `isEnd`, else the one after
  /// it.
  func point(at position: Double, isEnd: Bool) -> (Point, Point) {
    var i = positions.firstIndex { isEnd ? $0 >= position : $0 > position } ?? positions.count - 1
    i = max(i, 1)
    let (a, b) = (line[i - 1], line[i])
    let t = min(max((position - positions[i - 1]) / (positions[i] - positions[i - 1]), 0), 1)
    func lerp(_ a: Point, _ b: Point) -> Point { Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t) }
    let d = lerp(a.leaving, b.arriving)
    let size = hypot(d.x, d.y)
    return (lerp(a.point, b.point), Point(x: d.x / size, y: d.y / size))
  }

  /// The part of the path between two positions, its ends perpendicular to the curve.
  func vertices(from low: Double, to high: Double) -> [TruePath.Line.Vertex] {
    let (a, leaving) = point(at: low, isEnd: false)
    let (b, arriving) = point(at: high, isEnd: true)
    func end(_ p: Point, _ tangent: Point) -> TruePath.Line.Vertex {
      .init(point: p, arriving: tangent, leaving: tangent, isCorner: false)
    }
    // No vertex is omitted, however near: at the tip of a flat ellipse the path turns round within a millionth of a
    // pixel.
    let inside = line.indices.filter { positions[$0] > low && positions[$0] < high }.map { line[$0] }
    return [end(a, leaving)] + inside + [end(b, arriving)]
  }
}
