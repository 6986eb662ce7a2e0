/// Clips paths with points far outside every canvas to the part near it, so that the rest keeps its exact position.
///
/// At 1e15 a Double resolves an eighth of a pixel; an outline with corners there would be off by as much where it
/// crosses the canvas. The path itself is exact, so its segments are clipped at 2^26 px with integers of 128 bits.
struct FarClipping: Sendable {
  typealias Disc = PolylineStroker.Disc

  /// The half side of the square that is kept.
  ///
  /// Caps, joins and radii (at most 2^17 px) at a cut stay off the canvas.
  static let bound = 67_108_864.0
  /// Clipped coordinates are rounded to this part of a pixel; 1e15 px in this unit still fit 63 bits, and so do
  /// differences.
  private static let unit = 1.0 / 4_096

  /// The whole pixel that the path is relative to; at most 2^24 away, so it does not matter here.
  let origin: Point

  /// The path as one chain, or, if a point is beyond the bound, the rest of it as chains in order.
  func chains(of discs: [Disc]) -> [[Disc]] {
    if discs.allSatisfy({ Self.contains($0) }) { return [discs] }
    var chains: [[Disc]] = []
    var chain: [Disc] = []
    if discs.count == 1 { return [] }
    for i in 1..<Swift.max(discs.count, 1) {
      let a = discs[i - 1]
      let b = discs[i]
      guard let (start, end) = Self.clip(a, b) else {
        if !chain.isEmpty { chains.append(chain) }
        chain = []
        continue
      }
      if chain.isEmpty || !Self.contains(a) {
        if !chain.isEmpty { chains.append(chain) }
        chain = [start]
      }
      chain.append(end)
    }
    if !chain.isEmpty { chains.append(chain) }
    return chains
  }

  /// Whether the disc's centre is inside the bound.
  static func contains(_ d: Disc) -> Bool { abs(d.x) <= bound && abs(d.y) <= bound }

  /// The part of the segment inside the bound, or nil.
  static func clip(_ a: Disc, _ b: Disc) -> (Disc, Disc)? {
    if contains(a) && contains(b) { return (a, b) }
    guard let start = entry(a, b), let end = entry(b, a) else { return nil }
    return (start, end)
  }

  /// Where the segment from `a` to `b` comes inside the bound, `a` itself if it is inside; nil if it never does.
  private static func entry(_ a: Disc, _ b: Disc) -> Disc? {
    if contains(a) { return a }
    if abs(a.x) > bound {
      let x = a.x < 0 ? -bound : bound
      if (b.x < 0) != (a.x < 0) || abs(b.x) < bound {
        let y = along(a.x, b.x, at: x, from: a.y, to: b.y)
        if abs(y) <= bound { return Disc(x: x, y: y, radius: radius(a, b, (x - a.x) / (b.x - a.x))) }
      }
    }
    if abs(a.y) > bound {
      let y = a.y < 0 ? -bound : bound
      if (b.y < 0) != (a.y < 0) || abs(b.y) < bound {
        let x = along(a.y, b.y, at: y, from: a.x, to: b.x)
        if abs(x) <= bound { return Disc(x: x, y: y, radius: radius(a, b, (y - a.y) / (b.y - a.y))) }
      }
    }
    return nil
  }

  private static func radius(_ a: Disc, _ b: Disc, _ t: Double) -> Double {
    let low = Swift.min(a.radius, b.radius)
    return Swift.min(Swift.max(a.radius + (b.radius - a.radius) * t, low), Swift.max(a.radius, b.radius))
  }

  /// The value at `p`, interpolated from q0 at p0 to q1 at p1, exact to the unit; p is strictly between p0 and p1.
  static func along(_ p0: Double, _ p1: Double, at p: Double, from q0: Double, to q1: Double) -> Double {
    let i0 = units(p0)
    let j0 = units(q0)
    let distance = (units(p) &- i0).magnitude
    let whole = (units(p1) &- i0).magnitude
    let rise = units(q1) &- j0
    guard whole > 0, distance <= whole else { return q1 }
    let (high, low) = rise.magnitude.multipliedFullWidth(by: distance)
    guard high < whole else { return q1 }
    let (quotient, _) = whole.dividingFullWidth((high, low))
    let step = Int64(truncatingIfNeeded: quotient)
    return Double(rise < 0 ? j0 &- step : j0 &+ step) * unit
  }

  /// In units; coordinates are at most 1e15 and so below 2^62 units.
  private static func units(_ value: Double) -> Int64 {
    Int64(exactly: (value / unit).rounded(.toNearestOrEven)) ?? 0
  }
}
