import PaintFormats
import PaintRaster
import PaintTestSupport

/// Random changes of picture files.
enum Mutation {
  /// The files of a format that are changed.
  static func seeds(of format: String) throws -> [[UInt8]] {
    let names: [String: [String]] = [
      "JPEG": Fixture.jpeg, "WebP": Fixture.webp, "TIFF": Fixture.tiff, "GIF": Fixture.gif, "AVIF": Fixture.avif,
      "HEIF": Fixture.heif, "PPM": Fixture.pnm.filter { !$0.hasSuffix("pam") },
      "PAM": Fixture.pnm.filter { $0.hasSuffix("pam") },
    ]
    if let names = names[format] { return names.map(Fixture.bytes) }
    // PNG: colours, colours with alpha, bits, grey, and a palette.
    return try ["pnm/colour.ppm", "pnm/alpha.pam", "pnm/bits.pbm", "pnm/grey.pgm", "gif/plain.gif"].map { name in
      let reader = try PictureReader(PictureSource(bytes: Fixture.bytes(name)))
      let output = PictureOutput()
      let writer = try PictureWriter(.png, size: reader.size, isOpaque: reader.isOpaque, to: output)
      try reader.copy(to: writer)
      return output.bytes
    }
  }

  /// A file with one to eight changes, often near its beginning, where the header is.
  static func changed(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var changed = bytes
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let limit = Int.random(in: 0..<4, using: &random) == 0 ? min(128, changed.count) : changed.count
      let place = Int.random(in: 0..<limit, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: changed[place] = UInt8.random(in: 0...255, using: &random)
      case 2: changed[place] = 0xff
      case 3: changed[place] = 0
      case 4: changed[place] &+= Bool.random(using: &random) ? 1 : 255
      case 5:
        for index in place..<min(place + 8, changed.count) {
          changed[index] = UInt8.random(in: 0...255, using: &random)
        }
      default:
        if Int.random(in: 0..<4, using: &random) == 0 { changed.removeLast(changed.count - 1 - place) }
      }
    }
    return changed
  }

  /// A PNG whose chunks have the right CRCs, so that changes get further than these.
  static func repaired(_ png: [UInt8]) -> [UInt8] {
    var repaired = png
    var place = 8
    while place + 12 <= png.count {
      let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= png.count - place - 12 else { break }
      let end = place + 8 + length
      let sum = crc(png[(place + 4)..<end])
      for index in 0..<4 { repaired[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
      place = end + 4
    }
    return repaired
  }

  /// CRC-32, bit by bit.
  private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
    }
    return ~sum
  }
}
