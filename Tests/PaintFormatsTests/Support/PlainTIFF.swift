/// A TIFF without compression in one strip, made in the plainest way.
struct PlainTIFF {
  /// How a number is stored; the values are those of the tag SampleFormat.
  enum Kind: Int {
    case unsigned = 1
    case signed = 2
    case float = 3
  }

  var width: Int
  var kind = Kind.unsigned
  var bits = 8
  /// The tag PhotometricInterpretation: 0 white is 0, 1 black is 0, 2 RGB, 5 CMYK.
  var photometric = 1
  /// Samples of a pixel.
  var samples = 1
  /// The tag ExtraSamples; nil to leave it out.
  var extra: [Int]?

  /// The file with these rows of bits, each filled up to whole bytes.
  func file(_ rows: [[UInt8]]) -> [UInt8] {
    func word(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let pixels = Array(rows.joined())
    // Values of two bytes: one fits into its field, up to two do.
    var fields: [(tag: Int, values: [Int])] = [
      (256, [width]), (257, [rows.count]), (258, Array(repeating: bits, count: samples)), (259, [1]),
      (262, [photometric]), (273, [8]), (277, [samples]), (278, [rows.count]), (279, [pixels.count]),
      (339, Array(repeating: kind.rawValue, count: samples)),
    ]
    if let extra { fields.append((338, extra)) }
    fields.sort { $0.tag < $1.tag }
    var behind: [UInt8] = []
    var directory = word(fields.count, 2)
    let start = 8 + pixels.count + pixels.count % 2
    let end = start + 2 + 12 * fields.count + 4
    for field in fields {
      let isLong = field.tag == 279
      let bytes = field.values.flatMap { word($0, isLong ? 4 : 2) }
      directory += word(field.tag, 2) + word(isLong ? 4 : 3, 2) + word(field.values.count, 4)
      if bytes.count <= 4 {
        directory += bytes + Array(repeating: 0, count: 4 - bytes.count)
      } else {
        directory += word(end + behind.count, 4)
        behind += bytes
      }
    }
    return Array("II*\0".utf8) + word(start, 4) + pixels + Array(repeating: 0, count: pixels.count % 2) + directory
      + word(0, 4) + behind
  }

  /// A row of whole numbers, the highest bit first; numbers of whole bytes are little-endian.
  func row(_ numbers: [Int64]) -> [UInt8] {
    if bits % 8 == 0 {
      return numbers.flatMap { number in (0..<bits / 8).map { UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) } }
    }
    var bytes = [UInt8](repeating: 0, count: (numbers.count * bits + 7) / 8)
    for (index, number) in numbers.enumerated() {
      for bit in 0..<bits where number >> Int64(bits - 1 - bit) & 1 == 1 {
        let place = index * bits + bit
        bytes[place / 8] |= 0x80 >> UInt8(place % 8)
      }
    }
    return bytes
  }
}
