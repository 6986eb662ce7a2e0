import PaintRaster

/// Colours as hexadecimal digits: `rgb`, `rgba`, `rrggbb`, `rrggbbaa`, with or without `#`.
enum HexadecimalColor {
  /// The colour of the whole word; nil if it is not one.
  static func parse(_ word: Span<UInt8>) -> Pixel? {
    let start = word.count > 0 && word[0] == UInt8(ascii: "#") ? 1 : 0
    let count = word.count - start
    guard count == 3 || count == 4 || count == 6 || count == 8 else { return nil }
    var digits: UInt32 = 0
    for index in start..<word.count {
      guard let digit = digit(word[index]) else { return nil }
      digits = digits << 4 | UInt32(digit)
      if count <= 4 { digits = digits << 4 | UInt32(digit) }
    }
    if count == 3 || count == 6 { digits = digits << 8 | 255 }
    return Pixel(bits: digits.byteSwapped)
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  @inline(__always) static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Appends `#rrggbbaa`.
  static func append(_ color: Pixel, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "#"))
    appendDigits(color, to: &text)
  }

  /// Appends `rrggbbaa`, for commands: in a shell a `#` would begin a comment.
  static func appendDigits(_ color: Pixel, to text: inout [UInt8]) {
    for sample in [color.red, color.green, color.blue, color.alpha] {
      for digit in [sample >> 4, sample & 15] {
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  /// The text `#rrggbbaa`.
  static func text(_ color: Pixel) -> String {
    var text: [UInt8] = []
    append(color, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The text `rrggbbaa`.
  static func digits(_ color: Pixel) -> String {
    var text: [UInt8] = []
    appendDigits(color, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
