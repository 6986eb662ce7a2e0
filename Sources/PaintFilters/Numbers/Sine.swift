/// Sines from + − × ÷ alone, the same to the bit on every machine.
enum Sine {
  /// The sine and the cosine of an angle in degrees, within 1e-15; exact at quarter turns.
  ///
  /// Series for up to an eighth of a turn, where the first term left out is below 1e-19.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let turned = rest < 0 ? rest + 360 : rest
    let quarters = (turned / 90).rounded(.down)
    let angle = turned - 90 * quarters
    let isSteep = angle > 45
    let x = (isSteep ? 90 - angle : angle) * (Double.pi / 180)
    let q = x * x
    var c = 1.0
    var s = 1.0
    for n in stride(from: 18.0, to: 0, by: -2) {
      c = 1 - c * q / (n * (n - 1))
      s = 1 - s * q / (n * (n + 1))
    }
    s *= x
    if isSteep { (c, s) = (s, c) }
    switch quarters {
    case 1: return (c, 0 - s)
    case 2: return (0 - s, 0 - c)
    case 3: return (0 - c, s)
    default: return (s, c)
    }
  }

  /// The sine of π·x.
  static func ofHalfTurns(_ x: Double) -> Double { sineAndCosine(degrees: x * 180).sine }
}
