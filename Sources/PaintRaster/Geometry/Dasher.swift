/// Cuts a path into dashes by arc length and strokes each as an open path of its own.
///
/// Dashes entirely outside the largest canvas are skipped, so their number is bounded by the canvas and not by
/// the path.
struct Dasher {
  let pattern: DashPattern
  let cap: LineCap
  let join: LineJoin
  let radius: Double
  /// How far to the left of a path with curves the middle of the dashes is, in pixels.
  let shift: Double
  /// The length of the normal at a vertex of a path with curves, to its right, if not all are equal; dashes have flat
  /// ends then.
  var normal: ((CurveVertex) -> Double)?
  let origin: Point

  /// Dashes with the caps and joins of `style`; the offset of its own dashes is in the pattern.
  init(pattern: DashPattern, style: StrokeStyle, radius: Double, shift: Double = 0, origin: Point) {
    self.pattern = pattern
    cap = style.cap
    join = style.join
    self.radius = radius
    self.shift = shift
    self.origin = origin
  }

  /// A segment near the canvas: its ends and their positions along the path.
  struct Piece {
    var a: Point
    var b: Point
    /// Whether the path continues from `b` inside a curve.
    var endsSmoothly: Bool
    var start: Double
    var end: Double
    var direction: Point

    func point(at position: Double) -> Point {
      if position >= end { return b }
      let t = position - start
      return t <= 0 ? a : Point(x: a.x + direction.x * t, y: a.y + direction.y * t)
    }
  }

  /// Appends the contours of all visible dashes of the path.
  func stroke(_ path: [Point], into builder: inout ContourBuilder) {
    stroke(path.map { PolylineStroker.Disc(x: $0.x, y: $0.y, radius: radius) }, into: &builder)
  }

  /// The same for a path that distinguishes corners from curves.
  func stroke(_ path: [PolylineStroker.Disc], into builder: inout ContourBuilder) {
    builder.hasNearSides = true
    var length = 0.0
    let pieces = pieces(of: path, length: &length)
    var first = 0  // the piece that the last dash began in
    forEachDash(pieces, length: length) { append($0, $1, pieces, &first, &builder) }
  }

  /// The same for a path with curves.
  func stroke(_ line: CurveLine, into builder: inout ContourBuilder) {
    builder.hasNearSides = true
    var place = Place()
    for i in 1..<Swift.max(line.vertices.count, 1) {
      guard let piece = Self.piece(of: line, i) else { continue }
      forEachDash(on: piece, length: line.length, &place) { start, end in
        append(from: start, to: end, of: line, &builder)
      }
    }
  }

  /// The piece of a line that ends at a vertex.
  static func piece(of line: CurveLine, _ i: Int) -> Piece? {
    let (a, b) = (line.vertices[i - 1].point, line.vertices[i].point)
    return (b - a).unit.map {
      Piece(a: a, b: b, endsSmoothly: false, start: line.positions[i - 1], end: line.positions[i], direction: $0)
    }
  }

  /// Appends a dash of a path with curves.
  func append(from start: Double, to end: Double, of line: CurveLine, _ builder: inout ContourBuilder) {
    if start < end {
      let part = line.part(from: start, to: end)
      if builder.leavesOut(part.lazy.map(\.point), reach: reach) { return }
      if let normal {
        let inner = part.reversed().map { CurveStroker.left(of: $0.point, $0.leaving, by: -normal($0)) }
        builder.append(contour: part.map(\.point) + inner)
        return
      }
      CurveStroker(cap: cap, join: join, radius: radius)
        .stroke(part, isClosed: false, shift: shift, into: &builder)
    } else {
      let dot = line.vertex(at: start)
      let middle = CurveStroker.left(of: dot.point, dot.leaving, by: shift)
      builder.appendDot(at: middle, direction: dot.leaving, radius: radius, cap: cap)
    }
  }

  /// No cap or join reaches farther from the path.
  var reach: Double { 4 * radius + abs(shift) + 4 }

  /// Calls `body` with the start and end of each visible dash, in order.
  private func forEachDash(_ pieces: [Piece], length: Double, _ body: (_ start: Double, _ end: Double) -> Void) {
    var place = Place()
    for piece in pieces { forEachDash(on: piece, length: length, &place, body) }
  }

  /// The dash that comes next.
  struct Place {
    /// Repetitions of the pattern, -1 because the path may start inside one.
    var round = -1.0
    /// The dash in the pattern.
    var next = 0
  }

  /// Calls `body` with the dashes that reach a piece, except those that reached one before.
  func forEachDash(
    on piece: Piece, length: Double, _ place: inout Place, _ body: (_ start: Double, _ end: Double) -> Void
  ) {
    guard let window = window(of: piece) else { return }
    // So far along the path that a Double cannot distinguish one dash from the next.
    if window.upperBound.ulp > pattern.period / 4 {
      let (start, end) = (Swift.max(window.lowerBound, 0), Swift.min(window.upperBound, length))
      if start < end { body(start, end) }
      return
    }
    let skipped = ((window.lowerBound + pattern.phase) / pattern.period).rounded(.down) - 1
    if skipped > place.round { place = Place(round: skipped, next: 0) }
    while true {
      let dash = pattern.dashes[place.next]
      let start = pattern.start(of: dash, inRound: place.round)
      if start > window.upperBound { break }
      let end = start + dash.length
      let seen = end >= window.lowerBound
      // Of a dash that began before the path only the rest is drawn, and a dash that would begin exactly at its end
      // is not.
      if seen && (dash.length > 0 ? end > 0 && start < length : start >= 0 && start <= length) {
        body(Swift.max(start, 0), Swift.min(end, length))
      }
      place.next += 1
      if place.next == pattern.dashes.count {
        place.next = 0
        place.round += 1
      }
    }
  }

  private func pieces(of path: [PolylineStroker.Disc], length: inout Double) -> [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(path.count)
    for i in 1..<Swift.max(path.count, 1) {
      let a = path[i - 1]
      let b = path[i]
      let d = Point(x: b.x - a.x, y: b.y - a.y)
      if d.x == 0 && d.y == 0 { continue }
      let size = (d.x * d.x + d.y * d.y).squareRoot()
      if let (c, e) = FarClipping.clip(a, b) {
        let skip = Point(x: c.x - a.x, y: c.y - a.y)
        let start = length + (skip.x * skip.x + skip.y * skip.y).squareRoot()
        let rest = Point(x: e.x - c.x, y: e.y - c.y)
        let end = start + (rest.x * rest.x + rest.y * rest.y).squareRoot()
        pieces.append(
          Piece(
            a: Point(x: c.x, y: c.y), b: Point(x: e.x, y: e.y), endsSmoothly: b.isSmooth, start: start, end: end,
            direction: Point(x: d.x / size, y: d.y / size)))
      }
      length += size
    }
    return pieces
  }

  /// The positions on the piece from which a dash can reach the largest canvas, or nil.
  private func window(of piece: Piece) -> ClosedRange<Double>? {
    let margin = 4 * radius + 2  // no cap or join reaches farther
    let side = Double(CanvasSize.maximumSide)
    var low = 0.0
    var high = piece.end - piece.start
    for (from, direction, least) in [
      (piece.a.x, piece.direction.x, -margin - origin.x), (piece.a.y, piece.direction.y, -margin - origin.y),
    ] {
      let most = least + side + 2 * margin
      if direction == 0 {
        if from < least || from > most { return nil }
        continue
      }
      let t0 = (least - from) / direction
      let t1 = (most - from) / direction
      low = Swift.max(low, Swift.min(t0, t1))
      high = Swift.min(high, Swift.max(t0, t1))
    }
    return low <= high ? piece.start + low...piece.start + high : nil
  }

  /// Appends the dash between two positions; `first` is a piece not after its start, and advances to it.
  private func append(
    _ start: Double, _ end: Double, _ pieces: [Piece], _ first: inout Int, _ builder: inout ContourBuilder
  ) {
    while first + 1 < pieces.count && pieces[first].end <= start { first += 1 }
    let piece = pieces[first]
    if start == end {
      builder.appendDot(at: piece.point(at: start), direction: piece.direction, radius: radius, cap: cap)
      return
    }
    var path = [disc(piece.point(at: start))]
    var i = first
    while pieces[i].end < end && i + 1 < pieces.count {
      append(pieces[i].b, isSmooth: pieces[i].endsSmoothly, to: &path)
      i += 1
      if pieces[i].start >= end { break }
      if pieces[i].a != Point(x: path[path.count - 1].x, y: path[path.count - 1].y) {
        // The path was far away in between.
        builder.appendChain(path, origin: origin, cap: cap, join: join)
        path = [disc(pieces[i].a)]
      }
    }
    append(pieces[i].point(at: end), isSmooth: false, to: &path)
    if builder.leavesOut(path.lazy.map { Point(x: $0.x, y: $0.y) }, reach: reach) { return }
    builder.appendChain(path, origin: origin, cap: cap, join: join)
  }

  private func disc(_ p: Point) -> PolylineStroker.Disc { PolylineStroker.Disc(x: p.x, y: p.y, radius: radius) }

  /// Adds a vertex unless it equals the last one.
  private func append(_ p: Point, isSmooth: Bool, to path: inout [PolylineStroker.Disc]) {
    if let last = path.last, last.x == p.x && last.y == p.y { return }
    path.append(PolylineStroker.Disc(x: p.x, y: p.y, radius: radius, isSmooth: isSmooth))
  }
}
