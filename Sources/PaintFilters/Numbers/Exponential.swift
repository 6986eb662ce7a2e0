/// Powers computed only with + − × ÷, bit-identical on every machine; the C library's last bits differ between
/// machines.
package enum Exponential {
  /// ln 2 as a sum: the first part's lower bits are 0, so that its multiples here are exact.
  private static let ln2High = 0x1.62e42feep-1
  private static let ln2Low = 0x1.a39ef35793c76p-33

  /// e to the power of `x`, with a relative error of at most 1e-15 for −700…700; 0 below, infinity above.
  ///
  /// x = n·ln 2 + r with |r| at most half of ln 2; the first omitted term of the series is below 1e-17.
  package static func exp(_ x: Double) -> Double {
    guard x > -700 else { return 0 }
    guard x < 700 else { return .infinity }
    let n = (x / 0.6931471805599453).rounded(.toNearestOrEven)
    let r = x - n * ln2High - n * ln2Low
    var sum = 1.0
    for k in stride(from: 14.0, to: 0, by: -1) { sum = 1 + sum * r / k }
    return Double(sign: .plus, exponent: Int(n), significand: sum)
  }

  /// The natural logarithm of a positive finite number, within 1e-15.
  ///
  /// x = m·2^e with m between √½ and √2; ln m = 2·artanh((m − 1) / (m + 1)), whose first omitted term is below 1e-19.
  package static func log(_ x: Double) -> Double {
    var m = x.significand
    var e = Double(x.exponent)
    if m > 1.4142135623730951 {
      m /= 2
      e += 1
    }
    let s = (m - 1) / (m + 1)
    let q = s * s
    var sum = 0.0
    for k in stride(from: 25.0, to: 0, by: -2) { sum = 1 / k + sum * q }
    return e * ln2High + (2 * s * sum + e * ln2Low)
  }

  /// `base` to the power of `exponent`; `base` must not be negative, and 0 to the power of 0 is 1.
  ///
  /// The relative error is below 1e-15 · (1 + |exponent · ln base|).
  static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 || base == 1 { return 1 }
    if base == 0 { return exponent > 0 ? 0 : .infinity }
    return exponent == 1 ? base : exp(exponent * log(base))
  }
}
