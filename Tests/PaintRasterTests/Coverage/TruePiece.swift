import Glibc

@testable import PaintRaster

/// A convex piece of a shape, known by where a horizontal line cuts it: a disc, or part of one, or a polygon.
struct TruePiece {
  /// A half plane: the points with a·x + b·y <= c.
  private struct HalfPlane {
    var a: Double
    var b: Double
    var c: Double
  }

  private var disc: (x: Double, y: Double, radius: Double)?
  private var planes: [HalfPlane] = []
  private(set) var top = -Double.infinity
  private(set) var bottom = Double.infinity

  /// A whole disc.
  init(disc p: Point, _ radius: Double) {
    disc = (p.x, p.y, radius)
    top = p.y - radius
    bottom = p.y + radius
  }

  /// The part of a disc between two directions (in radians), at most half a turn apart.
  init(sector p: Point, _ radius: Double, from start: Double, to end: Double) {
    self.init(disc: p, radius)
    // Left of the ray at `start` turned, right of that at `end`.
    planes.append(HalfPlane(a: sin(start), b: -cos(start), c: sin(start) * p.x - cos(start) * p.y))
    planes.append(HalfPlane(a: -sin(end), b: cos(end), c: -sin(end) * p.x + cos(end) * p.y))
  }

  /// A convex polygon in either sense.
  init(polygon points: [Point]) {
    var doubled = 0.0
    for i in points.indices {
      let a = points[i]
      let b = points[(i + 1) % points.count]
      doubled += a.x * b.y - a.y * b.x
    }
    for i in points.indices {
      let a = points[i]
      let b = points[(i + 1) % points.count]
      let dx = doubled > 0 ? b.x - a.x : a.x - b.x
      let dy = doubled > 0 ? b.y - a.y : a.y - b.y
      if dx != 0 || dy != 0 { planes.append(HalfPlane(a: dy, b: -dx, c: dy * a.x - dx * a.y)) }
    }
    top = points.map(\.y).min() ?? 0
    bottom = points.map(\.y).max() ?? 0
  }

  /// Where the line at that y cuts the piece.
  func extent(at y: Double) -> (Double, Double)? {
    guard y > top, y < bottom else { return nil }
    var low = -Double.infinity
    var high = Double.infinity
    if let disc {
      let d = disc.radius * disc.radius - (y - disc.y) * (y - disc.y)
      guard d > 0 else { return nil }
      low = disc.x - d.squareRoot()
      high = disc.x + d.squareRoot()
    }
    for plane in planes {
      let rest = plane.c - plane.b * y
      if plane.a > 0 {
        high = Swift.min(high, rest / plane.a)
      } else if plane.a < 0 {
        low = Swift.max(low, rest / plane.a)
      } else if rest < 0 {
        return nil
      }
    }
    return low < high ? (low, high) : nil
  }
}
