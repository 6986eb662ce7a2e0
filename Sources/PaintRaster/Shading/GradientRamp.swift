/// The colours of a gradient by its share, as pieces in which all channels are linear.
///
/// A piece is never more than 1/64 of 1/255 away from the colour of CSS: mixed premultiplied in its colour space.
struct GradientRamp: Sendable {
  /// A range of shares, with colours 0…255 of straight alpha.
  struct Piece: Sendable {
    /// Where it ends; it begins where the one before ends.
    var end: Float
    /// The share from which the slopes count.
    var origin: Float
    /// Red, green, blue and alpha at the origin.
    var color: SIMD4<Float>
    /// Their change for a share of 1.
    var slope: SIMD4<Float>
  }

  /// The pieces, the last one without an end.
  private(set) var pieces: [Piece] = []
  /// The share of the first stop of a repeating gradient, and the distance to the last; (0, 0) for others.
  private(set) var period: (start: Double, length: Double) = (0, 0)
  /// Whether all colours are opaque.
  let isOpaque: Bool

  /// Four channels, 0…255, alpha not multiplied in.
  typealias Channels = SIMD4<Double>

  init(_ stops: [Gradient.Stop], space: GradientSpace, isRepeating: Bool) {
    isOpaque = stops.allSatisfy { $0.color.alpha == 255 }
    guard let first = stops.first, let last = stops.last else { return }
    let length = last.offset - first.offset
    if isRepeating, !(length > 0) {
      add(Self.average(stops), upTo: .infinity)
      return
    }
    // The shares of a repeating gradient are counted from its first stop, in periods.
    if isRepeating { period = (first.offset, length) }
    func share(_ stop: Gradient.Stop) -> Double { isRepeating ? (stop.offset - first.offset) / length : stop.offset }
    if !isRepeating { add(Self.channels(first.color), upTo: first.offset) }
    for (a, b) in zip(stops, stops.dropFirst()) where b.offset > a.offset {
      add(GradientSegment(a.color, b.color, exponent: a.exponent, space), from: share(a), to: share(b))
    }
    add(Self.channels(last.color), upTo: .infinity)
  }

  static func channels(_ color: Pixel) -> Channels {
    Channels(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }

  private mutating func add(_ color: Channels, upTo end: Double) {
    pieces.append(Piece(end: Float(end), origin: 0, color: SIMD4<Float>(color), slope: .zero))
  }

  /// How often a segment is halved at most.
  ///
  /// Shares are single precision. Near a stop with a colour hint the colours of a small share differ, so only parts that
  /// are too short for the pixels of the largest canvas are never halved.
  private static let maximumDepth = 30

  /// Adds the pieces of a segment: halves it until each half is nearly linear.
  private mutating func add(_ segment: GradientSegment, from start: Double, to end: Double) {
    var open = [(0.0, 1.0, 0)]
    while let (a, b, depth) = open.popLast() {
      if depth < Self.maximumDepth, !segment.isLinear, depth < 2 || !segment.isNearlyLinear(from: a, to: b) {
        open.append(((a + b) / 2, b, depth + 1))
        open.append((a, (a + b) / 2, depth + 1))
        continue
      }
      let (low, high) = (segment.channels(at: a, isStart: true), segment.channels(at: b, isStart: false))
      let (from, to) = (start + (end - start) * a, b == 1 ? end : start + (end - start) * b)
      guard Float(to) > pieces.last.map(\.end) ?? -.infinity || pieces.isEmpty else { continue }
      pieces.append(
        Piece(
          end: Float(to), origin: Float(from), color: SIMD4<Float>(low), slope: SIMD4<Float>((high - low) / (to - from))
        ))
    }
  }

  /// The colour of a repeating gradient whose stops are at one place: the average with equal distances.
  private static func average(_ stops: [Gradient.Stop]) -> Channels {
    guard stops.count > 1 else { return channels(stops[0].color) }
    var sum = Channels.zero
    for (place, stop) in stops.enumerated() {
      var color = channels(stop.color)
      let alpha = color.w
      color *= alpha / 255
      color.w = alpha
      sum += color * (place == 0 || place == stops.count - 1 ? 0.5 : 1)
    }
    sum /= Double(stops.count - 1)
    guard sum.w > 0 else { return .zero }
    let alpha = sum.w
    sum *= 255 / alpha
    sum.w = alpha
    return sum
  }
}
