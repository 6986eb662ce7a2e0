/// A straight piece of a soft line, along which half the width and the opacity change evenly.
///
/// Coordinates are relative to a whole pixel near its middle, so that they are exact, or small enough for `Float`, and do
/// not depend on where on the canvas it is.
struct SoftPiece: Sendable {
  /// The pixel that it is relative to, itself relative to the line's origin.
  let x: Int32
  let y: Int32
  /// The unit vector from its start to its end.
  let directionX: Float
  let directionY: Float
  /// Where that pixel's centre is: along the piece from its start, and to its left.
  let along: Float
  let across: Float
  /// In pixels; 0 for a dot.
  let length: Float
  /// Half the width at its start, and its change in a pixel along the piece.
  let radius: Float
  let slope: Float
  /// The opacity at its start, and its change in a pixel along the piece.
  let opacity: Float
  let fade: Float
  /// Whether it starts where the piece before it in the list ends.
  let isJoined: Bool
  /// Whether its end is the start of no other piece.
  let isLast: Bool
  /// Whether the falloff is a share of half the width, and not one pixel wide.
  let isProportional: Bool

  /// The longest piece: longer ones are cut.
  static let longest = 1_024.0

  /// The piece between two points of a line, which may be equal.
  init(_ start: SoftPoint, _ end: SoftPoint, isJoined: Bool, isLast: Bool, isProportional: Bool) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let size = (dx * dx + dy * dy).squareRoot()
    let (ux, uy) = size > 0 ? (dx / size, dy / size) : (1, 0)
    let (middleX, middleY) = ((start.x + dx / 2).rounded(.down), (start.y + dy / 2).rounded(.down))
    let (fromX, fromY) = (middleX + 0.5 - start.x, middleY + 0.5 - start.y)
    // Far points are cut off long before: at most 2^26.
    x = Int32(middleX)
    y = Int32(middleY)
    directionX = Float(ux)
    directionY = Float(uy)
    along = Float(fromX * ux + fromY * uy)
    across = Float(fromX * uy - fromY * ux)
    length = Float(size)
    radius = Float(start.radius)
    slope = size > 0 ? Float((end.radius - start.radius) / size) : 0
    opacity = Float(start.opacity)
    fade = size > 0 ? Float((end.opacity - start.opacity) / size) : 0
    self.isJoined = isJoined
    self.isLast = isLast
    self.isProportional = isProportional
  }

  /// Half the width at its end.
  var endRadius: Float { Swift.max(radius + slope * length, 0) }
  /// The larger half of the width at its ends.
  var reach: Float { Swift.max(radius, endRadius) }
  /// The larger opacity of its ends.
  var strongest: Float { Swift.max(opacity, opacity + fade * length) }

  /// Its start and its end, relative to the line's origin, to a few thousandths of a pixel.
  var ends: (start: Point, end: Point) {
    let (ux, uy) = (Double(directionX), Double(directionY))
    let start = Point(
      x: Double(x) + 0.5 - Double(along) * ux - Double(across) * uy,
      y: Double(y) + 0.5 - Double(along) * uy + Double(across) * ux)
    return (start, Point(x: start.x + Double(length) * ux, y: start.y + Double(length) * uy))
  }
}

/// A point of a soft line, relative to its origin.
struct SoftPoint: Equatable, Sendable {
  var x: Double
  var y: Double
  /// Half the width, in pixels.
  var radius: Double
  /// 0…1.
  var opacity: Double

  /// The point between two, `share` of the way from the first to the second.
  static func between(_ a: SoftPoint, _ b: SoftPoint, _ share: Double) -> SoftPoint {
    SoftPoint(
      x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, radius: a.radius + (b.radius - a.radius) * share,
      opacity: a.opacity + (b.opacity - a.opacity) * share)
  }
}
