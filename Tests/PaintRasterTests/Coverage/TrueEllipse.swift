import Glibc

@testable import PaintRaster

/// An ellipse's extents and distances, by bisection over the angle.
struct TrueEllipse {
  let center: Point
  let a: Double
  let b: Double

  init(_ low: Point, _ high: Point) {
    center = Point(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
    a = (high.x - low.x) / 2
    b = (high.y - low.y) / 2
  }

  /// The point `distance` outside the point whose normal has the angle `t`, relative to the centre.
  private func parallel(_ t: Double, _ distance: Double) -> Point {
    let h = hypot(a * cos(t), b * sin(t))
    guard h > 0 else { return Point(x: 0, y: distance) }
    return Point(x: (a * a / h + distance) * cos(t), y: (b * b / h + distance) * sin(t))
  }

  /// Where a line cuts the convex curve `distance` outside the ellipse.
  func offset(_ distance: Double) -> TrueShape.Extent {
    { y in
      let height = abs(y - center.y)
      guard height < b + distance else { return nil }
      let half = reach(at: height, distance, from: 0)
      return (center.x - half, center.x + half)
    }
  }

  /// The x of the curve `distance` outside at that height, which grows with the angle from `start` on (Illinois method).
  private func reach(at height: Double, _ distance: Double, from start: Double) -> Double {
    var low = start
    var high = Double.pi / 2
    var below = parallel(low, distance).y - height
    var above = parallel(high, distance).y - height
    guard below < 0 else { return parallel(low, distance).x }
    var side = 0
    for i in 0..<100 {
      // Occasional bisection, where the curve is too uneven for the chord.
      let t = i % 4 == 3 ? (low + high) / 2 : (low * above - high * below) / (above - below)
      let value = parallel(t, distance).y - height
      if value == 0 { return parallel(t, distance).x }
      if high - low < 1e-15 { break }
      if value < 0 {
        (low, below) = (t, value)
        if side == -1 { above /= 2 }
        side = -1
      } else {
        (high, above) = (t, value)
        if side == 1 { below /= 2 }
        side = 1
      }
      if abs(parallel(low, distance).x - parallel(high, distance).x) < 1e-7 { break }
    }
    // For a curve with a horizontal part (b = 0) only the end matters.
    return max(parallel(low, distance).x, parallel(high, distance).x)
  }

  /// The points within `r` of the ellipse: outer extent, and the hole, whose border is the part of the inner parallel
  /// curve to which no other point of the ellipse is nearer.
  func ring(_ r: Double) -> (outer: TrueShape.Extent, hole: TrueShape.Extent) {
    let outer = offset(r)
    guard r < min(a, b) else { return (outer, { _ in nil }) }
    func isBorder(_ t: Double) -> Bool {
      let p = parallel(t, -r)
      return p.x > -1e-12 && p.y > -1e-12 && abs(depth(Point(x: center.x + p.x, y: center.y + p.y)) - r) < 1e-9
    }
    // On a wide ellipse it is the part above some angle, on a tall one the part below.
    let wide = a >= b
    var outside = wide ? 0 : Double.pi / 2
    if isBorder(outside) { return (outer, inner(r, from: 0, to: .pi / 2)) }
    var inside = Double.pi / 2 - outside
    for _ in 0..<60 {
      let t = (inside + outside) / 2
      if isBorder(t) { inside = t } else { outside = t }
    }
    return (outer, wide ? inner(r, from: inside, to: .pi / 2) : inner(r, from: 0, to: inside))
  }

  /// The hole whose border has normals from `start` to `end` in each quarter.
  private func inner(_ r: Double, from start: Double, to end: Double) -> TrueShape.Extent {
    let top = parallel(end, -r).y
    return { y in
      let height = abs(y - center.y)
      guard height < top else { return nil }
      let half = reach(at: height, -r, from: start)
      return half > 0 ? (center.x - half, center.x + half) : nil
    }
  }

  /// The distance of a point inside the ellipse from it; negative outside. (Eberly's bisection for the foot of the
  /// normal.)
  func depth(_ p: Point) -> Double {
    var (x, y) = (abs(p.x - center.x), abs(p.y - center.y))
    var (p, q) = (a, b)
    if q > p { (x, y, p, q) = (y, x, q, p) }
    let inside = (x / p) * (x / p) + (y / q) * (y / q) < 1
    let size: Double
    if y == 0 {
      let axis = (p * p - q * q) / p
      if x < axis {
        let c = p * x / (p * p - q * q)
        size = hypot(p * c - x, q * (1 - c * c).squareRoot())
      } else {
        size = abs(x - p)
      }
    } else {
      var low = -q * q + q * y
      var high = -q * q + hypot(p * x, q * y)
      for _ in 0..<60 {
        let t = (low + high) / 2
        let u = p * x / (t + p * p)
        let v = q * y / (t + q * q)
        if u * u + v * v > 1 { low = t } else { high = t }
      }
      let t = (low + high) / 2
      size = hypot(p * p * x / (t + p * p) - x, q * q * y / (t + q * q) - y)
    }
    return inside ? size : -size
  }
}
