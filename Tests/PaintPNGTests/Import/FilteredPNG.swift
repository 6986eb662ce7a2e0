import CPNG

/// A picture of 8-bit samples, written from filtered rows and any compressed stream: valid or not.
struct FilteredPNG {
  var width: Int
  var height: Int
  var color: PlainPNG.Color
  /// Row by row, each after its filter.
  var rows: [UInt8]
  /// What is in the IDAT chunks; by default the rows, compressed by zlib.
  var stream: [UInt8]
  /// The lengths of the first IDAT chunks; the rest is the last one.
  var pieces: [Int] = []
  var palette: [UInt8] = []
  var transparency: [UInt8]?

  /// Random bytes behind each row's filter: `filter`, or a random one.
  init(
    width: Int, height: Int, color: PlainPNG.Color, filter: UInt8? = nil, isTransparent: Bool = false,
    using random: inout PictureRandom
  ) {
    (self.width, self.height, self.color) = (width, height, color)
    rows = []
    for _ in 0..<height {
      rows.append(filter ?? UInt8(random.below(5)))
      for _ in 0..<width * color.channels { rows.append(UInt8(truncatingIfNeeded: random.next())) }
    }
    if color == .palette { palette = (0..<3 * (1 + random.below(256))).map { _ in UInt8(random.below(256)) } }
    if isTransparent {
      switch color {
      case .palette: transparency = (0..<1 + random.below(palette.count / 3)).map { _ in UInt8(random.below(256)) }
      // The first pixel's colour, which the first row has as it is if its filter is None, Sub or Up.
      case .gray, .rgb: transparency = rows[1..<1 + color.channels].flatMap { [0, $0] }
      case .grayAlpha, .rgba: break
      }
    }
    stream = PlainPNG.deflated(rows)
  }

  /// Grey pixels, unfiltered.
  init(width: Int, gray samples: [UInt8]) {
    (self.width, height, color) = (width, samples.count / width, .gray)
    rows = []
    for start in stride(from: 0, to: samples.count / width * width, by: width) {
      rows.append(0)
      rows += samples[start..<start + width]
    }
    stream = PlainPNG.deflated(rows)
  }

  var bytes: [UInt8] {
    var bytes = PlainPNG.signature + PlainPNG(width: width, height: height, depth: 8, color: color, samples: []).header
    if color == .palette { bytes += PlainPNG.chunk("PLTE", palette) }
    if let transparency { bytes += PlainPNG.chunk("tRNS", transparency) }
    var rest = stream[...]
    for length in pieces {
      bytes += PlainPNG.chunk("IDAT", Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return bytes + PlainPNG.chunk("IDAT", Array(rest)) + PlainPNG.end
  }

  /// A zlib stream of these bytes, whose header states the window of the settings, or another one.
  static func stream(
    of bytes: [UInt8], _ settings: PlainZlib.Settings, pieces: [(size: Int, flush: Int32)] = [],
    statedWindow: Int32? = nil
  ) -> [UInt8] {
    var settings = settings
    settings.flush = Z_FINISH
    let method = ((statedWindow ?? settings.windowBits) - 8) << 4 | 8
    let header = [UInt8(method), UInt8((31 - method << 8 % 31) % 31)]
    return header + PlainZlib.deflated(bytes, settings, pieces: pieces) + PlainPNG.number(Int(PlainZlib.adler(bytes)))
  }
}
