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

  /// The point `distance` outside the one whose normal has the angle `t`, relative to the centre.
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
      var low = 0.0
      var high = Double.pi / 2
      for _ in 0..<50 {
        let t = (low + high) / 2
        if parallel(t, distance).y < height { low = t } else { high = t }
      }
      // Of a curve with a level stretch (b = 0) only the end matters.
      let half = max(parallel(low, distance).x, parallel(high, distance).x)
      return (center.x - half, center.x + half)
    }
  }

  /// The points within `r` of the ellipse: outer extent, and the hole by distances.
  func ring(_ r: Double) -> (outer: TrueShape.Extent, hole: TrueShape.Extent) {
    let outer = offset(r)
    return (
      outer,
      { y in
        guard r < min(a, b), abs(y - center.y) < b else { return nil }
        // The hole is convex and symmetric: on a line it is where the distance from the ellipse exceeds r.
        func deep(_ x: Double) -> Bool { depth(Point(x: x, y: y)) > r }
        guard deep(center.x) else { return nil }
        var low = 0.0
        var high = a
        for _ in 0..<40 {
          let middle = (low + high) / 2
          if deep(center.x + middle) { low = middle } else { high = middle }
        }
        return (center.x - low, center.x + low)
      }
    )
  }

  /// How far inside the ellipse a point lies; negative outside. (Eberly's bisection for the foot of the normal.)
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
