/// Dots at random places along a path, as a spray can makes them.
///
/// Let rᵢ be half the width times the pressure at point i, and dᵢ the distance to the next point. The path sweeps about
/// A = Σ dᵢ·(rᵢ + rᵢ₊₁) + π·(r₀² + rₙ²)/2 square pixels, and there are N = ⌊density·A/(π·s²/4) + 1/2⌋ dots of size s. The
/// middle of each is c + r·(u, v): c is a point of the path, all of its length being equally likely, r is interpolated
/// between the ends of the segment, and (u, v) is a point of the unit disc, all of its area being equally likely.
///
/// Numbers come from SplitMix64 (Steele, Lea and Flood, 2014), whose state begins with the seed: for each dot the upper 53
/// bits of an output give the place on the path, 0 ..< 1 of its length. Then the halves of outputs are u and v, in steps
/// of 2⁻³¹ from −1 on, the upper half first, until u² + v² ≤ 1. A path without length only has its first point. Only
/// + − × ÷ √ are used, so a seed gives the same dots on any machine; moving the points by whole pixels moves the dots by
/// as much.
public struct Spray: Hashable, Sendable {
  /// The diameter of the spray at full pressure, in pixels.
  public var width: Double
  /// The diameter of a dot, in pixels, over 0.
  public var dotSize: Double
  /// The area of all dots as a share of the area that is sprayed, 0…1.
  public var density: Double
  /// The seed.
  public var seed: UInt64

  /// The most dots of a spray; more are left out.
  public static let mostDots = 250_000

  /// A spray.
  public init(width: Double, dotSize: Double = 1.5, density: Double = 0.1, seed: UInt64 = 0) {
    self.width = width
    self.dotSize = dotSize
    self.density = density
    self.seed = seed
  }

  /// A segment of the path: its ends relative to the first point's pixel, and where it ends along the path.
  private struct Segment {
    let start: PolylineStroker.Disc
    let end: PolylineStroker.Disc
    let length: Double
    let position: Double
  }

  /// The number of dots along a path, which may be more than are drawn.
  public func dotCount(along points: [PencilPoint]) -> Double {
    guard let (_, discs) = Outline.discs(along: points, radius: width / 2) else { return 0 }
    return dotCount(Self.segments(discs), discs)
  }

  private func dotCount(_ segments: [Segment], _ discs: [PolylineStroker.Disc]) -> Double {
    guard let first = discs.first, let last = discs.last, dotSize > 0, density > 0 else { return 0 }
    let ends = .pi * (first.radius * first.radius + last.radius * last.radius) / 2
    let area = segments.reduce(ends) { $0 + $1.length * ($1.start.radius + $1.end.radius) }
    return (density * area / (.pi * dotSize * dotSize / 4) + 0.5).rounded(.down)
  }

  private static func segments(_ discs: [PolylineStroker.Disc]) -> [Segment] {
    var segments: [Segment] = []
    var position = 0.0
    for (start, end) in zip(discs, discs.dropFirst()) {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = (dx * dx + dy * dy).squareRoot()
      position += length
      segments.append(Segment(start: start, end: end, length: length, position: position))
    }
    return segments
  }

  /// The dots along a path: subpaths without length, to be drawn as a line of the dots' width with round ends.
  ///
  /// - Complexity: O(dots · log points).
  public func path(along points: [PencilPoint]) -> Path {
    guard let (origin, discs) = Outline.discs(along: points, radius: width / 2), let first = discs.first else {
      return Path()
    }
    let segments = Self.segments(discs)
    let count = Int(Swift.min(dotCount(segments, discs), Double(Self.mostDots)))
    let length = segments.last?.position ?? 0
    var generator = SplitMix64(state: seed)
    var elements: [Path.Element] = []
    elements.reserveCapacity(2 * count)
    for _ in 0..<count {
      let place = Double(generator.next() >> 11) / 9_007_199_254_740_992 * length
      var center = first
      if length > 0 { center = Self.disc(at: place, segments) }
      var (u, v) = (1.0, 1.0)
      while u * u + v * v > 1 {
        let bits = generator.next()
        u = Double(Int64(bits >> 32) - 2_147_483_648) / 2_147_483_648
        v = Double(Int64(bits & 0xFFFF_FFFF) - 2_147_483_648) / 2_147_483_648
      }
      let dot = Point(x: center.x + center.radius * u, y: center.y + center.radius * v)
      guard let dot = dot.onGrid else { continue }
      elements.append(.move(dot + origin))
      elements.append(.line(dot + origin))
    }
    return Path(elements)
  }

  /// The point of the path, and the radius there, at a distance from its beginning.
  private static func disc(at place: Double, _ segments: [Segment]) -> PolylineStroker.Disc {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].position > place { high = middle } else { low = middle + 1 }
    }
    let segment = segments[low]
    let (a, b) = (segment.start, segment.end)
    guard segment.length > 0 else { return a }
    let t = Swift.min(Swift.max((place - (segment.position - segment.length)) / segment.length, 0), 1)
    return PolylineStroker.Disc(
      x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, radius: a.radius + (b.radius - a.radius) * t)
  }
}

/// The generator SplitMix64.
private struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
