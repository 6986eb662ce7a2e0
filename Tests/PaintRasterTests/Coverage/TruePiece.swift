import Glibc

@testable import PaintRaster

/// A convex piece of a shape, defined by its intersection with horizontal lines: a disc, or part of one, or a polygon.
struct TruePiece {
  /// The part of a horizontal line on one side of a straight line through a point: x up to it, or from it on.
  struct Side {
    var slope: Double
    var point: Point
    var isRight: Bool

    func x(at y: Double) -> Double { point.x + slope * (y - point.y) }
  }

  private(set) var disc: (x: Double, y: Double, radius: Double)?
  private(set) var sides: [Side] = []
  private(set) var top = -Double.infinity
  private(set) var bottom = Double.infinity
  private(set) var left = -Double.infinity
  private(set) var right = Double.infinity

  /// A whole disc.
  init(disc p: Point, _ radius: Double) {
    disc = (p.x, p.y, radius)
    (top, bottom) = (p.y - radius, p.y + radius)
    (left, right) = (p.x - radius, p.x + radius)
  }

  /// The part of a disc between two directions (in radians), at most half a turn apart.
  init(sector p: Point, _ radius: Double, from start: Double, to end: Double) {
    self.init(disc: p, radius)
    // To the left of the ray at `start`, to the right of the ray at `end`.
    add(a: sin(start), b: -cos(start), p)
    add(a: -sin(end), b: cos(end), p)
    guard end - start < 1 else { return }
    // For a narrow one the tip of the kite around it gives its bounding box.
    let tip = radius / cos((end - start) / 2)
    let corners = [
      p, Point(x: p.x + radius * cos(start), y: p.y + radius * sin(start)),
      Point(x: p.x + tip * cos((start + end) / 2), y: p.y + tip * sin((start + end) / 2)),
      Point(x: p.x + radius * cos(end), y: p.y + radius * sin(end)),
    ]
    bound(corners)
  }

  /// A convex polygon with either orientation.
  init(polygon points: [Point]) {
    var doubled = 0.0
    for i in points.indices {
      // From the first corner, or slivers far away would be lost in rounding errors.
      let a = Point(x: points[i].x - points[0].x, y: points[i].y - points[0].y)
      let next = points[(i + 1) % points.count]
      doubled += a.x * (next.y - points[0].y) - a.y * (next.x - points[0].x)
    }
    for i in points.indices {
      let a = points[i]
      let b = points[(i + 1) % points.count]
      let dx = doubled > 0 ? b.x - a.x : a.x - b.x
      let dy = doubled > 0 ? b.y - a.y : a.y - b.y
      if dx != 0 || dy != 0 { add(a: dy, b: -dx, a) }
    }
    bound(points)
  }

  private mutating func bound(_ points: [Point]) {
    top = points.map(\.y).min() ?? 0
    bottom = points.map(\.y).max() ?? 0
    left = points.map(\.x).min() ?? 0
    right = points.map(\.x).max() ?? 0
  }

  /// Keeps the points where a·x + b·y is at most its value at `p`.
  private mutating func add(a: Double, b: Double, _ p: Point) {
    if a == 0 {
      if b > 0 { bottom = min(bottom, p.y) }
      if b < 0 { top = max(top, p.y) }
    } else {
      sides.append(Side(slope: -b / a, point: p, isRight: a > 0))
    }
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
    for side in sides {
      let x = side.x(at: y)
      if side.isRight { high = Swift.min(high, x) } else { low = Swift.max(low, x) }
    }
    return low < high ? (low, high) : nil
  }
}
