// Unsafe: the source's pixels and the target come as pointers that are lent for one call.

/// One colour, or the pixels of one tile, composited by a `BlendOperator`: all that `Blend` and `TileBlend` do not do.
struct ModeBlend: Compositor {
  let blend: BlendOperator
  /// The pixels, with their alphas.
  private let source: Tile
  /// The coverage of a source whose alphas already contain it, as alphas; nil for others.
  private let shape: Tile?
  private let strengths: Strengths

  /// Composites nothing yet; `with` gives it pixels.
  init(_ blend: BlendOperator, opacity: Double) {
    self.init(blend, .color(.transparent), nil, Strengths(opacity: opacity))
  }

  private init(_ blend: BlendOperator, _ source: Tile, _ shape: Tile?, _ strengths: Strengths) {
    self.blend = blend
    self.source = source
    self.shape = shape
    self.strengths = strengths
  }

  /// The same for other pixels.
  ///
  /// - Parameter shape: a tile whose alphas are the coverage that the source's alphas contain; nil if they contain none.
  func with(_ source: Tile, shape: Tile? = nil) -> ModeBlend { ModeBlend(blend, source, shape, strengths) }

  /// The strength of the source's colour, or of its opaque pixels; 255 if the mode clears what it covers.
  var strength: UInt8 {
    if blend.clears { return 255 }
    return if case .color(let color) = source { strengths[color.alpha] } else { strengths[255] }
  }

  /// None: the pixels below count in every mode.
  var replacement: Tile? { nil }

  /// The pixel that results from covering `old` fully, if source and shape are one colour each.
  func covering(_ old: Pixel) -> Pixel? {
    guard case .color(let color) = source else { return nil }
    var coverage: UInt8 = 255
    switch shape {
    case nil: break
    case .color(let shape)?: coverage = shape.alpha
    case .pixels?: return nil
    }
    let new = blend.composited(
      blend.channels(FourWords(repeating: color.bits)),
      n: FourDoubles(repeating: 255 * Double(strengths[color.alpha])),
      m: FourDoubles(repeating: Double(coverage)), onto: FourWords(repeating: old.bits))
    return Pixel(bits: new.x)
  }

  /// Composites the source's pixels onto the covered ones.
  @inline(never)
  func composite(_ coverage: TileCoverage, inside: PixelBox, onto pixels: UnsafeMutablePointer<UInt32>) {
    if case .color(let color) = source, !hasShape {
      if blend.mode == .multiply, !blend.isLinear, strengths[color.alpha] == 255 {
        return unsafe coverage.forEachGroup(inside: inside, of: pixels, MultiplyKernel(blend, color))
      }
      let kernel = ColorKernel(blend, color, strength: strengths[color.alpha])
      return unsafe coverage.forEachGroup(inside: inside, of: pixels, kernel)
    }
    unsafe source.withUnsafeRows { source, stride in
      unsafe (shape ?? .color(.black)).withUnsafeRows { shape, shapeStride in
        strengths.withLookup { strengths in
          let kernel = unsafe TileKernel(
            blend: blend, source: Rows(source, stride: stride),
            shape: hasShape ? Rows(shape, stride: shapeStride) : nil,
            strengths: strengths)
          unsafe coverage.forEachGroup(inside: inside, of: pixels, kernel)
        }
      }
    }
  }

  private var hasShape: Bool { if case nil = shape { false } else { true } }
}

/// One colour.
struct ColorKernel: GroupKernel {
  private let blend: BlendOperator
  private let color: ColorChannels
  private let strength: Double

  init(_ blend: BlendOperator, _ color: Pixel, strength: UInt8) {
    self.blend = blend
    self.color = blend.channels(FourWords(repeating: color.bits))
    self.strength = Double(strength)
  }

  @inline(__always)
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    let old = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    let m = BlendKernel.doubles(BlendKernel.words(bytesOf: coverage))
    let new = blend.composited(color, n: m * strength, m: m, onto: old)
    unsafe pixels.storeBytes(of: new, toByteOffset: place &* 4, as: FourWords.self)
  }
}

/// The rows of a tile.
@safe private struct Rows {
  private let start: UnsafeRawPointer
  /// The words from one row to the next.
  private let stride: Int

  init(_ start: UnsafePointer<UInt32>, stride: Int) {
    unsafe self.start = UnsafeRawPointer(start)
    self.stride = stride
  }

  /// The four pixels of a group.
  @inline(__always)
  subscript(place: Int) -> FourWords {
    let word = (place &>> 5) &* stride &+ (place & (Tile.edge - 1))
    return unsafe start.loadUnaligned(fromByteOffset: word &* 4, as: FourWords.self)
  }
}

/// The pixels of a tile.
@safe private struct TileKernel: GroupKernel {
  let blend: BlendOperator
  let source: Rows
  let shape: Rows?
  let strengths: Strengths.Lookup

  @inline(__always)
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    let new = source[place]
    let old = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    let words = BlendKernel.words(bytesOf: coverage)
    let n = BlendKernel.doubles(words) * BlendKernel.doubles(strengths(alphasOf: new))
    // A shape replaces full coverage; a pixel outside the box has none.
    let covered = shape.map { BlendKernel.samples($0[place], 24).replacing(with: 0, where: words .== 0) } ?? words
    let mixed = blend.composited(blend.channels(new), n: n, m: BlendKernel.doubles(covered), onto: old)
    unsafe pixels.storeBytes(of: mixed, toByteOffset: place &* 4, as: FourWords.self)
  }
}
