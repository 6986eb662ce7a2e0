/// The colours from one stop to the next.
struct GradientSegment {
  private let from, to: GradientSpace.Coordinates
  private let alphas: (Double, Double)
  private let exponent: Double
  private let space: GradientSpace

  init(_ a: Pixel, _ b: Pixel, exponent: Double, _ space: GradientSpace) {
    // A colour without alpha has no part in the mixture.
    from = space.coordinates(a.alpha == 0 ? b : a)
    to = space.coordinates(b.alpha == 0 ? a : b)
    alphas = (Double(a.alpha), Double(b.alpha))
    self.exponent = exponent
    self.space = space
  }

  /// Whether all channels are linear.
  var isLinear: Bool {
    exponent == 1 && (from == to || (space == .srgb && alphas.0 == alphas.1))
  }

  /// The colour at a part of the way, 0…1; at one end without alpha, that of the stop's neighbourhood.
  func channels(at part: Double, isStart: Bool) -> GradientRamp.Channels {
    let p = exponent == 1 ? part : Power.of(part, exponent)
    let (a, b) = ((1 - p) * alphas.0, p * alphas.1)
    let alpha = a + b
    let share = alpha > 0 ? b / alpha : (isStart ? 0 : 1)
    let color = space.stored(from + (to - from) * share)
    return GradientRamp.Channels(color, alpha)
  }

  /// Whether colours between two parts of the way are within 1/64 of a straight line.
  func isNearlyLinear(from low: Double, to high: Double) -> Bool {
    let (first, last) = (channels(at: low, isStart: true), channels(at: high, isStart: false))
    for share in [0.25, 0.5, 0.75] {
      let exact = channels(at: low + (high - low) * share, isStart: true)
      let difference = exact - (first + (last - first) * share)
      for channel in 0..<4 where difference[channel].magnitude > 1.0 / 64 { return false }
    }
    return true
  }
}

/// Powers, from series with + − × ÷ alone, so that all machines have the same.
enum Power {
  /// A number of 0…1 to a power above 0, within 1e-12.
  static func of(_ base: Double, _ exponent: Double) -> Double {
    if base <= 0 { return 0 }
    if base >= 1 { return 1 }
    return exponential(exponent * logarithm(base))
  }

  /// The natural logarithm of a number above 0.
  static func logarithm(_ number: Double) -> Double {
    let z = (number.significand - 1) / (number.significand + 1)
    let square = z * z
    var (sum, term, n) = (0.0, z, 1.0)
    // z is at most 1/3, so that the first omitted term is below 1e-18.
    while n < 37 {
      sum += term / n
      term *= square
      n += 2
    }
    return 2 * sum + Double(number.exponent) * 0.693147180559945309
  }

  /// e to a power of at most 0.
  private static func exponential(_ power: Double) -> Double {
    if power < -700 { return 0 }
    let x = power / 1024
    var (sum, term, n) = (1.0, 1.0, 1.0)
    while n < 12 {
      term *= x / n
      sum += term
      n += 1
    }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}
