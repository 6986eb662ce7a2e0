/// The dashes of a style, prepared: an even number of lengths, their sum and the offset at which a path starts.
///
/// Two bounds limit the number of dashes. A pattern that sums to less than 1/2 px, or less than 1/4,096 of the width,
/// is stretched to that. With round caps and corners, gaps so narrow that the ends of two dashes leave a notch of no
/// more than 0.002 px between them are ignored.
struct DashPattern: Sendable {
  /// The maximum depth of a notch that is not drawn, in pixels: at most half a level.
  private static let deepestNotch = 0.002

  /// The shortest period for half a width, in pixels.
  private static func shortestPeriod(radius: Double) -> Double { Swift.max(0.5, radius / 2_048) }

  /// Where in the period each dash starts, and its length, in pixels.
  let dashes: [(start: Double, length: Double)]
  /// Pixels until the pattern repeats.
  let period: Double
  /// How far into the pattern the path starts, 0 ..< period.
  let phase: Double

  /// The pattern, or nil if the line is solid; `pathLength` is that of a closed path, which is solid if one dash covers
  /// it all.
  init?(_ style: StrokeStyle, radius: Double, pathLength: Double? = nil) {
    var lengths = style.dash
    guard !lengths.isEmpty, lengths.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
    if lengths.count % 2 == 1 { lengths += lengths }
    var sum = lengths.reduce(0, +)
    guard sum > 0, sum.isFinite else { return nil }
    let shortest = Self.shortestPeriod(radius: radius)
    let stretch = sum < shortest ? shortest / sum : 1
    guard stretch.isFinite else { return nil }

    var dashes: [(start: Double, length: Double)] = []
    var widestGap = 0.0
    sum = 0
    for i in stride(from: 0, to: lengths.count, by: 2) {
      let on = lengths[i] * stretch
      let off = lengths[i + 1] * stretch
      dashes.append((sum, on))
      sum += on + off
      widestGap = Swift.max(widestGap, off)
    }
    // The notch between two discs a gap apart is gap²/8r deep. Square ends stick out where the path bends, so they show
    // however near the next dash is; with corners that are not round the solid line differs from its dashes.
    let closedGap = style.cap == .round && style.join == .round ? (8 * Self.deepestNotch * radius).squareRoot() : 0
    guard widestGap > closedGap, sum > 0 else { return nil }
    let offset = style.dashOffset.isFinite ? style.dashOffset.truncatingRemainder(dividingBy: sum) : 0
    let phase = offset < 0 ? offset + sum : offset
    self.dashes = dashes
    self.period = sum
    self.phase = phase < sum ? phase : 0
    if let pathLength {
      let covering = dashes.contains { $0.start <= self.phase && $0.start + $0.length - self.phase >= pathLength }
      if covering { return nil }
    }
  }
}
