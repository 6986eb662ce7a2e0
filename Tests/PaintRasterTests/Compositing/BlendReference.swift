import Glibc
import PaintRaster

/// The formulas of W3C Compositing in plain doubles, 0…1 and premultiplied, one pixel at a time, as the oracle of the tests.
enum BlendReference {
  /// A straight colour and its alpha, 0…255, before rounding.
  struct Result {
    var color: [Double]
    var alpha: Double
  }

  /// old + m·(op(old) − old) for premultiplied channels.
  ///
  /// Coverage and strength are 0…255; of a layer's pixel the strength need not be whole.
  static func composited(
    _ mode: BlendMode, isLinear: Bool = false, coverage: UInt8, strength: Double, color: Pixel, onto old: Pixel
  ) -> Result {
    let (m, s, d) = (Double(coverage) / 255, strength / 255, Double(old.alpha) / 255)
    let (above, below) = (channels(color, isLinear), channels(old, isLinear))
    let op = operated(mode, above, s, below, d)
    let alpha = d + m * (op.alpha - d)
    let color = (0..<3).map { channel in
      let old = d * below[channel]
      let premultiplied = old + m * (op.color[channel] - old)
      let straight = alpha > 0 ? premultiplied / alpha : 0
      return 255 * (isLinear ? encoded(straight) : straight)
    }
    return Result(color: color, alpha: 255 * alpha)
  }

  /// What full coverage gives, premultiplied.
  private static func operated(
    _ mode: BlendMode, _ above: [Double], _ s: Double, _ below: [Double], _ d: Double
  ) -> Result {
    // What is left of the paint and of the picture.
    let shares: (f: Double, g: Double)? =
      switch mode {
      case .plusLighter: (1, 1)
      case .behind: (1 - d, 1)
      case .atop: (d, 1 - s)
      case .erase: (0, 1 - s)
      case .sourceIn: (d, 0)
      case .sourceOut: (1 - d, 0)
      case .xor: (1 - d, 1 - s)
      case .copy: (1, 0)
      default: nil
      }
    if let (f, g) = shares {
      return Result(
        color: (0..<3).map { min(1, s * f * above[$0] + d * g * below[$0]) }, alpha: min(1, s * f + d * g))
    }
    let mixed = mixed(mode, below, above)
    let color = (0..<3).map { channel -> Double in
      let (b, c) = (below[channel], above[channel])
      let bare = s * (1 - d) * c
      let both = s * d * mixed[channel]
      return bare + both + (1 - s) * d * b
    }
    return Result(color: color, alpha: s + d - s * d)
  }

  /// The blend function B(Cb, Cs).
  private static func mixed(_ mode: BlendMode, _ below: [Double], _ above: [Double]) -> [Double] {
    switch mode {
    case .hue: setLum(setSat(above, sat(below)), lum(below))
    case .saturation: setLum(setSat(below, sat(above)), lum(below))
    case .color: setLum(above, lum(below))
    case .luminosity: setLum(below, lum(above))
    default: (0..<3).map { mixed(mode, below[$0], above[$0]) }
    }
  }

  private static func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
  private static func sat(_ c: [Double]) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

  private static func setLum(_ c: [Double], _ l: Double) -> [Double] {
    let d = l - lum(c)
    var c = c.map { $0 + d }
    let (l, n, x) = (lum(c), c.min() ?? 0, c.max() ?? 0)
    if n < 0 { c = c.map { l + (($0 - l) * l) / (l - n) } }
    if x > 1, x > l { c = c.map { l + (($0 - l) * (1 - l)) / (x - l) } }
    return c
  }

  private static func setSat(_ c: [Double], _ s: Double) -> [Double] {
    let (least, greatest) = (c.min() ?? 0, c.max() ?? 0)
    return c.map { greatest > least ? ($0 - least) * s / (greatest - least) : 0 }
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

  private static func channels(_ pixel: Pixel, _ isLinear: Bool) -> [Double] {
    [pixel.red, pixel.green, pixel.blue].map { isLinear ? decoded(Double($0) / 255) : Double($0) / 255 }
  }

  /// The transfer function of sRGB, 0…1.
  static func decoded(_ sample: Double) -> Double {
    sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
  }

  /// Its inverse.
  private static func encoded(_ light: Double) -> Double {
    light <= decoded(0.04045) ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Whether a pixel is the formula's result, rounded: no sample is more than a half from it.
  static func allows(_ pixel: Pixel, _ result: Result, over old: Pixel) -> Bool {
    let half = 0.5 + 1e-7
    guard abs(Double(pixel.alpha) - result.alpha) <= half else { return false }
    // Without alpha there is no colour; a pixel that never had one keeps what is hidden in it.
    if pixel.alpha == 0 { return old.alpha == 0 ? pixel == old : pixel == .transparent }
    return zip([pixel.red, pixel.green, pixel.blue], result.color).allSatisfy { abs(Double($0) - $1) <= half }
  }
}
