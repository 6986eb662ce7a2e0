/// Composites four pixels at a time in any blend mode.
///
/// With m the coverage, s the strength, N = m·s, d and Cd the old alpha and colour, Cs the paint's colour, B the mode's
/// blend function, D = 65025, M = D − N and Q = 255·N + M·d:
/// new alpha = Q / D, new colour = (N·((255 − d)·Cs + d·B(Cd, Cs)) + M·d·Cd) / Q, each rounded once, halves up.
///
/// Everything is done in `Double`, with + − × ÷ √ alone, and each lane by itself, so the result does not depend on the
/// machine or on the pixels next to it. Where 255·B is an integer, dividends and divisors are integers below 2^50. A
/// quotient of them, 1/4 added to the dividend, is never nearer to a half than 1/(4·255·Q) > 2^-34, and multiplying
/// by the rounded reciprocal has an error below 2^-43, so these are rounded exactly.
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
    let mixed = below.with(color) { mode.mixed($0, $1) }
    let rest = 65025 - n
    if BlendKernel.areOpaque(old) {
      // Q = 255·D; the odd divisor 255·D allows no halves.
      let new = mixed.with(below) { (n * $0 + rest * 255 * $1) * (1 / 16_581_375) }
      return Self.joined(new, FourWords(repeating: 255))
    }
    let d = BlendKernel.doubles(BlendKernel.samples(old, 24))
    let kept = rest * d
    let sum = 255 * n + kept
    let bare = n * (65025 - 255 * d)
    let both = n * d
    // A sum of 0 makes the reciprocal infinite; alpha is 0 then.
    let reciprocal = 1 / (255 * sum)
    let new = ColorChannels(
      (bare * color.red + both * mixed.red + kept * 255 * below.red + 0.25) * reciprocal,
      (bare * color.green + both * mixed.green + kept * 255 * below.green + 0.25) * reciprocal,
      (bare * color.blue + both * mixed.blue + kept * 255 * below.blue + 0.25) * reciprocal)
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
