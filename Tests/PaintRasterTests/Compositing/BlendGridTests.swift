import PaintRaster
import PaintTestSupport
import Testing

/// All modes on grids of colours and alphas, each pixel within a half of a sample of the formula in doubles.
///
/// Thorough runs take
/// - every 17th sample of paint and picture, in all pairs in each channel, at all 256 strengths and all 256 old alphas;
///   for the modes that mix the channels instead all pairs of the 27 colours of three samples, at all these alphas, and
///   all pairs of the 216 colours of every 51st sample, at some alphas;
/// - all 256 coverages of all pairs of every 51st sample (of the 27 colours), at every 17th strength and old alpha.
///
/// Others take every fifth alpha and coverage instead of all, and every 51st strength instead of every 17th. Builds for
/// debugging take every 85th.
@Suite("BlendMode on grids")
struct BlendGridTests {
  private static let all = Array(stride(from: 0, through: 255, by: isThorough ? 1 : isOptimised ? 5 : 85))
  private static let some = Array(stride(from: 0, through: 255, by: isThorough ? 17 : isOptimised ? 51 : 85))
  private static let separable = BlendMode.allCases.filter { !mixesChannels($0) }
  private static let others = BlendMode.allCases.filter(mixesChannels)

  private static func mixesChannels(_ mode: BlendMode) -> Bool {
    [.hue, .saturation, .color, .luminosity].contains(mode)
  }

  /// Colours whose samples are in other orders in the other channels, so that all pairs of two colours are all pairs of
  /// samples in each channel.
  private static func colors(by step: Int) -> [Pixel] {
    let samples = stride(from: 0, through: 255, by: step).map { UInt8($0) }
    return samples.indices.map { at in
      Pixel(
        red: samples[at], green: samples[(at + samples.count / 3) % samples.count],
        blue: samples[samples.count - 1 - at])
    }
  }

  /// All colours of these samples.
  private static func colors(of samples: [UInt8]) -> [Pixel] {
    samples.flatMap { red in
      samples.flatMap { green in samples.map { Pixel(red: red, green: green, blue: $0) } }
    }
  }

  @Test("all pairs of samples at all alphas equal the formula", arguments: separable, [false, true])
  func samples(mode: BlendMode, isLinear: Bool) {
    check(mode, isLinear: isLinear, Self.colors(by: isOptimised ? 17 : 51), alphas: Self.all, coverages: [255])
  }

  @Test("all pairs of colours at all alphas equal the formula, where channels mix", arguments: others, [false, true])
  func mixedAlphas(mode: BlendMode, isLinear: Bool) {
    check(mode, isLinear: isLinear, Self.colors(of: [0, 119, 255]), alphas: Self.all, coverages: [255])
  }

  @Test("all pairs of more colours equal the formula, where channels mix", arguments: others, [false, true])
  func mixedColors(mode: BlendMode, isLinear: Bool) {
    let samples: [UInt8] = isOptimised ? [0, 51, 102, 153, 204, 255] : [0, 102, 204, 255]
    check(mode, isLinear: isLinear, Self.colors(of: samples), alphas: [255, 100], coverages: [255, 77])
  }

  @Test(
    "all coverages at a stride of colours and alphas equal the formula", arguments: BlendMode.allCases, [false, true])
  func coverages(mode: BlendMode, isLinear: Bool) {
    let samples: [UInt8] = isOptimised ? [0, 119, 255] : [0, 200]
    let colors = Self.mixesChannels(mode) ? Self.colors(of: samples) : Self.colors(by: 51)
    check(mode, isLinear: isLinear, colors, alphas: Self.some, coverages: Self.all)
  }

  /// Composites every colour onto every one, with all of these strengths, old alphas and coverages.
  ///
  /// Neighbouring pixels have the same alpha, so that groups of opaque and of empty pixels, which have formulas of their
  /// own, are there.
  private func check(_ mode: BlendMode, isLinear: Bool, _ colors: [Pixel], alphas: [Int], coverages: [Int]) {
    let olds = alphas.flatMap { alpha in colors.map { Pixel(bits: $0.bits & 0x00FF_FFFF | UInt32(alpha) << 24) } }
    let tiles = stride(from: 0, to: olds.count, by: Tile.pixelCount).map { start in
      let words = olds[start..<min(start + Tile.pixelCount, olds.count)].map(\.bits)
      return Tile.pixels(TilePixels(words + [UInt32](repeating: 0, count: Tile.pixelCount - words.count)))
    }
    let masks = coverages.map { [UInt8](repeating: UInt8($0), count: Tile.pixelCount) }
    let bounds = isLinear ? BlendReference.Bounds.linear : .stored
    for color in colors {
      let pairs = colors.map { BlendReference.Pair(mode, isLinear: isLinear, color, onto: $0) }
      for strength in alphas {
        let paint = Pixel(bits: color.bits & 0x00FF_FFFF | UInt32(strength) << 24)
        let compositor = Paint(mode: mode, isLinear: isLinear).sourceBlend(of: .color(paint))
          .compositor(at: TileIndex(x: 0, y: 0))
        for (coverage, mask) in zip(coverages, masks) {
          let (m, s) = (Double(coverage) / 255, Double(strength) / 255)
          var at = 0
          for tile in tiles {
            let new = tile.composited(mask, compositor).expanded.words
            for word in new.prefix(olds.count - at) {
              let old = olds[at]
              let result = BlendReference.composited(
                mode, pairs[at % colors.count], m: m, s: s, d: Double(old.alpha) / 255)
              guard bounds.allow(Pixel(bits: word), result, over: old) else {
                Issue.record("\(coverage) of \(paint) over \(old) gives \(Pixel(bits: word)), expected \(result)")
                return
              }
              at += 1
            }
          }
        }
      }
    }
  }
}
