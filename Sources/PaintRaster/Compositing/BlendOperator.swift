/// Composites four pixels at a time in any blend mode.
///
/// With m the coverage, s the strength, d and Cd the old alpha and colour, Cs the paint's colour, each pixel becomes
/// old + m·(op(old) − old)/255 for premultiplied channels, where op is the mode's operator, and its colour is the
/// quotient of these channels and the exact alpha. That depends on m and N = m·s alone. With D = 65025 and M = D − N:
/// - With a blend function B: Q = 255·N + M·d, P = N·((255 − d)·Cs + d·B(Cd, Cs)) + M·d·Cd.
/// - By an operator of Porter and Duff with the shares F of the paint and G of the picture, 0…255:
///   Q = N·F + d·((255 − m)·255 + m·G), P = N·F·Cs + d·((255 − m)·255 + m·G)·Cd.
/// - As a sum: Q = 255·((255 − m)·d + min(255·m, N + m·d)), P = 255·((255 − m)·d·Cd + min(D·m, N·Cs + m·d·Cd)).
///
/// New alpha = Q / D, new colour = P / Q, each rounded once, halves up.
///
/// Everything is done in `Double`, with + − × ÷ √ alone, and each lane by itself, so the result does not depend on the
/// machine or on the pixels next to it. Where 255·B is an integer (`BlendMode.isExact`), dividends and divisors are
/// integers below 2^50. A quotient of them, 1/4 added to the dividend, is never nearer to a half than
/// 1/(4·255·Q) > 2^-34, and multiplying by the rounded reciprocal has an error below 2^-43, so these are rounded
/// exactly. In other modes, and in linear light, nothing is added.
struct BlendOperator: Sendable {
  let mode: BlendMode
  /// Whether colours are blended as linear light instead of as they are stored.
  let isLinear: Bool
  private let operation: BlendMode.Operation
  /// Whether dividends and divisors are integers.
  private let isExact: Bool

  init(mode: BlendMode, isLinear: Bool = false) {
    self.mode = mode
    self.isLinear = isLinear
    operation = mode.operation
    isExact = mode.isExact && !isLinear
  }

  /// Whether a paint without alpha changes what it covers.
  var clears: Bool { if case .porterDuff(let shares) = operation { shares.clears } else { false } }

  /// Whether the result depends on the coverage itself, and not only on its product with the strength.
  var needsCoverage: Bool { if case .sum = operation { true } else { clears } }

  /// The colours of a paint's pixels as `composited` takes them.
  @inline(__always)
  func channels(_ pixels: FourWords) -> ColorChannels {
    isLinear ? Self.linearChannels(pixels) : ColorChannels(pixels)
  }

  @inline(never)
  private static func linearChannels(_ pixels: FourWords) -> ColorChannels {
    func light(_ shift: UInt32) -> FourDoubles {
      let bytes = BlendKernel.samples(pixels, shift)
      let table = LinearLight.decoded
      return FourDoubles(table[Int(bytes.x)], table[Int(bytes.y)], table[Int(bytes.z)], table[Int(bytes.w)])
    }
    return ColorChannels(light(0), light(8), light(16))
  }

  /// Composites colours onto four pixels.
  ///
  /// - Parameters:
  ///   - color: Cs, from `channels`.
  ///   - n: N, coverage · strength, 0…65025.
  ///   - m: the coverage, 0…255.
  ///   - old: the pixels below.
  ///
  /// A pixel that loses its alpha becomes transparent black. One without alpha keeps its hidden colour.
  @inline(never)
  func composited(_ color: ColorChannels, n: FourDoubles, m: FourDoubles, onto old: FourWords) -> FourWords {
    let below = channels(old)
    let d = BlendKernel.doubles(BlendKernel.samples(old, 24))
    switch operation {
    case .function:
      let mixed = mode.mixed(below, color)
      let rest: FourDoubles = 65025 - n
      if isExact, BlendKernel.areOpaque(old) {
        // Q = 255·D; the odd divisor 255·D allows no halves.
        let kept: FourDoubles = rest * 255
        let new = mixed.with(below) { (mixed, below) -> FourDoubles in
          let sum: FourDoubles = n * mixed + kept * below
          return sum * (1 / 16_581_375)
        }
        return joined(new, FourWords(repeating: 255))
      }
      // P and Q times 255, so that P is an integer.
      let kept: FourDoubles = rest * d
      let both: FourDoubles = n * d
      let bare: FourDoubles = n * 65025 - both * 255
      let sum: FourDoubles = n * 255 + kept
      let painted = color.with(mixed) { bare * $0 + both * $1 }
      let scaled: FourDoubles = kept * 255
      return pixels(painted.with(below) { $0 + scaled * $1 }, over: sum * 255, alpha: sum, old)
    case .porterDuff(let shares):
      let paint: FourDoubles = n * (d * shares.paint.factor + shares.paint.constant)
      // m·G, as G is a constant and a multiple of s.
      let left: FourDoubles = m * shares.picture.constant + n * shares.picture.factor
      let picture: FourDoubles = d * (65025 - m * 255 + left)
      let sum: FourDoubles = paint + picture
      return pixels(color.with(below) { paint * $0 + picture * $1 }, over: sum, alpha: sum, old)
    case .sum:
      // P and Q divided by 255.
      let untouched: FourDoubles = (255 - m) * d
      let covered: FourDoubles = m * d
      let sum: FourDoubles = untouched + Self.least(m * 255, n + covered)
      let limit: FourDoubles = m * 65025
      let dividend = color.with(below) { (color, below) -> FourDoubles in
        let added: FourDoubles = n * color + covered * below
        return untouched * below + Self.least(limit, added)
      }
      return pixels(dividend, over: sum, alpha: sum * 255, old)
    }
  }

  @inline(__always)
  private static func least(_ a: FourDoubles, _ b: FourDoubles) -> FourDoubles { a.replacing(with: b, where: b .< a) }

  /// The pixels of quotients, and of alphas that are Q.
  @inline(__always)
  private func pixels(
    _ dividend: ColorChannels, over divisor: FourDoubles, alpha sum: FourDoubles, _ old: FourWords
  ) -> FourWords {
    // A divisor of 0 makes the reciprocal infinite; alpha is 0 then.
    let reciprocal: FourDoubles = 1 / divisor
    let added = isExact ? 0.25 : 0
    let color = dividend.map { ($0 + added) * reciprocal }
    let alpha = BlendKernel.bytes(sum * (1 / 65025))
    let hidden = FourWords.zero.replacing(with: old, where: BlendKernel.samples(old, 24) .== 0)
    return joined(color, alpha).replacing(with: hidden, where: alpha .== 0)
  }

  /// The pixels of colours, rounded, and of alphas.
  @inline(__always)
  private func joined(_ color: ColorChannels, _ alpha: FourWords) -> FourWords {
    if isLinear {
      return BlendKernel.joined(Self.stored(color.red), Self.stored(color.green), Self.stored(color.blue), alpha)
    }
    return BlendKernel.joined(
      BlendKernel.bytes(color.red), BlendKernel.bytes(color.green), BlendKernel.bytes(color.blue), alpha)
  }

  @inline(never)
  private static func stored(_ light: FourDoubles) -> FourWords {
    FourWords(
      LinearLight.encoded(light.x), LinearLight.encoded(light.y), LinearLight.encoded(light.z),
      LinearLight.encoded(light.w))
  }
}
