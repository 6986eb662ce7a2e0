/// How the colours of a paint and those below become one.
///
/// A mode is a case here and its formula below; Blending.md explains all of them.
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  /// The paint covers what is below it (source-over).
  case normal
  /// The product of both colours: darker than each.
  case multiply
}

extension BlendMode {
  /// 255 · B(Cb, Cs) of one channel, with the colour below and the paint's colour, all 0…255.
  ///
  /// B is the blend function of W3C Compositing: the colour where both are opaque. The factor keeps quotients by 255
  /// integers.
  @inline(__always)
  func mixed(_ below: FourDoubles, _ above: FourDoubles) -> FourDoubles {
    switch self {
    case .normal: 255 * above
    case .multiply: below * above
    }
  }
}
