import PaintRaster

/// Chooses the palette that represents the colours of a histogram best.
///
/// The colours are divided like Xiaolin Wu's boxes ("Color quantization by dynamic programming and principal analysis",
/// 1992), but in Oklab and along the axis with the greatest variance: always the group with the greatest squared error, at
/// its mean. Then each colour moves to its nearest mean some times, which is k-means. No group has opaque colours and
/// translucent ones, so opaque pixels have opaque colours to go to; and large areas of one colour keep theirs exactly.
///
/// Of few colours none may be left for the translucent edges of opaque shapes: the palette with opaque colours only is
/// chosen, too, and taken if its squared error is less.
enum PaletteChoice {
  /// An upper bound of the comparisons of two colours in all rounds of k-means together.
  private static let comparisonLimit = 150_000_000
  private static let roundLimit = 10
  /// The most colours of a palette for which that without translucent ones is tried.
  private static let fewColors = 32

  /// At most `limit` colours, all different; one of them is transparent if a pixel is.
  static func colors(of histogram: ColorHistogram, limit: Int) -> [UInt32] {
    var histogram = histogram
    let isGray = histogram.isGray
    let count = limit - (histogram.hasTransparent ? 1 : 0)
    let areas = histogram.takeAreas(parts: count)
    let given = (histogram.hasTransparent ? [.transparent] : []) + areas
    let (opaque, translucent) = (histogram.entries(opaque: true), histogram.entries(opaque: false))
    func palette(with edges: [ColorHistogram.Entry]) -> [UInt32] {
      let means = means(of: opaque, edges, count: count - areas.count)
      var colors = Set(given.map(\.bits))
      for (means, entries, isOpaque) in [(means.opaque, opaque, true), (means.translucent, edges, false)] {
        let fixed = areas.filter { ($0.alpha == 255) == isOpaque }.map { OklabColor($0) }
        for mean in refined(means, besides: fixed, for: entries) {
          var pixel = mean.pixel
          if isGray { pixel = Pixel(red: pixel.green, green: pixel.green, blue: pixel.green, alpha: pixel.alpha) }
          colors.insert(pixel.bits)
        }
      }
      return colors.sorted()
    }
    let all = palette(with: translucent)
    if limit > fewColors || opaque.isEmpty || translucent.isEmpty { return all }
    // A picture without any transparency left would be another one.
    if given.allSatisfy({ $0.alpha == 255 }) { return all }
    let solid = palette(with: [])
    return error(of: solid, opaque, translucent) < error(of: all, opaque, translucent) ? solid : all
  }

  /// The squared distances of all pixels from the colours that they take without dithering.
  private static func error(
    of palette: [UInt32], _ opaque: [ColorHistogram.Entry], _ translucent: [ColorHistogram.Entry]
  ) -> Double {
    let colors = palette.map { Pixel(bits: $0) }
    let solid = colors.filter { $0.alpha == 255 }
    return [(opaque, solid.isEmpty ? colors : solid), (translucent, colors)].reduce(0) { sum, part in
      let colors = part.1.map { OklabColor($0) }
      let nearest = NearestColors(colors)
      return part.0.reduce(sum) { sum, entry in
        let difference = entry.color.lanes - colors[nearest.index(to: entry.color)].lanes
        return sum + Double((difference * difference).sum() * entry.weight)
      }
    }
  }

  // MARK: Division

  /// A range of the entries.
  private struct Group {
    var range: Range<Int>
    var mean: SIMD4<Float>
    /// The axis with the greatest variance, and the squared error along all axes.
    var axis: Int
    var error: Float

    init(_ entries: ArraySlice<ColorHistogram.Entry>) {
      range = entries.indices
      var weight = 0.0
      var sum = SIMD4<Double>()
      var squares = SIMD4<Double>()
      for entry in entries {
        let color = SIMD4<Double>(entry.color.lanes)
        let share = Double(entry.weight)
        weight += share
        sum += color * share
        squares += color * color * share
      }
      let center = weight > 0 ? sum / weight : sum
      let variance = squares - center * sum
      mean = SIMD4<Float>(center)
      axis = (0..<4).max { variance[$0] < variance[$1] } ?? 0
      error = Float(max(0, variance.sum()))
    }
  }

  /// The means of at most `count` groups; if there can be only one, it is opaque.
  private static func means(
    of opaque: [ColorHistogram.Entry], _ translucent: [ColorHistogram.Entry], count: Int
  ) -> (opaque: [OklabColor], translucent: [OklabColor]) {
    var entries = opaque + translucent
    var groups = [entries[..<opaque.count], entries[opaque.count...]].filter { !$0.isEmpty }.prefix(count).map {
      Group($0)
    }
    guard !groups.isEmpty else { return ([], []) }
    while groups.count < count {
      let worst = groups.indices.max { groups[$0].error < groups[$1].error } ?? 0
      let group = groups[worst]
      guard group.error > 0, group.range.count > 1 else { break }
      let middle = entries[group.range].partition { $0.color.lanes[group.axis] > group.mean[group.axis] }
      // All on one side by rounding: the rest differs less than a byte can represent.
      guard group.range.lowerBound < middle, middle < group.range.upperBound else {
        groups[worst].error = 0
        continue
      }
      groups[worst] = Group(entries[group.range.lowerBound..<middle])
      groups.append(Group(entries[middle..<group.range.upperBound]))
    }
    func means(_ groups: some Sequence<Group>) -> [OklabColor] { groups.map { OklabColor(lanes: $0.mean) } }
    return (
      means(groups.lazy.filter { $0.range.lowerBound < opaque.count }),
      means(groups.lazy.filter { $0.range.lowerBound >= opaque.count })
    )
  }

  // MARK: K-means

  /// The means after some rounds, in which the other colours do not move.
  private static func refined(
    _ movable: [OklabColor], besides fixed: [OklabColor], for entries: [ColorHistogram.Entry]
  ) -> [OklabColor] {
    guard !movable.isEmpty else { return [] }
    var means = movable + fixed
    let rounds = min(roundLimit, comparisonLimit / max(1, means.count * entries.count))
    for _ in 0..<rounds {
      var sums = [SIMD4<Double>](repeating: .zero, count: means.count)
      var weights = [Double](repeating: 0, count: means.count)
      let colors = NearestColors(means)
      for entry in entries {
        let nearest = colors.index(to: entry.color)
        sums[nearest] += SIMD4<Double>(entry.color.lanes) * Double(entry.weight)
        weights[nearest] += Double(entry.weight)
      }
      for index in movable.indices where weights[index] > 0 {
        means[index].lanes = SIMD4<Float>(sums[index] / weights[index])
      }
    }
    return Array(means.prefix(movable.count))
  }
}
