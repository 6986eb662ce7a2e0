/// How the width of a line falls to 0 towards its ends.
///
/// Along the first part of the line the width grows linearly from 0, and along the last part it falls linearly to 0; where
/// both parts overlap, the smaller width counts.
public struct Taper: Hashable, Sendable {
  /// A length along a line.
  public enum Length: Hashable, Sendable {
    /// Pixels.
    case pixels(Double)
    /// Hundredths of the line's length, 0…100.
    case percent(Double)

    /// The length on a line that is `whole` pixels long.
    func pixels(of whole: Double) -> Double {
      switch self {
      case .pixels(let length): length
      case .percent(let percent): percent * whole / 100
      }
    }
  }

  /// The part at the line's beginning.
  public var start: Length
  /// The part at its end.
  public var end: Length

  /// The taper with parts of these lengths, none below 0.
  public init(start: Length, end: Length) {
    self.start = start
    self.end = end
  }

  /// The share of the width at a position on a line; both in pixels.
  func width(at position: Double, of length: Double) -> Double {
    var share = 1.0
    let (start, end) = (start.pixels(of: length), end.pixels(of: length))
    if start > 0 { share = Swift.min(share, position / start) }
    if end > 0 { share = Swift.min(share, (length - position) / end) }
    return Swift.min(Swift.max(share, 0), 1)
  }

  /// Where on a line of that length the width begins or ends to change, in ascending order, without its ends.
  func corners(of length: Double) -> [Double] {
    let (start, end) = (start.pixels(of: length), end.pixels(of: length))
    let places = start + end > length ? [length * start / (start + end)] : [start, length - end]
    return places.filter { $0 > 0 && $0 < length }
  }
}

extension Shape {
  /// The same line with a width that falls to 0 towards its ends; only of pencils, lines and paths.
  ///
  /// It becomes a pencil: with round corners and without dashes. The width at a point is the product of the taper's and of
  /// the point's own pressure. A line without length has no part to fall along, and stays a dot.
  ///
  /// - Parameters:
  ///   - taper: the lengths of both parts.
  ///   - width: the width of the line, for the accuracy of curves.
  /// - Complexity: O(points).
  public func tapered(_ taper: Taper, width: Double) -> Shape {
    let points = freehand(width: width)
    guard points.count > 1 else { return self }
    var positions = [0.0]
    positions.reserveCapacity(points.count)
    for (before, after) in zip(points, points.dropFirst()) {
      let way = after.point - before.point
      positions.append(positions[positions.count - 1] + (way.x * way.x + way.y * way.y).squareRoot())
    }
    let length = positions[positions.count - 1]
    guard length > 0, length.isFinite else { return self }
    var corners = taper.corners(of: length)[...]
    var result: [PencilPoint] = []
    result.reserveCapacity(points.count + 2)
    for (place, point) in points.enumerated() {
      if place > 0 {
        let (start, end) = (positions[place - 1], positions[place])
        while let corner = corners.first, corner < end {
          corners.removeFirst()
          guard corner > start else { continue }
          var between = PencilPoint.between(points[place - 1], point, (corner - start) / (end - start))
          between.pressure *= taper.width(at: corner, of: length)
          result.append(between)
        }
      }
      var point = point
      point.pressure *= taper.width(at: positions[place], of: length)
      result.append(point)
    }
    return .pencil(result)
  }

  /// The points of a pencil, of a line, or of the first subpath that a path draws, close enough for lines of that width.
  private func freehand(width: Double) -> [PencilPoint] {
    switch self {
    case .pencil(let points): return points
    case .line(let a, let b): return [PencilPoint(a), PencilPoint(b)]
    case .path(let path):
      guard let (origin, subpaths) = path.subpaths(), let subpath = subpaths.first else { return [] }
      let flat = FlatSubpath(subpath, origin: origin, radius: width / 2)
      let points = flat.curve?.map(\.point) ?? flat.discs.map { Point(x: $0.x, y: $0.y) }
      return (points + (flat.isClosed ? points.prefix(1) : [])).map { PencilPoint($0 + origin) }
    case .rect, .ellipse, .roundedRect, .polygon: return []
    }
  }
}

extension PencilPoint {
  /// The point between two, `share` of the way from the first to the second.
  static func between(_ a: PencilPoint, _ b: PencilPoint, _ share: Double) -> PencilPoint {
    PencilPoint(
      Point(x: a.point.x + (b.point.x - a.point.x) * share, y: a.point.y + (b.point.y - a.point.y) * share),
      pressure: a.pressure + (b.pressure - a.pressure) * share, opacity: a.opacity + (b.opacity - a.opacity) * share)
  }
}
