// Unsafe: the source's pixels and the target come as pointers that are lent for one call.

/// One colour, or the pixels of one tile, composited by a `BlendOperator`: all that `Blend` and `TileBlend` do not do.
struct ModeBlend: Compositor {
  private let blend: BlendOperator
  /// The pixels, with their alphas.
  private let source: Tile
  private let strengths: Strengths

  /// Composites nothing yet; `with(_:)` gives it pixels.
  init(_ blend: BlendOperator, opacity: Double) {
    self.init(blend, .color(.transparent), Strengths(opacity: opacity))
  }

  private init(_ blend: BlendOperator, _ source: Tile, _ strengths: Strengths) {
    self.blend = blend
    self.source = source
    self.strengths = strengths
  }

  /// The same for other pixels.
  func with(_ source: Tile) -> ModeBlend { ModeBlend(blend, source, strengths) }

  /// The strength of the source's colour, or of its opaque pixels.
  var strength: UInt8 {
    if case .color(let color) = source { strengths[color.alpha] } else { strengths[255] }
  }

  /// None: the pixels below count in every mode.
  var replacement: Tile? { nil }

  /// The pixel that results from covering `old` fully, if the source is one colour.
  func covering(_ old: Pixel) -> Pixel? {
    guard case .color(let color) = source else { return nil }
    let n = FourDoubles(repeating: 255 * Double(strengths[color.alpha]))
    let pixels = FourWords(repeating: color.bits)
    return Pixel(bits: blend.composited(blend.channels(pixels), n: n, onto: FourWords(repeating: old.bits)).x)
  }

  /// Composites the source's pixels onto the covered ones.
  @inline(never)
  func composite(_ coverage: TileCoverage, inside: PixelBox, onto pixels: UnsafeMutablePointer<UInt32>) {
    if case .color(let color) = source {
      let kernel = ColorKernel(blend, color, strength: strengths[color.alpha])
      return unsafe coverage.forEachGroup(inside: inside, of: pixels, kernel)
    }
    unsafe source.withUnsafeRows { source, _ in
      strengths.withLookup { strengths in
        let kernel = unsafe TileKernel(blend: blend, source: UnsafeRawPointer(source), strengths: strengths)
        unsafe coverage.forEachGroup(inside: inside, of: pixels, kernel)
      }
    }
  }
}

/// One colour.
private struct ColorKernel: GroupKernel {
  private let blend: BlendOperator
  private let color: ColorChannels
  private let strength: Double

  init(_ blend: BlendOperator, _ color: Pixel, strength: UInt8) {
    self.blend = blend
    self.color = blend.channels(FourWords(repeating: color.bits))
    self.strength = Double(strength)
  }

  @inline(__always)
  func fill(_ place: Int, of pixels: UnsafeMutableRawPointer) {
    unsafe composite(.max, place, of: pixels)
  }

  @inline(__always)
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    let old = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    let m = BlendKernel.doubles(BlendKernel.words(bytesOf: coverage))
    let new = blend.composited(color, n: m * strength, onto: old)
    unsafe pixels.storeBytes(of: new, toByteOffset: place &* 4, as: FourWords.self)
  }
}

/// The pixels of a tile.
@safe private struct TileKernel: GroupKernel {
  let blend: BlendOperator
  let source: UnsafeRawPointer
  let strengths: Strengths.Lookup

  @inline(__always)
  func fill(_ place: Int, of pixels: UnsafeMutableRawPointer) {
    unsafe composite(.max, place, of: pixels)
  }

  @inline(__always)
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    let new = unsafe source.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    let old = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    let m = BlendKernel.doubles(BlendKernel.words(bytesOf: coverage))
    let n = m * BlendKernel.doubles(strengths(alphasOf: new))
    let mixed = blend.composited(blend.channels(new), n: n, onto: old)
    unsafe pixels.storeBytes(of: mixed, toByteOffset: place &* 4, as: FourWords.self)
  }
}
