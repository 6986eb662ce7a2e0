import Glibc

@testable import PaintRaster

/// A stroke or fill as plane geometry, without any code of the rasteriser.
///
/// `union` is the definition of the shape (Coverage.md, "Overview"): the points of any of these pieces, less the hole.
/// `parts` are pieces that cover it like the strips of segments, wedges of joins and caps; where two of them overlap
/// within a pixel, a sum of signed areas counts twice. A pixel is away from overlaps where they do not.
struct TrueShape {
  typealias Extent = (_ y: Double) -> (Double, Double)?

  var union: [TruePiece] = []
  var parts: [TruePiece] = []
  /// True if the parts are those of `union`, which are then not listed twice.
  var partsAreUnion = false
  /// Outer extent and hole of shapes that do not consist of pieces.
  var curve: (outer: Extent, hole: Extent)?
  /// The hole of a box.
  var hole: TruePiece?

  init(strokeOf shape: Shape, style: StrokeStyle) {
    let r = style.width / 2
    switch shape {
    case .pencil(let points):
      append(points.map { (Self.grid($0.point), r * $0.pressure) }, cap: .round, join: .round)
    case .line(let a, let b):
      for path in Self.dashes([Self.grid(a), Self.grid(b)], style) {
        append(path.map { ($0, r) }, cap: style.cap, join: style.join)
      }
    case .rect(let a, let b):
      let (low, high) = Self.corners(a, b)
      let corners = [low, Point(x: high.x, y: low.y), high, Point(x: low.x, y: high.y), low]
      let length = 2 * (high.x - low.x + high.y - low.y)
      // One dash that covers a closed path is the solid line.
      if !style.dash.isEmpty && !Self.dashes(of: style, length: length, isClosed: true).contains(0...length) {
        // Dashes begin half a width before the corner, and fit around the box.
        let start = Point(x: low.x, y: min(low.y + r, high.y))
        var style = style
        style.dash = Self.fitted(style.dash.count % 2 == 0 ? style.dash : style.dash + style.dash, length: length)
        // Two equal points have no direction for the end of a dash.
        let end = start == corners[3] ? [] : [start]
        for path in Self.dashes([start] + corners.dropLast() + end, style) {
          append(path.map { ($0, r) }, cap: style.cap, join: style.join)
        }
        return
      }
      let long = TruePiece(polygon: Self.box(low.x - r, low.y, high.x + r, high.y))
      let tall = TruePiece(polygon: Self.box(low.x, low.y - r, high.x, high.y + r))
      switch style.join {
      case .miter: union = [TruePiece(polygon: Self.box(low.x - r, low.y - r, high.x + r, high.y + r))]
      case .bevel:
        union = [
          TruePiece(
            polygon: [
              Point(x: low.x - r, y: low.y), Point(x: low.x, y: low.y - r), Point(x: high.x, y: low.y - r),
              Point(x: high.x + r, y: low.y), Point(x: high.x + r, y: high.y), Point(x: high.x, y: high.y + r),
              Point(x: low.x, y: high.y + r), Point(x: low.x - r, y: high.y),
            ])
        ]
      case .round: union = [long, tall] + corners.prefix(4).map { TruePiece(disc: $0, r) }
      }
      if high.x - low.x > 2 * r && high.y - low.y > 2 * r {
        hole = TruePiece(polygon: Self.box(low.x + r, low.y + r, high.x - r, high.y - r))
      }
    case .ellipse(let a, let b):
      let (low, high) = Self.corners(a, b)
      curve = TrueEllipse(low, high).ring(r)
    case .roundedRect(let a, let b, let radius):
      let (low, high) = Self.corners(a, b)
      let hole: Extent =
        min(high.x - low.x, high.y - low.y) > 2 * r
        ? Self.roundedBox(low, high, radius: radius, outset: -r) : { _ in nil }
      curve = (Self.roundedBox(low, high, radius: radius, outset: r), hole)
    case .polygon, .path: preconditionFailure("TruePath knows these")
    }
  }

  init(fillOf shape: Shape) {
    switch shape {
    case .pencil, .line: break
    case .rect(let a, let b):
      let (low, high) = Self.corners(a, b)
      union = [TruePiece(polygon: Self.box(low.x, low.y, high.x, high.y))]
    case .ellipse(let a, let b):
      let (low, high) = Self.corners(a, b)
      curve = (TrueEllipse(low, high).offset(0), { _ in nil })
    case .roundedRect(let a, let b, let radius):
      let (low, high) = Self.corners(a, b)
      curve = (Self.roundedBox(low, high, radius: radius, outset: 0), { _ in nil })
    case .polygon, .path: preconditionFailure("TruePath knows these")
    }
  }

  /// The extents of a box with round corners, all its sides moved outwards.
  private static func roundedBox(_ low: Point, _ high: Point, radius: Double, outset: Double) -> Extent {
    let r = max(min(radius, (high.x - low.x) / 2, (high.y - low.y) / 2) + outset, 0)
    return { y in
      let (top, bottom) = (low.y - outset, high.y + outset)
      guard y > top, y < bottom else { return nil }
      let into = max(top + r - y, y - (bottom - r), 0)
      let indent = r - (r * r - into * into).squareRoot()
      return (low.x - outset + indent, high.x + outset - indent)
    }
  }

  static func grid(_ p: Point) -> Point {
    Point(x: rint(p.x * 65_536) / 65_536, y: rint(p.y * 65_536) / 65_536)
  }

  /// The upper left and the lower right corner of the box between two corners.
  static func corners(_ a: Point, _ b: Point) -> (Point, Point) {
    let (p, q) = (grid(a), grid(b))
    return (Point(x: min(p.x, q.x), y: min(p.y, q.y)), Point(x: max(p.x, q.x), y: max(p.y, q.y)))
  }

  private static func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [Point] {
    [Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom), Point(x: left, y: bottom)]
  }

  /// A path of discs, each joined to the next.
  private mutating func append(_ discs: [(p: Point, r: Double)], cap: LineCap, join: LineJoin) {
    if join == .round && cap == .round { union += discs.map { TruePiece(disc: $0.p, $0.r) } }
    guard discs.count > 1 else {
      parts += union
      return
    }
    // Directions are angles here; a segment's normals are at angle ± alpha.
    var before: (angle: Double, alpha: Double)?
    for i in 1..<discs.count {
      let (a, b) = (discs[i - 1], discs[i])
      let length = hypot(b.p.x - a.p.x, b.p.y - a.p.y)
      guard length > abs(a.r - b.r) else {
        // One disc contains the other: the path ends there and starts again.
        if before != nil || a.r > b.r { parts.append(TruePiece(disc: a.p, a.r)) }
        before = nil
        if i == discs.count - 1 && b.r >= a.r { parts.append(TruePiece(disc: b.p, b.r)) }
        continue
      }
      let angle = atan2(b.p.y - a.p.y, b.p.x - a.p.x)
      let alpha = acos((a.r - b.r) / length)
      for side in [-1.0, 1.0] {
        let n = Point(x: cos(angle + side * alpha), y: sin(angle + side * alpha))
        let half = TruePiece(
          polygon: [
            a.p, Point(x: a.p.x + a.r * n.x, y: a.p.y + a.r * n.y), Point(x: b.p.x + b.r * n.x, y: b.p.y + b.r * n.y),
            b.p,
          ])
        union.append(half)
        parts.append(half)
        guard let last = before else { continue }
        // How far the normals on this side turn outwards.
        var turn = remainder(angle - last.angle, 2 * .pi)
        if abs(abs(turn) - .pi) < 1e-9 { turn = -side * .pi }
        let opening = -side * turn + last.alpha - alpha
        if opening > 1e-12 {
          let from = last.angle + side * last.alpha
          appendJoin(a.p, a.r, from: from, by: -side * opening, join)
        }
      }
      if before == nil { appendCap(a.p, a.r, angle: angle + .pi, half: .pi - alpha, cap) }
      if i == discs.count - 1 { appendCap(b.p, b.r, angle: angle, half: alpha, cap) }
      before = (angle, alpha)
    }
  }

  /// A join that opens from direction `from` by the signed angle `by`.
  mutating func appendJoin(_ p: Point, _ r: Double, from: Double, by: Double, _ join: LineJoin) {
    switch join {
    case .round:
      let half = by / 2
      let sectors = [
        TruePiece(sector: p, r, from: min(from, from + half), to: max(from, from + half)),
        TruePiece(sector: p, r, from: min(from + half, from + by), to: max(from + half, from + by)),
      ]
      parts += sectors
      union += sectors
    case .miter, .bevel:
      let middle = from + by / 2
      var corner = [p, Point(x: p.x + r * cos(from), y: p.y + r * sin(from))]
      if join == .miter && 1 / cos(by / 2) <= 4 {
        corner.append(Point(x: p.x + r / cos(by / 2) * cos(middle), y: p.y + r / cos(by / 2) * sin(middle)))
      }
      corner.append(Point(x: p.x + r * cos(from + by), y: p.y + r * sin(from + by)))
      parts.append(TruePiece(polygon: corner))
      union.append(TruePiece(polygon: corner))
    }
  }

  mutating func appendCap(_ p: Point, _ r: Double, angle: Double, half: Double, _ cap: LineCap) {
    switch cap {
    case .round:
      // Not the whole disc: after a short last segment it would stick out of a bevel.
      let sides = [
        TruePiece(sector: p, r, from: angle - half, to: angle), TruePiece(sector: p, r, from: angle, to: angle + half),
      ]
      parts += sides
      union += sides
    case .butt: break
    case .square:
      let u = Point(x: r * cos(angle), y: r * sin(angle))
      let square = TruePiece(
        polygon: [
          Point(x: p.x - u.y, y: p.y + u.x), Point(x: p.x - u.y + u.x, y: p.y + u.x + u.y),
          Point(x: p.x + u.y + u.x, y: p.y - u.x + u.y), Point(x: p.x + u.y, y: p.y - u.x),
        ])
      parts.append(square)
      union.append(square)
    }
  }

  /// The path's dashes, computed plainly along it.
  static func dashes(_ path: [Point], _ style: StrokeStyle) -> [[Point]] {
    guard !style.dash.isEmpty else { return [path] }
    let pattern = style.dash.count % 2 == 0 ? style.dash : style.dash + style.dash
    let period = pattern.reduce(0, +)
    var rest = fmod(style.dashOffset, period)
    if rest < 0 { rest += period }
    var i = 0
    while rest >= pattern[i] {
      rest -= pattern[i]
      i = (i + 1) % pattern.count
    }
    var left = pattern[i] - rest
    var dashes: [[Point]] = []
    var dash: [Point] = i % 2 == 0 ? [path[0]] : []
    for k in 1..<path.count {
      let (a, b) = (path[k - 1], path[k])
      let length = hypot(b.x - a.x, b.y - a.y)
      var at = 0.0
      while length - at > left {
        at += left
        let p = Point(x: a.x + (b.x - a.x) * at / length, y: a.y + (b.y - a.y) * at / length)
        if i % 2 == 0 {
          dashes.append(dash + [p])
          dash = []
        } else {
          dash = [p]
        }
        i = (i + 1) % pattern.count
        left = pattern[i]
      }
      left -= length - at
      if i % 2 == 0 { dash.append(b) }
    }
    if dash.count > 1 { dashes.append(dash) }
    return dashes
  }
}
