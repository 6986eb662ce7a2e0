/// Reads base64, digit by digit.
enum PlainBase64 {
  /// The bytes of a text; nil unless it is valid and padded.
  static func bytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    var bits = 0
    var value: UInt32 = 0
    let digits = text.prefix { $0 != UInt8(ascii: "=") }
    guard text.count - digits.count <= 2, text[digits.count...].allSatisfy({ $0 == UInt8(ascii: "=") }) else {
      return nil
    }
    for digit in digits {
      let number: UInt8
      switch digit {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): number = digit - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): number = digit - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = digit - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): number = 62
      case UInt8(ascii: "/"): number = 63
      default: return nil
      }
      value = value << 6 | UInt32(number)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
        value &= (1 << UInt32(bits)) - 1
      }
    }
    return bytes
  }
}
