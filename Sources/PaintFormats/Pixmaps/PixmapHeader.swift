/// The header of a file of Netpbm's formats, as its manual defines them.
struct PixmapHeader: Equatable {
  /// The format's letter, `1`…`7`.
  let kind: UInt8
  let width: Int
  let height: Int
  /// Samples a pixel: 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha.
  let depth: Int
  /// The largest sample, which means full intensity, 1…65,535.
  let maximum: Int

  /// Whether samples are numbers in text.
  var isPlain: Bool { kind <= UInt8(ascii: "3") }
  /// Whether samples are bits, of which 1 is black.
  var isBitmap: Bool { kind == UInt8(ascii: "1") || kind == UInt8(ascii: "4") }
  /// Bytes of a row of binary samples.
  var rowBytes: Int { isBitmap ? (width + 7) / 8 : width * depth * (maximum > 255 ? 2 : 1) }
  /// The format's name.
  var name: String {
    switch kind {
    case UInt8(ascii: "7"): "PAM"
    case UInt8(ascii: "3"), UInt8(ascii: "6"): "PPM"
    case UInt8(ascii: "2"), UInt8(ascii: "5"): "PGM"
    default: "PBM"
    }
  }

  /// Reads a header byte by byte after its first two bytes, of which `kind` is the second.
  ///
  /// - Throws: `.format` or `.truncated` if it is damaged, `.limit` if it is longer than `ByteStream.headerLimit`.
  init(kind: UInt8, _ bytes: ByteStream) throws(PictureError) {
    self.kind = kind
    if kind == UInt8(ascii: "7") {
      let fields = try Self.lines(of: bytes)
      guard let width = fields["WIDTH"], let height = fields["HEIGHT"], let depth = fields["DEPTH"],
        let maximum = fields["MAXVAL"]
      else { throw .damagedPixmapHeader }
      (self.width, self.height, self.depth, self.maximum) = (width, height, depth, maximum)
    } else {
      let isBitmap = kind == UInt8(ascii: "1") || kind == UInt8(ascii: "4")
      width = try bytes.number()
      height = try bytes.number()
      maximum = isBitmap ? 1 : try bytes.number()
      depth = kind == UInt8(ascii: "3") || kind == UInt8(ascii: "6") ? 3 : 1
    }
    try bytes.endHeader()
    guard width > 0, height > 0 else { throw .format(message: "the picture has no pixels") }
    guard (1...4).contains(depth) else {
      throw .format(message: "the picture has \(depth) samples per pixel; only 1 to 4 are supported")
    }
    guard (1...65_535).contains(maximum) else {
      throw .format(message: "the picture's largest sample is \(maximum), not 1 to 65535")
    }
  }

  /// The supported tuple types.
  private static let tupleTypes: Set<String> = [
    "", "BLACKANDWHITE", "GRAYSCALE", "RGB", "BLACKANDWHITE_ALPHA", "GRAYSCALE_ALPHA", "RGB_ALPHA",
  ]

  /// The numbers of a PAM's header, a line for each.
  private static func lines(of bytes: ByteStream) throws(PictureError) -> [String: Int] {
    var numbers: [String: Int] = [:]
    var line: [UInt8] = []
    while let byte = try bytes.next() {
      guard byte == UInt8(ascii: "\n") else {
        guard line.count < 1_000 else { throw .damagedPixmapHeader }
        line.append(byte)
        continue
      }
      let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }
      line.removeAll()
      guard let key = words.first.map(String.init), !key.hasPrefix("#") else { continue }
      if key == "ENDHDR" { return numbers }
      if key == "TUPLTYPE" {
        // The number of samples defines their meaning; the type is only checked to be one of these.
        let type = words.dropFirst().joined(separator: " ")
        guard tupleTypes.contains(type) else {
          let isName = type.utf8.allSatisfy { (0x21...0x7e).contains($0) } && type.utf8.count <= 32
          throw .format(
            message: "the picture's samples are " + (isName ? "\(type), and " : "")
              + "not RGB or GRAYSCALE, with _ALPHA or without")
        }
        continue
      }
      guard ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"].contains(key), numbers[key] == nil, words.count == 2,
        let number = Int(words[1]), (0..<1 << 31).contains(number)
      else { throw .damagedPixmapHeader }
      numbers[key] = number
    }
    throw .truncated(readable: 0, rows: 0, message: "the picture ends within its header")
  }
}

extension PictureError {
  static var longPixmapHeader: PictureError {
    .limit(message: "the picture's header, with its comments, is longer than \(ByteStream.headerLimit >> 10) KiB")
  }

  static var damagedPixmapHeader: PictureError { .format(message: "the picture's header is damaged") }
}
