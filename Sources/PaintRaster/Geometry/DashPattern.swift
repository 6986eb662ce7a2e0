/// The dashes of a style, prepared: an even number of lengths, their sum and the offset at which a path starts.
///
/// Two bounds limit the number of dashes. A pattern that sums to less than 1/2 px, or less than 1/4,096 of the width,
/// is stretched to that. With round caps and corners, gaps so narrow that the ends of two dashes leave a notch of no
/// more than 0.002 px between them are ignored.
///
/// Around a closed path the pattern is repeated a whole number of times, for which its gaps are made longer or shorter:
/// so no dash touches another one where the path is closed. If path and pattern have whole lengths, every dash keeps
/// its length and starts at a whole pixel of the path.
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
  /// Whether dashes start at whole numbers of pixels, rounded.
  private let startsAreWhole: Bool

  /// The pattern, or nil if the line is solid; `pathLength` is that of a closed path, which is solid if one dash covers
  /// it all.
  init?(_ style: StrokeStyle, radius: Double, pathLength: Double? = nil) {
    var lengths = style.dash
    guard !lengths.isEmpty, lengths.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
    if lengths.count % 2 == 1 { lengths += lengths }
    let sum = lengths.reduce(0, +)
    guard sum > 0, sum.isFinite else { return nil }
    let shortest = Self.shortestPeriod(radius: radius)
    let stretch = sum < shortest ? shortest / sum : 1
    guard stretch.isFinite else { return nil }
    if stretch != 1 { for i in lengths.indices { lengths[i] *= stretch } }

    let gaps = stride(from: 1, to: lengths.count, by: 2).map { lengths[$0] }
    // The notch between two discs a gap apart is gap²/8r deep. Square ends stick out where the path bends, so they show
    // however near the next dash is; with corners that are not round the solid line differs from its dashes.
    let closedGap = style.cap == .round && style.join == .round ? (8 * Self.deepestNotch * radius).squareRoot() : 0
    guard gaps.contains(where: { $0 > closedGap }) else { return nil }

    func isWhole(_ number: Double) -> Bool { number == number.rounded() }
    let offset = style.dashOffset.isFinite ? style.dashOffset : 0
    startsAreWhole = pathLength.map(isWhole) ?? false && isWhole(offset) && lengths.allSatisfy(isWhole)
    if let pathLength { Self.fit(&lengths, around: pathLength, inWholePixels: startsAreWhole) }
    var dashes: [(start: Double, length: Double)] = []
    var period = 0.0
    for i in stride(from: 0, to: lengths.count, by: 2) {
      dashes.append((period, lengths[i]))
      period += lengths[i] + lengths[i + 1]
    }
    let rest = offset.truncatingRemainder(dividingBy: period)
    let phase = rest < 0 ? rest + period : rest
    self.dashes = dashes
    self.period = period
    self.phase = phase < period ? phase : 0
    if let pathLength {
      let covering = dashes.contains { $0.start <= self.phase && $0.start + $0.length - self.phase >= pathLength }
      if covering { return nil }
    }
  }

  /// Changes the gaps so that a closed path has a whole number of repetitions; a path shorter than the dashes of one
  /// repetition gets all of it shorter.
  private static func fit(_ lengths: inout [Double], around path: Double, inWholePixels: Bool) {
    let on = stride(from: 0, to: lengths.count, by: 2).reduce(0) { $0 + lengths[$1] }
    let off = stride(from: 1, to: lengths.count, by: 2).reduce(0) { $0 + lengths[$1] }
    let narrowest = stride(from: 1, to: lengths.count, by: 2).reduce(Double.infinity) { Swift.min($0, lengths[$1]) }
    guard path > 0, path.isFinite, path / (on + off) < 1e9 else { return }
    /// By how much the gaps grow with that number of repetitions.
    func scale(_ count: Double) -> Double { (path / count - on) / off }
    var count = Swift.max((path / (on + off)).rounded(), 1)
    func isTooNarrow(_ scale: Double) -> Bool { scale < 0.5 || (inWholePixels && scale < 1 && narrowest * scale < 1) }
    if count > 1, isTooNarrow(scale(count)) { count -= 1 }
    let gaps = scale(count)
    if gaps >= 0.5 {
      for i in stride(from: 1, to: lengths.count, by: 2) { lengths[i] *= gaps }
    } else if lengths.count > 2 {
      for i in lengths.indices { lengths[i] *= path / (on + off) }
    }
  }

  /// Where on the path a dash of a repetition starts, in pixels; that of the first repetition may start before the path.
  @inline(__always)
  func start(of dash: (start: Double, length: Double), inRound round: Double) -> Double {
    let start = round * period - phase + dash.start
    return startsAreWhole ? start.rounded() : start
  }

  /// Whether a position on the path, in pixels, belongs to a dash; `dots` is how far from its middle one without length
  /// reaches.
  func contains(_ position: Double, dots: Double) -> Bool {
    let round = ((position + phase) / period).rounded(.down)
    return [round - 1, round, round + 1].contains { round in
      dashes.contains { dash in
        let distance = position - start(of: dash, inRound: round)
        // Dashes without length have ends, except butt ones: they are dots.
        return dash.length > 0
          ? distance >= 0 && distance < dash.length : dots > 0 && distance > -dots && distance <= dots
      }
    }
  }
}
