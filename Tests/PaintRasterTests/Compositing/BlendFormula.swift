import PaintRaster

/// The formulas of Blending.md again, in integers wide enough for all values, as the oracle of the tests.
enum BlendFormula {
  static func over(m: Int, s: Int, color: Pixel, old: Pixel) -> Pixel {
    let d = Int(old.alpha)
    let unit = 65025
    let n = m * s
    let rest = unit - n
    let q = 255 * n + rest * d
    let alpha = (2 * q + unit) / (2 * unit)
    if n == 0 || alpha == 0 { return old }
    func mix(_ new: UInt8, _ old: UInt8) -> UInt8 {
      UInt8((2 * (255 * n * Int(new) + rest * d * Int(old)) + q) / (2 * q))
    }
    return Pixel(
      red: mix(color.red, old.red), green: mix(color.green, old.green), blue: mix(color.blue, old.blue),
      alpha: UInt8(alpha))
  }

  static func layered(fill: (m: Int, color: Pixel), outline: (m: Int, color: Pixel), opacity: Double, old: Pixel)
    -> Pixel
  {
    let below = over(m: fill.m, s: Int(fill.color.alpha), color: fill.color, old: .transparent)
    let both = over(m: outline.m, s: Int(outline.color.alpha), color: outline.color, old: below)
    return over(m: 255, s: rounded(both.alpha, times: opacity), color: both, old: old)
  }

  static func dissolved(m: Int, base: Pixel, old: Pixel) -> Pixel {
    if m == 0 { return old }
    if m == 255 { return base }
    let d = Int(old.alpha)
    let b = Int(base.alpha)
    let q = (255 - m) * d + m * b
    let alpha = (2 * q + 255) / 510
    if alpha == 0 { return Pixel(red: base.red, green: base.green, blue: base.blue, alpha: 0) }
    func mix(_ old: UInt8, _ base: UInt8) -> UInt8 {
      UInt8((2 * ((255 - m) * d * Int(old) + m * b * Int(base)) + q) / (2 * q))
    }
    return Pixel(
      red: mix(old.red, base.red), green: mix(old.green, base.green), blue: mix(old.blue, base.blue),
      alpha: UInt8(alpha))
  }

  /// round(value · opacity), halves up.
  static func rounded(_ value: UInt8, times opacity: Double) -> Int {
    Int((Double(value) * opacity).rounded(.toNearestOrAwayFromZero))
  }
}
