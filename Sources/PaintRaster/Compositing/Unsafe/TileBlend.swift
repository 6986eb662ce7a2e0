// Unsafe: the source's pixels and the target come as pointers that are lent for one call.

/// The pixels of one tile blended onto another: those of a placed picture, of a fill with its outline, of a shader.
///
/// Each pixel is blended by `Blend`'s formula, with round(alpha · opacity) as its strength.
public struct TileBlend: Compositor {
  /// The pixels to blend, with their alphas.
  public let source: Tile
  /// The opacity of all of them, 0…1.
  public let opacity: Double
  private let strengths: Strengths
  /// Whether all pixels are known to be opaque.
  private let isOpaque: Bool

  /// The blend of tiles without pixels at `opacity`, 0…1; `with(_:)` gives it pixels.
  public init(opacity: Double) {
    self.init(source: .color(.transparent), opacity: opacity, strengths: Strengths(opacity: opacity), isOpaque: false)
  }

  private init(source: Tile, opacity: Double, strengths: Strengths, isOpaque: Bool) {
    self.source = source
    self.opacity = opacity
    self.strengths = strengths
    self.isOpaque = isOpaque
  }

  /// The same blend of other pixels.
  ///
  /// - Parameter isOpaque: whether all of them are known to be opaque.
  public func with(_ source: Tile, isOpaque: Bool = false) -> TileBlend {
    TileBlend(source: source, opacity: opacity, strengths: strengths, isOpaque: isOpaque)
  }

  /// The blend of a source that is one colour.
  private var blend: Blend? {
    guard case .color(let color) = source else { return nil }
    return Blend(color: color, strength: strengths[color.alpha])
  }

  /// The strength of the source's colour, or of its opaque pixels.
  public var strength: UInt8 { blend?.strength ?? strengths[255] }

  /// The source, if it is one colour or known to be opaque: others may have pixels that are not.
  public var replacement: Tile? { isOpaque ? source : blend?.replacement }

  /// What `Blend` makes of a pixel, if the source is one colour.
  public func covering(_ old: Pixel) -> Pixel? { blend?.covering(old) }

  /// Blends the source's pixels onto the covered ones.
  @inline(never)
  public func composite(_ coverage: TileCoverage, inside: PixelBox, onto pixels: UnsafeMutablePointer<UInt32>) {
    if let blend { return unsafe blend.composite(coverage, inside: inside, onto: pixels) }
    unsafe source.withUnsafeRows { source, _ in
      strengths.withLookup { strengths in
        let kernel = unsafe SourceKernel(source: UnsafeRawPointer(source), strengths: strengths)
        unsafe coverage.forEachGroup(inside: inside, of: pixels, kernel)
      }
    }
  }
}

@safe private struct SourceKernel: GroupKernel {
  let source: UnsafeRawPointer
  let strengths: Strengths.Lookup

  @inline(__always)
  func fill(_ place: Int, of pixels: UnsafeMutableRawPointer) {
    let new = unsafe source.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    if strengths.isWhole, BlendKernel.areOpaque(new) {
      unsafe pixels.storeBytes(of: new, toByteOffset: place &* 4, as: FourWords.self)
    } else {
      unsafe blend(new, m: FourFloats(repeating: 255), place, of: pixels)
    }
  }

  @inline(__always)
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    let new = unsafe source.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    unsafe blend(new, m: BlendKernel.floats(bytesOf: coverage), place, of: pixels)
  }

  @inline(__always)
  private func blend(_ new: FourWords, m: FourFloats, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    if BlendKernel.areEmpty(new) { return }
    let n = m * BlendKernel.floats(strengths(alphasOf: new))
    let old = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    let mixed = BlendKernel.blended(BlendKernel.Color(new), n: n, onto: old)
    unsafe pixels.storeBytes(of: mixed, toByteOffset: place &* 4, as: FourWords.self)
  }
}
