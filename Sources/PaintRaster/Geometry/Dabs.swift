/// How a brush is stamped along a path: the distance of its dabs, and how much of the paint each of them gives.
///
/// The first dab is at the beginning of the path. From a dab where the line is w pixels wide, the next one is
/// max(spacing·w, ``leastDistance``) pixels farther along the path, up to its end and 1/1,024 pixel beyond, which counts as the end.
/// Dabs for each pixel (``eachPixel(onSlants:)``) are instead one pixel apart along the longer axis of each segment, or a part of it.
public struct Dabs: Hashable, Sendable {
  /// How much of the stroke's paint one dab gives, 0…1; other values are clamped, and NaN counts as 0.
  public var flow: Double
  /// The distance from one dab to the next as a share of the width, over 0.
  public var spacing: Double

  /// The least distance of two dabs, in pixels, over 0; 1/4 for strokes.
  public var leastDistance: Double

  /// How many dabs there are for each pixel along the longer axis of a slanted segment, so that they go from column to column
  /// or from row to row; nil for dabs by their distance.
  private var countOnSlants: Double?

  /// The most dabs of a stroke; more are left out.
  public static let mostDabs = 1 << 20
  /// What a dab may be beyond the end of the path, in pixels: more than rounding does.
  private static let slack = 1.0 / 1_024

  /// Dabs with that flow, 0…1, that spacing, a share of the width over 0, and that least distance, pixels over 0.
  public init(flow: Double = 1, spacing: Double = 0.1, leastDistance: Double = 0.25) {
    self.leastDistance = leastDistance
    self.flow = flow
    self.spacing = spacing
  }

  /// Dabs that are a pixel apart along the longer axis of each segment.
  ///
  /// - Parameter count: how many there are instead for each pixel of a segment that is neither horizontal nor vertical.
  public static func eachPixel(onSlants count: Double) -> Dabs {
    var dabs = Dabs(spacing: 0, leastDistance: 1)
    dabs.countOnSlants = count
    return dabs
  }

  /// The flow, clamped to 0…1.
  var share: Double { flow > 0 ? Swift.min(flow, 1) : 0 }

  /// Calls `body` with each dab along a path, in order, until it returns false.
  func forEach(along points: [SoftPoint], isClosed: Bool, _ body: (SoftPoint) -> Bool) {
    guard let first = points.first, body(first) else { return }
    var start = first
    // How far the next dab is from the beginning of the segment.
    var next = distance(after: first)
    let ends = points.dropFirst() + (isClosed ? [first] : [])
    for (place, end) in ends.enumerated() {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = length(dx, dy)
      // The end of a closed path has the first dab.
      let isLast = isClosed && place == ends.count - 1
      while next <= (isLast ? length - Self.slack : length), length > 0 {
        let dab = SoftPoint.between(start, end, next / length)
        guard body(dab) else { return }
        next += distance(after: dab)
      }
      next -= length
      start = end
    }
    if points.count > 1, !isClosed, next <= Self.slack { _ = body(start) }
  }

  /// The length of a segment, in the unit of ``distance(after:)``.
  private func length(_ dx: Double, _ dy: Double) -> Double {
    guard let countOnSlants else { return (dx * dx + dy * dy).squareRoot() }
    let length = max(dx.magnitude, dy.magnitude)
    return dx == 0 || dy == 0 ? length : countOnSlants * length
  }

  private func distance(after dab: SoftPoint) -> Double {
    let distance = spacing * 2 * dab.radius
    return distance > leastDistance ? distance : leastDistance
  }
}
