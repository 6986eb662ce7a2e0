/// Composites four pixels at a time in any blend mode.
///
/// With m the coverage, s the strength, N = m·s, d and Cd the old alpha and colour, Cs the paint's colour, B the mode's
/// blend function, D = 65025, M = D − N and Q = 255·N + M·d:
/// new alpha = Q / D, new colour = (N·((255 − d)·Cs + d·B(Cd, Cs)) + M·d·Cd) / Q, each rounded once, halves up.
///
/// Everything is done in `Double`, with + − × ÷ √ alone, and each lane by itself, so the result does not depend on the
/// machine or on the pixels next to it. Where 255·B is an integer (`BlendMode.isExact`), dividends and divisors are
/// integers below 2^50. A quotient of them, 1/4 added to the dividend, is never nearer to a half than
/// 1/(4·255·Q) > 2^-34, and multiplying by the rounded reciprocal has an error below 2^-43, so these are rounded
/// exactly. In other modes the result is at most 2^-24 more than a half from the formula's.
struct BlendOperator: Sendable {
  let mode: BlendMode

  /// The colours of a paint's pixels as `composited` takes them.
  @inline(__always)
  func channels(_ pixels: FourWords) -> ColorChannels { ColorChannels(pixels) }

  /// Composites colours onto four pixels.
  ///
  /// - Parameters:
  ///   - color: Cs, from `channels`.
  ///   - n: N, coverage · strength, 0…65025.
  ///   - old: the pixels below.
  ///
  /// A new alpha of 0 leaves a pixel whose alpha was 0 as it was, hidden colour included.
  @inline(never)
  func composited(_ color: ColorChannels, n: FourDoubles, onto old: FourWords) -> FourWords {
    let below = channels(old)
    let mixed = mode.mixed(below, color)
    let rest = 65025 - n
    if mode.isExact, BlendKernel.areOpaque(old) {
      // Q = 255·D; the odd divisor 255·D allows no halves.
      let kept: FourDoubles = rest * 255
      let new = mixed.with(below) { (mixed, below) -> FourDoubles in
        let sum: FourDoubles = n * mixed + kept * below
        return sum * (1 / 16_581_375)
      }
      return Self.joined(new, FourWords(repeating: 255))
    }
    let d = BlendKernel.doubles(BlendKernel.samples(old, 24))
    let kept: FourDoubles = rest * d
    let sum: FourDoubles = n * 255 + kept
    let both: FourDoubles = n * d
    let bare: FourDoubles = n * 65025 - both * 255
    // A sum of 0 makes the reciprocal infinite; alpha is 0 then.
    let reciprocal: FourDoubles = 1 / (sum * 255)
    @inline(__always)
    func mean(_ above: FourDoubles, _ mixed: FourDoubles, _ below: FourDoubles) -> FourDoubles {
      let painted: FourDoubles = bare * above + both * mixed
      let old: FourDoubles = kept * 255 * below
      return (painted + old + 0.25) * reciprocal
    }
    let new = ColorChannels(
      mean(color.red, mixed.red, below.red), mean(color.green, mixed.green, below.green),
      mean(color.blue, mixed.blue, below.blue))
    let alpha = BlendKernel.bytes(sum * (1 / 65025))
    return Self.joined(new, alpha).replacing(with: old, where: alpha .== 0)
  }

  /// The pixels of colours, rounded, and of alphas.
  @inline(__always)
  private static func joined(_ color: ColorChannels, _ alpha: FourWords) -> FourWords {
    BlendKernel.joined(
      BlendKernel.bytes(color.red), BlendKernel.bytes(color.green), BlendKernel.bytes(color.blue), alpha)
  }
}
