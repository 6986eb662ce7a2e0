/// The part of an ellipse that leads from one point to another; SVG 1.1, section 8.3.8.
///
/// A radius of 0 makes a straight line, the sign of a radius is ignored, and radii that are too small are enlarged.
public struct EllipticArc: Hashable, Sendable {
  /// The half axis that is at the angle `rotation` to the x axis, in pixels.
  public var radiusX: Double
  /// The other half axis, in pixels.
  public var radiusY: Double
  /// Degrees, from the x axis to the y axis.
  public var rotation: Double
  /// True for the arc of more than half a turn.
  public var isLarge: Bool
  /// True for the arc that runs from the x axis towards the y axis, which looks clockwise.
  public var sweeps: Bool

  /// An arc with these parameters.
  @inlinable public init(radiusX: Double, radiusY: Double, rotation: Double, isLarge: Bool, sweeps: Bool) {
    self.radiusX = radiusX
    self.radiusY = radiusY
    self.rotation = rotation
    self.isLarge = isLarge
    self.sweeps = sweeps
  }
}

extension EllipticArc {
  /// The maximum distance of a cubic from the ellipse, in pixels; an arc flatter than twice that is a straight line.
  private static let tolerance = 0.000_5
  /// The maximum distance of a cubic from the quarter circle of radius 1 that it replaces; it falls with the sixth
  /// power of the angle.
  private static let quarterError = 0.000_273

  /// The maximum difference of its direction, in radians; it falls with the fifth power of the angle.
  private static let quarterTurnError = 0.001_26
  /// The longest normals whose ends are kept exact, in pixels, times the ratio of the axes: more than any line needs,
  /// except along an ellipse that is a line itself.
  private static let longestNormal = 1e9

  /// The minimum ratio of the axes, and of an axis to half a chord: flatter and smaller ellipses look the same where
  /// they are visible, and their squares are not finite numbers.
  private static let flattest = 1e-18

  /// The longest half axis, in pixels: longer ones would need more cubics than can be counted, and no coordinate is as
  /// far away.
  private static let longestRadius = 1e16

  /// Appends the arc from `start` to `end` as cubics, or as a line.
  ///
  /// `reach` is the length of the normals that must be exact, in pixels: half the width of a line if dashes end on
  /// them.
  ///
  /// The centre comes from SVG's implementation notes (F.6.5 and F.6.6), but in directions instead of angles: in the
  /// space where the ellipse is the unit circle, half the chord is the sine of half the angle swept.
  func append(from start: Point, to end: Point, reach: Double, into segments: inout [PathSegment]) {
    var rx = Swift.min(abs(radiusX), Self.longestRadius)
    var ry = Swift.min(abs(radiusY), Self.longestRadius)
    guard rx > 0, ry > 0 else {
      segments.append(PathSegment(from: start, to: end))
      return
    }
    let axes = Rotation(degrees: rotation)
    let half = Point(x: (start.x - end.x) / 2, y: (start.y - end.y) / 2)
    // If both are too small, they may as well be enlarged beforehand.
    let longer = Swift.max(rx, ry)
    let smallest = Swift.max(abs(half.x), abs(half.y)) * Self.flattest
    if longer < smallest {
      rx = rx / longer * smallest
      ry = ry / longer * smallest
    }
    rx = Swift.max(rx, ry * Self.flattest)
    ry = Swift.max(ry, rx * Self.flattest)
    let along = axes.turnedBack(half)
    var u = Point(x: along.x / rx, y: along.y / ry)
    var square = u.x * u.x + u.y * u.y
    if square > 1 {
      let scale = square.squareRoot()
      rx *= scale
      ry *= scale
      u = Point(x: u.x / scale, y: u.y / scale)
      square = 1
    }
    var s = square.squareRoot()
    let distance = Swift.max(1 - square, 0).squareRoot()
    var c = isLarge ? -distance : distance
    guard s > 0, c < 0 || Swift.max(rx, ry) * square > 2 * Self.tolerance * (1 + c) else {
      segments.append(PathSegment(from: start, to: end))
      return
    }

    // The unit circle's centre, with the chord's middle as origin, and from it the directions of both ends.
    let away = (isLarge == sweeps ? -distance : distance) / s
    let middle = Point(x: away * u.y, y: -away * u.x)
    let from = Point(x: u.x - middle.x, y: u.y - middle.y)
    var count = 1
    // Where it bends most, an ellipse turns faster than the circle by the ratio of its axes.
    let normal = Swift.min(reach * (Swift.max(rx, ry) / Swift.min(rx, ry)), Self.longestNormal)
    func isClose(_ s: Double) -> Bool {
      let part = 2 * s * s  // 1 for a quarter
      return Swift.max(rx, ry) * Self.quarterError * part * part * part <= Self.tolerance
        && normal * Self.quarterTurnError * part * part * part.squareRoot() <= Self.tolerance
    }
    while c <= 0 || s > 0.708 || !isClose(s) {
      if c >= 0 {
        let halved = ((1 + c) / 2).squareRoot()
        s = s / (2 * halved)
        c = halved
      } else {
        let halved = ((1 - c) / 2).squareRoot()
        c = s / (2 * halved)
        s = halved
      }
      count *= 2
    }

    let sign = sweeps ? 1.0 : -1.0
    let stepCosine = 1 - 2 * s * s
    let stepSine = sign * 2 * s * c
    let handle = sign * 4 / 3 * s / (1 + c)  // 4/3 of the tangent of a quarter of the piece's angle
    let turned = axes.turned(Point(x: rx * middle.x, y: ry * middle.y))
    let center = Point(x: (start.x + end.x) / 2 + turned.x, y: (start.y + end.y) / 2 + turned.y)
    var direction = from
    var point = start
    for i in 1...count {
      let next = Point(
        x: direction.x * stepCosine - direction.y * stepSine, y: direction.x * stepSine + direction.y * stepCosine)
      let leaving = axes.turned(Point(x: -direction.y * rx * handle, y: direction.x * ry * handle))
      let arriving = axes.turned(Point(x: -next.y * rx * handle, y: next.x * ry * handle))
      let target = i == count ? end : center + axes.turned(Point(x: rx * next.x, y: ry * next.y))
      segments.append(
        PathSegment(from: point, control1: point + leaving, control2: target - arriving, to: target))
      point = target
      direction = next
    }
  }
}
