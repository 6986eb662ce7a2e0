/// A line whose coverage falls off towards its edge, or whose opacity changes along it.
///
/// The coverage of a pixel is the largest of those that the points of the path give its centre: the opacity of the point
/// times ``SoftFalloff`` at its distance. So it depends on the path alone: not on the number of points on it, nor on
/// tiles. The ends and the corners of such a line are round.
///
/// With dabs the coverage is 1 − Π(1 − flow · c) over all dabs instead, where c is the coverage of a line that is one dab.
public struct SoftLine: Sendable {
  /// The whole pixel that the pieces are relative to.
  let origin: (x: Int, y: Int)
  private(set) var pieces: [SoftPiece] = []
  let falloff: SoftFalloff
  /// Half the width, if it is the same everywhere and the line is opaque.
  let radius: Double?
  /// How much of the paint a dab gives, 0…1; nil for a continuous line.
  let flow: Double?

  /// The line of a style along a shape; nil if its coverage is that of an outline, or if the shape has no such line.
  ///
  /// Only pencils, lines and paths have soft lines. Caps, joins, dashes and arrow heads of the style do not count.
  /// - Complexity: linear in the points.
  public init?(_ shape: Shape, style: StrokeStyle, on canvas: CanvasSize) {
    guard Self.isNeeded(for: shape, style), let (origin, chains) = Self.chains(shape, style) else { return nil }
    falloff = SoftFalloff(hardness: style.hardness)
    self.origin = (Int(origin.x), Int(origin.y))
    let first = chains.first?.points.first
    flow = style.dabs?.share
    let isUniform =
      style.dabs == nil
      && chains.allSatisfy { $0.points.allSatisfy { $0.radius == first?.radius && $0.opacity == 1 } }
    radius = isUniform ? first?.radius : nil
    if let dabs = style.dabs {
      append(dabs, along: chains, canvas)
    } else {
      for chain in chains { append(chain, canvas) }
    }
  }

  /// Whether a line is soft: its hardness is below 1, it has dabs, or points of a pencil have an opacity below 1.
  public static func isNeeded(for shape: Shape, _ style: StrokeStyle) -> Bool {
    switch shape {
    case .pencil(let points): style.hardness < 1 || style.dabs != nil || points.contains { $0.opacity < 1 }
    case .line, .path: style.hardness < 1 || style.dabs != nil
    case .rect, .ellipse, .roundedRect, .polygon: false
    }
  }

  private typealias Chain = (points: [SoftPoint], isClosed: Bool)

  /// The connected parts of the path; nil if a coordinate is not finite.
  private static func chains(_ shape: Shape, _ style: StrokeStyle) -> (origin: Point, chains: [Chain])? {
    guard let radius = style.radius else { return (Point(x: 0, y: 0), []) }
    func soft(_ point: Point) -> SoftPoint { SoftPoint(x: point.x, y: point.y, radius: radius, opacity: 1) }
    switch shape {
    case .pencil(let points):
      guard let origin = points.first?.point.onGrid?.pathOrigin else { return nil }
      var chain: [SoftPoint] = []
      chain.reserveCapacity(points.count)
      for point in points {
        guard let place = point.point.onGrid else { return nil }
        func share(_ value: Double) -> Double { value > 0 ? Swift.min(value, 1) : 0 }
        let next = SoftPoint(
          x: place.x - origin.x, y: place.y - origin.y, radius: radius * share(point.pressure),
          opacity: share(point.opacity))
        if next != chain.last { chain.append(next) }
      }
      return (origin, [(chain, false)])
    case .line(let a, let b):
      guard let a = a.onGrid, let b = b.onGrid else { return nil }
      let origin = a.pathOrigin
      let (start, end) = (soft(a - origin), soft(b - origin))
      return (origin, [(a == b ? [start] : [start, end], false)])
    case .path(let path):
      guard let (origin, subpaths) = path.subpaths() else { return nil }
      let chains: [Chain] = subpaths.map { subpath in
        let flat = FlatSubpath(subpath, origin: origin, radius: radius)
        let points = flat.curve?.map(\.point) ?? flat.discs.map { Point(x: $0.x, y: $0.y) }
        return (points.map(soft), flat.isClosed)
      }
      return (origin, chains)
    case .rect, .ellipse, .roundedRect, .polygon: return nil
    }
  }

  // MARK: Dabs

  /// The number of dabs of a style along a shape, at most one more than are drawn; 0 without dabs.
  ///
  /// - Complexity: O(points + dabs).
  public static func dabCount(along shape: Shape, _ style: StrokeStyle) -> Int {
    guard let dabs = style.dabs, let (_, chains) = chains(shape, style) else { return 0 }
    var count = 0
    for chain in chains {
      dabs.forEach(along: chain.points, isClosed: chain.isClosed) { _ in
        count += 1
        return count <= Dabs.mostDabs
      }
    }
    return count
  }

  /// The dabs of a style along a shape, at most ``Dabs/mostDabs``; none if a coordinate is not finite.
  ///
  /// Their middles are rounded to 2^-20 pixel, so that dabs whole pixels apart have the same place in their pixels. Those
  /// whose middle is 2^26 pixels or farther from the canvas' corner are left out.
  /// - Complexity: O(points + dabs).
  public static func dabs(along shape: Shape, _ style: StrokeStyle) -> [Dab] {
    guard let dabs = style.dabs, let (origin, chains) = chains(shape, style) else { return [] }
    var result: [Dab] = []
    var rest = Dabs.mostDabs
    for chain in chains {
      dabs.forEach(along: chain.points, isClosed: chain.isClosed) { exact in
        var dab = exact
        dab.x = (exact.x * 1_048_576).rounded() / 1_048_576
        dab.y = (exact.y * 1_048_576).rounded() / 1_048_576
        let (x, y) = (dab.x.rounded(.down), dab.y.rounded(.down))
        let (column, row) = (x + origin.x, y + origin.y)
        if column.magnitude < 67_108_864, row.magnitude < 67_108_864 {
          result.append(
            Dab(column: Int(column), row: Int(row), x: dab.x - x, y: dab.y - y, radius: dab.radius))
        }
        rest -= 1
        return rest > 0
      }
    }
    return result
  }

  private mutating func append(_ dabs: Dabs, along chains: [Chain], _ canvas: CanvasSize) {
    guard dabs.share > 0 else { return }
    var rest = Dabs.mostDabs
    for chain in chains {
      dabs.forEach(along: chain.points, isClosed: chain.isClosed) { dab in
        if Self.near(dab, dab) != nil, part(dab, dab, canvas) != nil {
          append(dab, dab, isJoined: false, isLast: false)
        }
        rest -= 1
        return rest > 0
      }
    }
  }

  // MARK: Pieces

  private mutating func append(_ chain: Chain, _ canvas: CanvasSize) {
    guard let first = chain.points.first, let last = chain.points.last else { return }
    if chain.points.count == 1 {
      if Self.near(first, first) != nil, part(first, first, canvas) != nil {
        append(first, first, isJoined: false, isLast: false)
      }
      return
    }
    var isJoined = false
    for i in 1..<chain.points.count {
      let isEnd = i == chain.points.count - 1 && !(chain.isClosed && first != last)
      append(from: chain.points[i - 1], to: chain.points[i], &isJoined, isLast: isEnd, canvas)
    }
    if chain.isClosed, first != last { append(from: last, to: first, &isJoined, isLast: true, canvas) }
  }

  /// Cuts a segment into pieces: where it leaves the neighbourhood of the canvas, where the kind of falloff changes, and
  /// where it is too long.
  private mutating func append(
    from start: SoftPoint, to end: SoftPoint, _ isJoined: inout Bool, isLast: Bool, _ canvas: CanvasSize
  ) {
    guard let (a, b) = Self.near(start, end), let shares = part(a, b, canvas) else {
      isJoined = false
      return
    }
    if a.x == b.x, a.y == b.y {
      // A change in place: two dots.
      append(a, a, isJoined: isJoined, isLast: false)
      if isLast { append(b, b, isJoined: false, isLast: false) }
      isJoined = false
      return
    }
    let cuts = cuts(a, b, shares)
    func point(_ share: Double) -> SoftPoint { share <= 0 ? a : share >= 1 ? b : .between(a, b, share) }
    if point(cuts[0]) != start { isJoined = false }
    let endsHere = point(cuts[cuts.count - 1]) != end
    for place in 1..<cuts.count {
      let isLast = place == cuts.count - 1 && (isLast || endsHere)
      isJoined = append(point(cuts[place - 1]), point(cuts[place]), isJoined: isJoined, isLast: isLast)
    }
    if endsHere { isJoined = false }
  }

  /// Appends a piece; returns false if it draws nothing, so that the next one is not joined to it.
  @discardableResult
  private mutating func append(_ a: SoftPoint, _ b: SoftPoint, isJoined: Bool, isLast: Bool) -> Bool {
    guard Swift.max(a.radius, b.radius) > 0, Swift.max(a.opacity, b.opacity) > 0 else { return false }
    let isProportional = (a.radius + b.radius) / 2 >= falloff.border
    pieces.append(SoftPiece(a, b, isJoined: isJoined, isLast: isLast, isProportional: isProportional))
    return true
  }

  /// Where the part of a segment begins, is cut and ends, as shares of its length in ascending order; at least two.
  ///
  /// A long segment is cut into equal pieces, of which only those in the part are kept, so that a piece is the same
  /// wherever the canvas begins.
  private func cuts(_ a: SoftPoint, _ b: SoftPoint, _ part: ClosedRange<Double>) -> [Double] {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let pieces = Swift.max(((dx * dx + dy * dy).squareRoot() / SoftPiece.longest).rounded(.up), 1)
    let first = Swift.min((part.lowerBound * pieces).rounded(.down), pieces - 1)
    let last = Swift.max((part.upperBound * pieces).rounded(.up), first + 1)
    var cuts: [Double] = []
    var piece = first
    while piece <= last {
      cuts.append(piece / pieces)
      piece += 1
    }
    let change = b.radius - a.radius
    if change != 0 {
      func cut(at radius: Double) {
        let share = (radius - a.radius) / change
        if share > first / pieces, share < last / pieces { cuts.append(share) }
      }
      // The largest product of coverage and opacity is found step by step, which needs one maximum.
      var border = falloff.border
      cut(at: border)
      while a.opacity != b.opacity, border < Swift.max(a.radius, b.radius) {
        border *= 2
        cut(at: border)
      }
    }
    return cuts.count > 2 ? cuts.sorted() : cuts
  }

  /// The part of a segment that can reach the canvas, as shares of its length; nil if there is none.
  private func part(_ a: SoftPoint, _ b: SoftPoint, _ canvas: CanvasSize) -> ClosedRange<Double>? {
    let margin = Swift.max(a.radius, b.radius) + 2
    var (low, high) = (0.0, 1.0)
    for (from, to, start, side) in [(a.x, b.x, origin.x, canvas.width), (a.y, b.y, origin.y, canvas.height)] {
      let least = -Double(start) - margin
      let most = Double(side - start) + margin
      if from == to {
        if from < least || from > most { return nil }
        continue
      }
      let (one, other) = ((least - from) / (to - from), (most - from) / (to - from))
      low = Swift.max(low, Swift.min(one, other))
      high = Swift.min(high, Swift.max(one, other))
    }
    return low <= high ? low...high : nil
  }

  /// The part of a segment that `FarClipping` keeps.
  private static func near(_ a: SoftPoint, _ b: SoftPoint) -> (SoftPoint, SoftPoint)? {
    func disc(_ point: SoftPoint) -> PolylineStroker.Disc {
      PolylineStroker.Disc(x: point.x, y: point.y, radius: point.radius)
    }
    let (from, to) = (disc(a), disc(b))
    if FarClipping.contains(from) && FarClipping.contains(to) { return (a, b) }
    guard a.x != b.x || a.y != b.y, let (start, end) = FarClipping.clip(from, to) else { return nil }
    func point(_ disc: PolylineStroker.Disc) -> SoftPoint {
      let isWide = abs(b.x - a.x) > abs(b.y - a.y)
      let share = isWide ? (disc.x - a.x) / (b.x - a.x) : (disc.y - a.y) / (b.y - a.y)
      return SoftPoint(
        x: disc.x, y: disc.y, radius: disc.radius, opacity: a.opacity + (b.opacity - a.opacity) * share)
    }
    return (point(start), point(end))
  }
}
