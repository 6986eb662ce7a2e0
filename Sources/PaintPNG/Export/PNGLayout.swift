import PaintRaster

/// How the pixels of a PNG are stored: colour type, bit depth and palette.
public struct PNGLayout: Hashable, Sendable {
  /// The channels of a pixel; the raw value is PNG's.
  public enum ColorType: UInt8, CaseIterable, Sendable {
    /// Grey.
    case gray = 0
    /// Red, green and blue.
    case rgb = 2
    /// An index into the palette.
    case palette = 3
    /// Grey and alpha.
    case grayAlpha = 4
    /// Red, green, blue and alpha.
    case rgba = 6

    /// Samples of a pixel.
    public var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  /// The channels of a pixel.
  public let colorType: ColorType
  /// Bits of a sample: 8; for grey and palettes also 1, 2 and 4.
  public let depth: Int
  /// The colours of a palette (`Pixel.bits`), all different, those with alpha first; empty for other colour types.
  public let palette: [UInt32]

  /// Four channels of 8 bits, for every picture.
  public static let rgba = PNGLayout(.rgba, depth: 8)
  /// Three channels of 8 bits, for opaque pictures.
  public static let rgb = PNGLayout(.rgb, depth: 8)
  /// Grey and alpha of 8 bits, for grey pictures.
  public static let grayAlpha = PNGLayout(.grayAlpha, depth: 8)

  private init(_ colorType: ColorType, depth: Int, palette: [UInt32] = []) {
    self.colorType = colorType
    self.depth = depth
    self.palette = palette
  }

  /// Grey of this depth, 1, 2, 4 or 8, for opaque grey pictures that only have its values.
  static func gray(depth: Int) -> PNGLayout { PNGLayout(.gray, depth: depth) }

  /// A palette of 1 to 256 different colours, with the lowest depth.
  static func palette(_ colors: [UInt32]) -> PNGLayout {
    // Alpha is in the highest bits. Colours with alpha come first, because the others need none in the file.
    PNGLayout(.palette, depth: depth(forIndices: colors.count), palette: colors.sorted { key($0) < key($1) })
  }

  private static func key(_ color: UInt32) -> UInt64 {
    let pixel = Pixel(bits: color)
    return UInt64(pixel.alpha) << 24 | UInt64(pixel.red) << 16 | UInt64(pixel.green) << 8 | UInt64(pixel.blue)
  }

  private static func depth(forIndices count: Int) -> Int { [1, 2, 4].first { count <= 1 << $0 } ?? 8 }

  /// The lowest depth at which these grey values can be stored.
  private static func depth(forGrays grays: [UInt8]) -> Int {
    [1, 2, 4].first { depth in
      let unit = UInt8(255 / (1 << depth - 1))
      return grays.allSatisfy { $0 % unit == 0 }
    } ?? 8
  }

  /// The smallest layout for a picture, by its bytes before compression.
  ///
  /// - Parameters:
  ///   - isTranslucent: whether a pixel has an alpha below 255.
  ///   - isColored: whether red, green and blue of a pixel differ.
  ///   - colors: all colours, in any order; nil if there are more than 256.
  ///   - allowsGray: false if the picture has a colour profile for RGB.
  ///   - allowsPalette: false if it has one for grey, which fits neither RGB nor a palette.
  static func smallest(
    of size: CanvasSize, isTranslucent: Bool, isColored: Bool, colors: [UInt32]?, allowsGray: Bool,
    allowsPalette: Bool = true
  ) -> PNGLayout {
    let direct: PNGLayout
    if isColored || !allowsGray {
      direct = isTranslucent ? .rgba : .rgb
    } else if isTranslucent {
      direct = .grayAlpha
    } else {
      // There are no more than 256 opaque greys.
      direct = .gray(depth: depth(forGrays: (colors ?? []).map { Pixel(bits: $0).red }))
    }
    guard let colors, !colors.isEmpty, allowsPalette || isColored else { return direct }
    let palette = palette(colors)
    return palette.byteCount(of: size) < direct.byteCount(of: size) ? palette : direct
  }

  /// Whether a profile for grey fits.
  public var isGray: Bool { colorType == .gray || colorType == .grayAlpha }

  /// Bytes of the pixels before compression, and of the palette's chunks.
  func byteCount(of size: CanvasSize) -> Int {
    let row = 1 + (size.width * colorType.channels * depth + 7) / 8
    if palette.isEmpty { return row * size.height }
    let translucent = palette.count { Pixel(bits: $0).alpha < 255 }
    return row * size.height + 12 + 3 * palette.count + (translucent > 0 ? 12 + translucent : 0)
  }
}
