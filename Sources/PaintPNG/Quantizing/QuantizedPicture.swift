import PaintRaster

/// A picture with few colours, for formats and terminals that have a palette.
///
/// A picture with few enough colours keeps them; otherwise the palette is chosen for it, and each pixel takes the nearest
/// colour, without dithering.
public struct QuantizedPicture: Sendable {
  /// The colours (`Pixel.bits`), each different; completely transparent pixels are 0.
  public let palette: [UInt32]
  /// For each pixel its place in the palette.
  public let indices: [UInt8]

  /// Quantizes a picture.
  ///
  /// - Parameters:
  ///   - pixels: `Pixel.bits`, row by row; at least one.
  ///   - width: the pixels of a row.
  ///   - limit: the most colours, 2…256.
  /// - Complexity: O(pixels); memory for a copy of them.
  public init(_ pixels: [UInt32], width: Int, limit: Int) {
    precondition((2...256).contains(limit), "a palette has 2 to 256 colours")
    precondition(!pixels.isEmpty, "a picture has a pixel")
    var mapped = pixels
    var palette = Self.colors(of: pixels, upTo: limit)
    if palette == nil {
      var histogram = ColorHistogram()
      histogram.add(pixels.span)
      let chosen = PaletteChoice.colors(of: histogram, limit: limit)
      var mapping = PaletteMapping(chosen, width: width, isDithered: false)
      mapped = mapping.map(pixels.span)
      palette = chosen
    }
    let colors = palette ?? []
    var places: [UInt32: UInt8] = [:]
    for (place, color) in colors.enumerated() { places[color] = UInt8(place) }
    self.palette = colors
    var last: (bits: UInt32, place: UInt8)?
    indices = mapped.map { bits in
      if let last, last.bits == bits { return last.place }
      let place = places[Self.shown(bits)] ?? 0
      last = (bits, place)
      return place
    }
  }

  /// The colours of a picture that has at most `limit`, sorted; nil if it has more.
  private static func colors(of pixels: [UInt32], upTo limit: Int) -> [UInt32]? {
    var colors: Set<UInt32> = []
    var last: UInt32?
    for bits in pixels where bits != last {
      last = bits
      colors.insert(shown(bits))
      if colors.count > limit { return nil }
    }
    return colors.sorted()
  }

  /// All completely transparent pixels look the same.
  private static func shown(_ bits: UInt32) -> UInt32 { bits < 1 << 24 ? 0 : bits }
}
