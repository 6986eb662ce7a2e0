/// Turns a chain of discs, each joined to the next by the outer tangents of both, into positively oriented contours.
///
/// With equal radii that is the usual stroke of a polyline, else the variable-width pencil. There is one contour a
/// chain: along the left side, round the end, back along the right side, round the start. Every piece of it (a
/// segment's strip, a join's wedge, a cap) is positively oriented, so the non-zero rule gives the union of the pieces.
struct PolylineStroker: Sendable {
  /// A point of the path with half the width there.
  struct Disc: Equatable, Sendable {
    var x: Double
    var y: Double
    var radius: Double
    /// True for a vertex inside a curve, whose join is round whatever the style says.
    var isSmooth = false
  }

  /// The part between two discs, neither of which contains the other.
  struct Segment: Sendable {
    /// The unit direction.
    var ux: Double
    var uy: Double
    /// The angle from the direction to the normals of the outer tangents; a right angle for equal radii.
    var cosine: Double
    var sine: Double
    /// The length of the tangents between the points where they touch.
    var edge: Double

    /// The unit normal of the left tangent (up when the segment runs to the right).
    var left: Point { Point(x: ux * cosine + uy * sine, y: uy * cosine - ux * sine) }
    /// The unit normal of the right tangent.
    var right: Point { Point(x: ux * cosine - uy * sine, y: uy * cosine + ux * sine) }

    /// The segment between the discs, or nil if one contains the other.
    init?(_ a: Disc, _ b: Disc) {
      let dx = b.x - a.x
      let dy = b.y - a.y
      let shrink = a.radius - b.radius
      let square = dx * dx + dy * dy
      guard square > shrink * shrink else { return nil }
      let length = square.squareRoot()
      ux = dx / length
      uy = dy / length
      cosine = shrink / length
      sine = shrink == 0 ? 1 : ((length - shrink) * (length + shrink)).squareRoot() / length
      guard sine > 0 else { return nil }
      edge = length * sine
    }
  }

  /// The miter limit of SVG and of the command line: the tip is at most this many half widths away.
  static let miterLimit = 4.0

  let cap: LineCap
  let join: LineJoin

  /// Appends the contours of the whole path, whose adjacent discs must differ; a single disc is drawn only with round
  /// caps.
  func stroke(_ discs: [Disc], into builder: inout ContourBuilder) {
    guard let first = discs.first else { return }
    builder.reserve(16 + 6 * discs.count)
    var segments: [Segment] = []
    segments.reserveCapacity(discs.count)
    var start = 0  // of the current chain
    var heldBefore = false  // whether the chain's first disc is inside the previous disc
    var previous = first
    for i in 1..<Swift.max(discs.count, 1) {
      let disc = discs[i]
      if let segment = Segment(previous, disc) {
        segments.append(segment)
      } else {
        let previousHeld = previous.radius <= disc.radius
        finish(discs, start, &segments, drawLone: !heldBefore && !previousHeld, &builder)
        start = i
        heldBefore = !previousHeld
      }
      previous = disc
    }
    finish(discs, start, &segments, drawLone: !heldBefore, &builder)
  }

  /// Appends the chain of discs from `start` that `segments` join.
  private func finish(
    _ discs: [Disc], _ start: Int, _ segments: inout [Segment], drawLone: Bool, _ builder: inout ContourBuilder
  ) {
    defer { segments.removeAll(keepingCapacity: true) }
    guard let first = segments.first, let last = segments.last else {
      if drawLone && cap == .round {
        builder.appendCircle(aboutX: discs[start].x, y: discs[start].y, radius: discs[start].radius)
      }
      return
    }
    let count = segments.count
    for i in 1..<Swift.max(count, 1) {
      appendCorner(at: discs[start + i], segments[i - 1], segments[i], forward: true, &builder)
      builder.settle()
    }
    appendEnd(
      at: discs[start + count], from: last.left, to: last.right, ux: last.ux, uy: last.uy,
      cosine: last.cosine, sine: last.sine, &builder)
    var i = count - 1
    while i > 0 {
      appendCorner(at: discs[start + i], segments[i], segments[i - 1], forward: false, &builder)
      builder.settle()
      i -= 1
    }
    appendEnd(
      at: discs[start], from: first.right, to: first.left, ux: -first.ux, uy: -first.uy,
      cosine: -first.cosine, sine: first.sine, &builder)
    builder.close()
  }

  /// Appends the end of the chain at `disc`, where the path leaves in direction u.
  func appendEnd(
    at disc: Disc, from a: Point, to b: Point, ux: Double, uy: Double, cosine: Double, sine: Double,
    _ builder: inout ContourBuilder
  ) {
    let r = disc.radius
    switch cap {
    case .round:
      builder.appendArc(
        aboutX: disc.x, y: disc.y, radius: r, fromX: a.x, y: a.y, toX: b.x, y: b.y, halfCosine: cosine, halfSine: sine)
    case .butt:
      builder.append(disc.x + r * a.x, disc.y + r * a.y)
      builder.append(disc.x + r * b.x, disc.y + r * b.y)
    case .square:
      builder.append(disc.x + r * (a.x + ux), disc.y + r * (a.y + uy))
      builder.append(disc.x + r * (b.x + ux), disc.y + r * (b.y + uy))
    }
  }

  /// Appends the left side of the corner at `disc` from segment `a` to segment `b`.
  ///
  /// With `forward` false both are traversed against their direction, and their left side is the path's right side.
  func appendCorner(
    at disc: Disc, _ a: Segment, _ b: Segment, forward: Bool, _ builder: inout ContourBuilder
  ) {
    let na = forward ? a.left : a.right
    let nb = forward ? b.left : b.right
    let r = disc.radius
    let cross = na.x * nb.y - na.y * nb.x
    let dot = na.x * nb.x + na.y * nb.y

    // The angle from na to nb is turn + flare, each within half a turn. If both have the same sign it is the angle's
    // sign, even beyond half a turn; else it is that of the cross product. An exact hairpin turns outwards forward,
    // inwards backward.
    let pathCross = a.ux * b.uy - a.uy * b.ux
    let pathDot = a.ux * b.ux + a.uy * b.uy
    let turn: Double
    if pathCross == 0 && pathDot < 0 {
      turn = forward ? 1 : -1
    } else {
      turn = pathCross
    }
    let flare = forward ? a.sine * b.cosine - a.cosine * b.sine : b.sine * a.cosine - b.cosine * a.sine
    // Below this the flare is rounding noise, and the two sides of a hairpin must not both be treated as inner.
    let opening = flare > 1e-12 ? 1 : flare < -1e-12 ? -1 : 0
    let outer: Bool
    if turn >= 0 && opening >= 0 {
      outer = true
    } else if turn <= 0 && opening <= 0 {
      outer = false
    } else {
      outer = cross > 0
    }

    if outer {
      appendOuter(at: disc, from: na, to: nb, cross: cross, dot: dot, nearlyStraight: pathDot > 0, &builder)
      return
    }
    // The inner side: the point where the two edges meet, if it is on the near half of both; else via the pivot.
    let reach = Swift.min(a.edge, b.edge) / 2
    if cross <= 0, dot > -0.875, -cross * r <= reach * (1 + dot) {
      let scale = r / (1 + dot)
      builder.append(disc.x + scale * (na.x + nb.x), disc.y + scale * (na.y + nb.y))
    } else {
      builder.append(disc.x + r * na.x, disc.y + r * na.y)
      builder.append(disc.x, disc.y)
      builder.append(disc.x + r * nb.x, disc.y + r * nb.y)
    }
  }

  /// Appends the join on the outer side of a corner, from normal `a` to normal `b` in the positive sense.
  private func appendOuter(
    at disc: Disc, from a: Point, to b: Point, cross: Double, dot: Double, nearlyStraight: Bool,
    _ builder: inout ContourBuilder
  ) {
    let r = disc.radius
    switch disc.isSmooth ? .round : join {
    case .round:
      let c: Double
      let s: Double
      if dot >= 0 {
        // A path that continues forwards opens by less than 3/4 turn, so a negative sine here is rounding noise.
        let size = ((1 + dot) / 2).squareRoot()
        let sine = cross / (2 * size)
        if sine < 0 && nearlyStraight {
          c = size
          s = 0
        } else {
          c = sine < 0 ? -size : size
          s = sine < 0 ? -sine : sine
        }
      } else {
        s = ((1 - dot) / 2).squareRoot()
        c = cross / (2 * s)
      }
      builder.appendArc(
        aboutX: disc.x, y: disc.y, radius: r, fromX: a.x, y: a.y, toX: b.x, y: b.y, halfCosine: c, halfSine: s)
    case .miter where 1 + dot >= 2 / (Self.miterLimit * Self.miterLimit):
      // The cosine of half the angle is √((1 + dot)/2), and the tip is r/cosine away.
      let scale = r / (1 + dot)
      builder.append(disc.x + scale * (a.x + b.x), disc.y + scale * (a.y + b.y))
    case .miter, .bevel:
      builder.append(disc.x + r * a.x, disc.y + r * a.y)
      builder.append(disc.x + r * b.x, disc.y + r * b.y)
    }
  }
}
