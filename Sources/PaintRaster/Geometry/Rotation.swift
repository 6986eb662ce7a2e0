/// A rotation about the origin, from the x axis towards the y axis.
public struct Rotation: Equatable, Sendable {
  /// The angle's cosine, within 1e-15.
  public let cosine: Double
  /// The angle's sine, within 1e-15.
  public let sine: Double

  /// A rotation by that many degrees; quarter turns are exact, and every machine gets the same bits.
  ///
  /// It uses series instead of the C library's functions, whose last bits differ between machines: for up to an eighth
  /// of a turn the first omitted term is below 1e-19.
  public init(degrees: Double) {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let turned = rest < 0 ? rest + 360 : rest
    let quarters = (turned / 90).rounded(.down)
    let angle = turned - 90 * quarters
    let isSteep = angle > 45
    let x = (isSteep ? 90 - angle : angle) * (Double.pi / 180)
    let q = x * x
    var c = 1.0
    var s = 1.0
    for n in stride(from: 18.0, to: 0, by: -2) {
      c = 1 - c * q / (n * (n - 1))
      s = 1 - s * q / (n * (n + 1))
    }
    s *= x
    if isSteep { (c, s) = (s, c) }
    switch Int(exactly: quarters) ?? 0 {
    case 1: (cosine, sine) = (0 - s, c)
    case 2: (cosine, sine) = (0 - c, 0 - s)
    case 3: (cosine, sine) = (s, 0 - c)
    default: (cosine, sine) = (c, s)
    }
  }

  /// The rotated point.
  func turned(_ p: Point) -> Point { Point(x: cosine * p.x - sine * p.y, y: sine * p.x + cosine * p.y) }

  /// The point rotated the other way.
  func turnedBack(_ p: Point) -> Point { Point(x: cosine * p.x + sine * p.y, y: cosine * p.y - sine * p.x) }
}
