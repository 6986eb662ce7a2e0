/// How the colours of a paint and those below become one.
///
/// A mode is a case here and its formula below; Blending.md explains all of them.
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  /// The paint covers what is below it (source-over).
  case normal
  /// The product of both colours: darker than each.
  case multiply
  /// The product of both complements: lighter than each.
  case screen
  /// Multiply or screen, as the colour below says.
  case overlay
  /// The darker one of each channel.
  case darken
  /// The lighter one of each channel.
  case lighten
  /// The colour below, brightened by the paint's.
  case colorDodge = "color-dodge"
  /// The colour below, darkened by the paint's.
  case colorBurn = "color-burn"
  /// Multiply or screen, as the paint's colour says.
  case hardLight = "hard-light"
  /// A softer hard-light.
  case softLight = "soft-light"
  /// The difference of each channel.
  case difference
  /// A difference of lower contrast.
  case exclusion
  /// The hue of the paint, with the saturation and the luminosity below it.
  case hue
  /// The saturation of the paint, with the hue and the luminosity below it.
  case saturation
  /// The hue and the saturation of the paint, with the luminosity below it.
  case color
  /// The luminosity of the paint, with the hue and the saturation below it.
  case luminosity
  /// The sum of both, as light adds up.
  case plusLighter = "plus-lighter"
  /// The paint below the picture (destination-over).
  case behind
  /// The paint where the picture is (source-atop).
  case atop
  /// The picture where the paint is not (destination-out).
  case erase
  /// The paint where the picture is, instead of it (source-in).
  case sourceIn = "in"
  /// The paint where the picture is not, instead of it (source-out).
  case sourceOut = "out"
  /// Paint and picture where the other one is not.
  case xor
  /// The paint instead of the picture (source).
  case copy
}

extension BlendMode {
  /// How a mode composites.
  enum Operation: Sendable {
    /// Source-over with a blend function.
    case function
    /// Without one.
    case porterDuff(PorterDuff)
    /// The sum of paint and picture, each channel and the alpha at most full.
    case sum
  }

  /// How the mode composites.
  var operation: Operation {
    let (full, none) = (PorterDuff.Share.full, PorterDuff.Share.none)
    return switch self {
    case .plusLighter: .sum
    case .behind: .porterDuff(PorterDuff(paint: .outside, picture: full))
    case .atop: .porterDuff(PorterDuff(paint: .inside, picture: .outside))
    case .erase: .porterDuff(PorterDuff(paint: none, picture: .outside))
    case .sourceIn: .porterDuff(PorterDuff(paint: .inside, picture: none))
    case .sourceOut: .porterDuff(PorterDuff(paint: .outside, picture: none))
    case .xor: .porterDuff(PorterDuff(paint: .outside, picture: .outside))
    case .copy: .porterDuff(PorterDuff(paint: full, picture: none))
    default: .function
    }
  }

  /// 255 · B(Cb, Cs), with the colours below and the paint's, all channels 0…255.
  @inline(__always)
  func mixed(_ below: ColorChannels, _ above: ColorChannels) -> ColorChannels {
    let mixed: ColorChannels
    switch self {
    case .hue: mixed = above.withSaturation(of: below).withLuminosity(of: below)
    case .saturation: mixed = below.withSaturation(of: above).withLuminosity(of: below)
    case .color: mixed = above.withLuminosity(of: below)
    case .luminosity: mixed = below.withLuminosity(of: above)
    default: return below.with(above) { self.mixed($0, $1) }
    }
    return mixed.map { $0 * 255 }
  }

  /// 255 · B(Cb, Cs) of one channel in a separable mode, with the colour below and the paint's colour, all 0…255.
  ///
  /// B is the blend function of W3C Compositing: the colour where both are opaque. The factor keeps quotients by 255
  /// integers.
  @inline(__always)
  func mixed(_ below: FourDoubles, _ above: FourDoubles) -> FourDoubles {
    switch self {
    case .multiply: return below * above
    case .screen: return Self.screened(below, above)
    case .overlay: return Self.hardened(above, below)
    case .darken: return above.replacing(with: below, where: below .< above) * 255
    case .lighten: return above.replacing(with: below, where: below .> above) * 255
    case .colorDodge: return Self.dodged(below, 255 - above)
    case .colorBurn: return 65025 - Self.dodged(255 - below, above)
    case .hardLight: return Self.hardened(below, above)
    case .softLight: return Self.softened(below * Self.share, above * Self.share) * 65025
    case .difference:
      let difference: FourDoubles = below - above
      return difference.replacing(with: above - below, where: below .< above) * 255
    case .exclusion: return Self.screened(below, above) - below * above
    // Of normal, and of modes with an operation of another kind.
    default: return above * 255
    }
  }

  private static let share = 1.0 / 255

  @inline(__always)
  private static func screened(_ b: FourDoubles, _ s: FourDoubles) -> FourDoubles {
    let sum: FourDoubles = b + s
    return sum * 255 - b * s
  }

  @inline(__always)
  private static func hardened(_ b: FourDoubles, _ s: FourDoubles) -> FourDoubles {
    let twice: FourDoubles = s + s
    return (b * twice).replacing(with: screened(b, twice - 255), where: s .> 127.5)
  }

  /// 65025 · min(1, b / s), 0 for b = 0 whatever s is.
  @inline(__always)
  private static func dodged(_ b: FourDoubles, _ s: FourDoubles) -> FourDoubles {
    let quotient: FourDoubles = b * 65025 / s
    return quotient.replacing(with: 65025, where: b .>= s).replacing(with: 0, where: b .== 0)
  }

  /// Soft-light of colours of 0…1.
  @inline(__always)
  private static func softened(_ b: FourDoubles, _ s: FourDoubles) -> FourDoubles {
    let steep: FourDoubles = b * 16 - 12
    let cubic: FourDoubles = (steep * b + 4) * b
    let curve: FourDoubles = b.squareRoot().replacing(with: cubic, where: b .<= 0.25)
    let factor: FourDoubles = s + s - 1
    let dark: FourDoubles = b * (1 - b)
    let light: FourDoubles = curve - b
    // (2s − 1)·b·(1 − b) is negative up to 1/2.
    return b + factor * dark.replacing(with: light, where: s .> 0.5)
  }

  /// Whether 255·B of integers is an integer.
  var isExact: Bool {
    switch self {
    case .colorDodge, .colorBurn, .softLight, .hue, .saturation, .color, .luminosity: false
    default: true
    }
  }
}
