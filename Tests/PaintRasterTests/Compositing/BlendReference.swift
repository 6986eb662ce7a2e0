import Glibc
import PaintRaster

/// Red, green and blue of 0…1.
typealias Channels = SIMD3<Double>

/// The formulas of W3C Compositing in plain doubles, 0…1 and premultiplied, one pixel at a time, as the oracle of the tests.
enum BlendReference {
  /// A straight colour and its alpha, 0…1 and in linear light where colours are blended in it, before rounding.
  struct Result {
    var color: Channels
    var alpha: Double
  }

  /// The colours above and below, and the blend function of both.
  struct Pair {
    let above, below, mixed: Channels

    init(_ mode: BlendMode, isLinear: Bool, _ color: Pixel, onto old: Pixel) {
      above = channels(color, isLinear)
      below = channels(old, isLinear)
      mixed = BlendReference.mixed(mode, below, above)
    }
  }

  /// old + m·(op(old) − old) for premultiplied channels.
  ///
  /// Coverage and strength are 0…255; of a layer's pixel the strength need not be whole.
  static func composited(
    _ mode: BlendMode, isLinear: Bool = false, coverage: UInt8, strength: Double, color: Pixel, onto old: Pixel
  ) -> Result {
    composited(
      mode, Pair(mode, isLinear: isLinear, color, onto: old), m: Double(coverage) / 255, s: strength / 255,
      d: Double(old.alpha) / 255)
  }

  /// The same with the coverage `m`, the strength `s` and the old alpha `d`, 0…1.
  static func composited(_ mode: BlendMode, _ pair: Pair, m: Double, s: Double, d: Double) -> Result {
    let op = operated(mode, pair, s: s, d: d)
    let old = pair.below * d
    let alpha = d + m * (op.alpha - d)
    let premultiplied = old + m * (op.color - old)
    return Result(color: alpha > 0 ? premultiplied / alpha : .zero, alpha: alpha)
  }

  /// What full coverage gives, premultiplied.
  private static func operated(_ mode: BlendMode, _ pair: Pair, s: Double, d: Double) -> Result {
    // What is left of the paint and of the picture.
    let f, g: Double
    switch mode {
    case .plusLighter: (f, g) = (1, 1)
    case .behind: (f, g) = (1 - d, 1)
    case .atop: (f, g) = (d, 1 - s)
    case .erase: (f, g) = (0, 1 - s)
    case .sourceIn: (f, g) = (d, 0)
    case .sourceOut: (f, g) = (1 - d, 0)
    case .xor: (f, g) = (1 - d, 1 - s)
    case .copy: (f, g) = (1, 0)
    default:
      let bare = pair.above * (s * (1 - d))
      let both = pair.mixed * (s * d)
      let left = pair.below * ((1 - s) * d)
      return Result(color: bare + both + left, alpha: s + d - s * d)
    }
    let sum = pair.above * (s * f) + pair.below * (d * g)
    return Result(color: sum.clamped(lowerBound: .zero, upperBound: .one), alpha: min(1, s * f + d * g))
  }

  /// The blend function B(Cb, Cs), the paint's colour in modes without one.
  private static func mixed(_ mode: BlendMode, _ below: Channels, _ above: Channels) -> Channels {
    switch mode {
    case .hue: setLum(setSat(above, sat(below)), lum(below))
    case .saturation: setLum(setSat(below, sat(above)), lum(below))
    case .color: setLum(above, lum(below))
    case .luminosity: setLum(below, lum(above))
    case .plusLighter, .behind, .atop, .erase, .sourceIn, .sourceOut, .xor, .copy: above
    default:
      Channels(mixed(mode, below.x, above.x), mixed(mode, below.y, above.y), mixed(mode, below.z, above.z))
    }
  }

  private static func lum(_ c: Channels) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  private static func sat(_ c: Channels) -> Double { c.max() - c.min() }

  private static func setLum(_ c: Channels, _ l: Double) -> Channels {
    var c = c + (l - lum(c))
    let (l, n, x) = (lum(c), c.min(), c.max())
    if n < 0 { c = l + (c - l) * l / (l - n) }
    if x > 1, x > l { c = l + (c - l) * (1 - l) / (x - l) }
    return c
  }

  private static func setSat(_ c: Channels, _ s: Double) -> Channels {
    let (least, greatest) = (c.min(), c.max())
    return greatest > least ? (c - least) * s / (greatest - least) : .zero
  }

  /// The blend function of one channel, in a separable mode.
  private static func mixed(_ mode: BlendMode, _ below: Double, _ above: Double) -> Double {
    switch mode {
    case .normal: above
    case .multiply: below * above
    case .screen: 1 - (1 - below) * (1 - above)
    case .overlay: mixed(.hardLight, above, below)
    case .darken: min(below, above)
    case .lighten: max(below, above)
    case .colorDodge: below == 0 ? 0 : above == 1 ? 1 : min(1, below / (1 - above))
    case .colorBurn: below == 1 ? 1 : above == 0 ? 0 : 1 - min(1, (1 - below) / above)
    case .hardLight: above <= 0.5 ? mixed(.multiply, below, 2 * above) : mixed(.screen, below, 2 * above - 1)
    case .softLight:
      above <= 0.5
        ? below - (1 - 2 * above) * below * (1 - below) : below + (2 * above - 1) * (softCurve(below) - below)
    case .difference: abs(below - above)
    case .exclusion: below + above - 2 * below * above
    default: preconditionFailure("not separable")
    }
  }

  private static func softCurve(_ b: Double) -> Double { b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot() }

  private static func channels(_ pixel: Pixel, _ isLinear: Bool) -> Channels {
    let stored = Channels(Double(pixel.red), Double(pixel.green), Double(pixel.blue)) / 255
    return isLinear ? Channels(decoded(stored.x), decoded(stored.y), decoded(stored.z)) : stored
  }

  /// The transfer function of sRGB, 0…1.
  static func decoded(_ sample: Double) -> Double {
    sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
  }

  /// The results that are stored as each sample, so that rounding changes none of them by more than a half.
  struct Bounds {
    private let least, greatest: [Double]

    init(isLinear: Bool) {
      func bounds(_ half: Double) -> [Double] {
        (0...255).map { sample in
          let bound = (Double(sample) + half) / 255
          return isLinear ? decoded(bound) : bound
        }
      }
      let half = 0.5 + 1e-7
      // The darkest and the brightest results may be outside of 0…1 by the reference's own rounding.
      least = [-1e-9] + bounds(-half).dropFirst()
      greatest = bounds(half).dropLast() + [1 + 1e-9]
    }

    /// Whether a pixel is the formula's result, rounded.
    func allow(_ pixel: Pixel, _ result: Result, over old: Pixel) -> Bool {
      guard abs(Double(pixel.alpha) - 255 * result.alpha) <= 0.5 + 1e-7 else { return false }
      // Without alpha there is no colour; a pixel that never had one keeps what is hidden in it.
      if pixel.alpha == 0 { return old.alpha == 0 ? pixel == old : pixel == .transparent }
      return allows(pixel.red, result.color.x) && allows(pixel.green, result.color.y)
        && allows(pixel.blue, result.color.z)
    }

    private func allows(_ sample: UInt8, _ value: Double) -> Bool {
      least[Int(sample)] <= value && value <= greatest[Int(sample)]
    }

    /// The bounds of samples as they are stored, and of linear light.
    static let stored = Bounds(isLinear: false)
    static let linear = Bounds(isLinear: true)
  }

  /// Whether a pixel is the formula's result, rounded.
  static func allows(_ pixel: Pixel, _ result: Result, isLinear: Bool = false, over old: Pixel) -> Bool {
    (isLinear ? Bounds.linear : Bounds.stored).allow(pixel, result, over: old)
  }
}
