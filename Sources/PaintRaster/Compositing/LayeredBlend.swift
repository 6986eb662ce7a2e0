/// A fill and its outline blended onto pixels as one layer: the outline over the fill, then one opacity for both.
///
/// Per pixel: the fill at its coverage, then the outline at its own, blended by `Blend`'s formula onto an empty pixel,
/// each with its colour's alpha; the result (C, a) is blended onto the picture with full coverage and strength
/// round(a · opacity). So where both cover a pixel the fill does not shine through twice.
public struct LayeredBlend: Sendable {
  /// The colour below; its alpha counts.
  public let fill: Pixel
  /// The colour above; its alpha counts.
  public let outline: Pixel
  /// The opacity of both together, 0…1.
  public let opacity: Double

  /// Strengths by the alpha of the two layers together: round(alpha · opacity).
  let strengths: [UInt8]

  /// The blend of `outline` over `fill` at `opacity`, 0…1.
  public init(fill: Pixel, outline: Pixel, opacity: Double) {
    self.fill = fill
    self.outline = outline
    self.opacity = opacity
    strengths = (0...255).map { Blend.strength(alpha: UInt8($0), opacity: opacity) }
  }

  /// The two layers at these coverages as one colour with its strength.
  public func merged(fillCoverage: UInt8, outlineCoverage: UInt8) -> Blend {
    let below = Blend.blended(coverage: fillCoverage, color: fill, strength: fill.alpha, onto: .transparent)
    let both = Blend.blended(coverage: outlineCoverage, color: outline, strength: outline.alpha, onto: below)
    return Blend(color: both, strength: strengths[Int(both.alpha)])
  }

  /// One pixel by the plain formula in integers, which the faster version must equal.
  public func blended(fillCoverage: UInt8, outlineCoverage: UInt8, onto old: Pixel) -> Pixel {
    merged(fillCoverage: fillCoverage, outlineCoverage: outlineCoverage).blended(full: old)
  }
}
