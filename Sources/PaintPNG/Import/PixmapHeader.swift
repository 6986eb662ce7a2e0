import PaintRaster

/// The header of a PAM, PPM or PGM file.
///
/// The formats are those of Netpbm's manual: `P5` and `P6` with width, height and largest sample as numbers, `P7` with
/// a line for each and `ENDHDR`.
struct PixmapHeader: Equatable {
  /// The picture's size.
  let size: CanvasSize
  /// Samples a pixel: 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha.
  let depth: Int
  /// The largest sample, which means full intensity, 1…65,535.
  let maximum: Int

  /// Bytes of a row of pixels.
  var rowBytes: Int { size.width * depth * (maximum > 255 ? 2 : 1) }

  /// True if a file of one of these formats begins with these bytes.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
    return first == UInt8(ascii: "P") && (UInt8(ascii: "5")...UInt8(ascii: "7")).contains(second)
  }

  /// Reads a header byte by byte after its first two bytes, of which `kind` is the second; nil means the end.
  init(kind: UInt8, _ next: () throws(PNGError) -> UInt8?) throws(PNGError) {
    if kind == UInt8(ascii: "7") {
      try self.init(linesOf: next)
    } else {
      let numbers = [try Self.number(next), try Self.number(next), try Self.number(next)]
      try self.init(
        width: numbers[0], height: numbers[1], depth: kind == UInt8(ascii: "6") ? 3 : 1, maximum: numbers[2])
    }
  }

  private init(width: Int, height: Int, depth: Int, maximum: Int) throws(PNGError) {
    guard let size = CanvasSize(width: width, height: height) else {
      throw .limit(message: "the picture has \(width)x\(height) pixels; each side may have 1 to 65,536")
    }
    guard (1...4).contains(depth) else {
      throw .format(message: "the picture has \(depth) samples per pixel; only 1 to 4 are supported")
    }
    guard (1...65_535).contains(maximum) else {
      throw .format(message: "the picture's largest sample is \(maximum), not 1 to 65535")
    }
    self.size = size
    self.depth = depth
    self.maximum = maximum
  }

  /// A number between blanks and comments; it ends with the single byte after it.
  private static func number(_ next: () throws(PNGError) -> UInt8?) throws(PNGError) -> Int {
    var number: Int?
    while let byte = try next() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digits = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
        guard digits < 1 << 31 else { throw .format(message: "the picture's header has a number that is too large") }
        number = digits
      case UInt8(ascii: "#") where number == nil:
        while let byte = try next(), byte != UInt8(ascii: "\n") {}
      case 9...13, UInt8(ascii: " "): if let number { return number }
      default: throw .format(message: "the picture's header is damaged")
      }
    }
    throw .format(message: "the picture ends within its header")
  }

  /// The supported tuple types.
  private static let tupleTypes: Set<String> = [
    "", "BLACKANDWHITE", "GRAYSCALE", "RGB", "BLACKANDWHITE_ALPHA", "GRAYSCALE_ALPHA", "RGB_ALPHA",
  ]

  private init(linesOf next: () throws(PNGError) -> UInt8?) throws(PNGError) {
    var numbers: [String: Int] = [:]
    var line: [UInt8] = []
    while let byte = try next() {
      guard byte == UInt8(ascii: "\n") else {
        guard line.count < 1_000 else { throw .format(message: "the picture's header is damaged") }
        line.append(byte)
        continue
      }
      let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }
      line.removeAll()
      guard let key = words.first, !key.hasPrefix("#") else { continue }
      if key == "ENDHDR" {
        try self.init(
          width: numbers["WIDTH"] ?? 0, height: numbers["HEIGHT"] ?? 0, depth: numbers["DEPTH"] ?? 0,
          maximum: numbers["MAXVAL"] ?? 0)
        return
      }
      if key == "TUPLTYPE" {
        // The number of samples defines their meaning; the type is only checked to be one of these.
        let type = words.dropFirst().joined(separator: " ")
        guard Self.tupleTypes.contains(type) else {
          throw .format(message: "the picture's samples are \(type), and not RGB or GRAYSCALE, with _ALPHA or without")
        }
        continue
      }
      guard ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"].contains(key), numbers[String(key)] == nil, words.count == 2,
        let number = Int(words[1])
      else {
        throw .format(message: "the picture's header is damaged")
      }
      numbers[String(key)] = number
    }
    throw .format(message: "the picture ends within its header")
  }
}
