/// One colour blended onto pixels (source-over) with a strength.
///
/// With m the coverage, s the strength, d the old alpha, Cs and Cd the new and old colour, D = 65025, N = m·s, M = D − N
/// and Q = 255·N + M·d: new alpha = floor((2Q + D) / 2D), new colour = floor((2(255·N·Cs + M·d·Cd) + Q) / 2Q). That is
/// Porter and Duff's "over" ("Compositing Digital Images", 1984) on straight samples, rounded once. N = 0 and a new
/// alpha of 0 leave the pixel untouched, hidden colour included.
public struct Blend: Compositor {
  /// The colour to blend; its alpha is in `strength`.
  public let color: Pixel
  /// The alpha at full coverage, 0…255.
  public let strength: UInt8

  /// The blend of `color` at `opacity`, 0…1, with strength = round(alpha · opacity).
  public init(color: Pixel, opacity: Double) {
    self.init(color: color, strength: Strengths.strength(color.alpha, opacity: opacity))
  }

  /// The blend of `color` with `strength` as its alpha at full coverage; the colour's own alpha is ignored.
  public init(color: Pixel, strength: UInt8) {
    self.color = color
    self.strength = strength
  }

  /// The pixel that an opaque blend writes at full coverage.
  var solid: UInt32 { color.bits | 0xFF00_0000 }

  /// The opaque colour.
  public var replacement: Tile? { .color(Pixel(bits: solid)) }

  /// The pixel that results from covering `old` fully.
  public func covering(_ old: Pixel) -> Pixel? { blended(full: old) }

  /// The pixel that results from covering `old` fully, also used for one-colour tiles.
  public func blended(full old: Pixel) -> Pixel {
    Self.blended(coverage: 255, color: color, strength: strength, onto: old)
  }

  /// One pixel by the plain formula in integers, which every faster version must equal.
  ///
  /// - Parameters:
  ///   - coverage: m, the coverage of the pixel.
  ///   - color: Cs; its alpha is ignored.
  ///   - strength: s, the alpha at full coverage.
  ///   - old: the pixel below.
  public static func blended(coverage: UInt8, color: Pixel, strength: UInt8, onto old: Pixel) -> Pixel {
    let unit: UInt64 = 65025
    let n = UInt64(coverage) * UInt64(strength)
    let kept = (unit - n) * UInt64(old.alpha)
    let sum = 255 * n + kept
    let alpha = (2 * sum + unit) / (2 * unit)
    guard n > 0, alpha > 0 else { return old }
    func mixed(_ new: UInt8, _ old: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (2 * (255 * n * UInt64(new) + kept * UInt64(old)) + sum) / (2 * sum))
    }
    return Pixel(
      red: mixed(color.red, old.red), green: mixed(color.green, old.green), blue: mixed(color.blue, old.blue),
      alpha: UInt8(truncatingIfNeeded: alpha))
  }
}
