/// Dissolves pixels into those of another picture, the base, which it restores.
///
/// With m = round(255 · coverage · opacity), (d, Cd) the old alpha and colour, (b, Cb) the base's and
/// Q = (255 − m)·d + m·b: new alpha = floor((2Q + 255) / 510), new colour = floor((2((255 − m)·d·Cd + m·b·Cb) + Q) / 2Q),
/// the mean of both weighted by alpha, rounded once. m = 0 leaves the pixel, m = 255 gives the base's four bytes, and a
/// new alpha of 0 takes the base's colour bytes.
public struct Eraser: Compositor {
  /// How much full coverage restores, 0…1.
  public let opacity: Double
  /// The tile of the picture that is restored.
  public var base: Tile

  /// m by coverage: round(coverage · opacity).
  let strengths: Strengths

  /// The eraser at `opacity`, 0…1, for a tile where the base has `base`.
  public init(opacity: Double, restoring base: Tile = .color(.transparent)) {
    self.opacity = opacity
    self.base = base
    strengths = Strengths(opacity: opacity)
  }

  /// How much full coverage restores, 0…255.
  public var strength: UInt8 { strengths[255] }

  /// The base.
  public var replacement: Tile? { base }

  /// The pixel that results from covering `old` fully, if the base is one colour.
  public func covering(_ old: Pixel) -> Pixel? {
    guard case .color(let base) = base else { return nil }
    return dissolved(full: old, base: base)
  }

  /// The pixel that results from covering `old` fully where the base has `base`, also used for one-colour tiles.
  public func dissolved(full old: Pixel, base: Pixel) -> Pixel {
    dissolved(coverage: 255, from: old, base: base)
  }

  /// One pixel by the plain formula in integers, which the faster version must equal.
  public func dissolved(coverage: UInt8, from old: Pixel, base: Pixel) -> Pixel {
    let m = UInt64(strengths[coverage])
    guard m > 0 else { return old }
    guard m < 255 else { return base }
    let kept = (255 - m) * UInt64(old.alpha)
    let restored = m * UInt64(base.alpha)
    let sum = kept + restored
    let alpha = (2 * sum + 255) / 510
    guard alpha > 0 else { return Pixel(bits: base.bits & 0x00FF_FFFF) }
    func mixed(_ old: UInt8, _ base: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (2 * (kept * UInt64(old) + restored * UInt64(base)) + sum) / (2 * sum))
    }
    return Pixel(
      red: mixed(old.red, base.red), green: mixed(old.green, base.green), blue: mixed(old.blue, base.blue),
      alpha: UInt8(truncatingIfNeeded: alpha))
  }
}
