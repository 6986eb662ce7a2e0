/// The text between `$'` and `'`, in which a backslash begins an escape, as in bash and POSIX.1-2024.
///
/// `\n`, `\r`, `\t`, `\a`, `\b`, `\f`, `\v` and `\e` are control characters; `\\`, `\'`, `\"` and `\?` are the second
/// character itself; `\xHH` is a byte of one or two hexadecimal digits, `\OOO` one of one to three octal digits.
enum SpelledOutQuote {
  /// Adds the quote's characters to the word; returns the index after the quote, nil if it is not closed.
  ///
  /// Throws `bad_script` for any other escape, for NUL, and for invalid UTF-8.
  static func copy(_ line: Span<UInt8>, from start: Int, to words: inout Words) throws(Failure) -> Int? {
    var bytes: [UInt8] = []
    var index = start
    while index < line.count {
      let byte = line[index]
      switch byte {
      case UInt8(ascii: "'"):
        guard String(validating: bytes, as: UTF8.self) != nil else {
          throw ScriptLine.failure("not UTF-8", line, start)
        }
        for byte in bytes { words.append(byte: byte) }
        return index + 1
      case UInt8(ascii: "\\"):
        let place = index
        guard let spelled = escape(line, &index) else {
          throw ScriptLine.failure("a backslash that means nothing between $' and '", line, place)
        }
        if spelled == 0 { throw ScriptLine.failure("a NUL character", line, place) }
        bytes.append(spelled)
      default:
        if byte == 0 { throw ScriptLine.failure("a NUL character", line, index) }
        bytes.append(byte)
        index += 1
      }
    }
    return nil
  }

  /// The byte of the escape at the index, which is moved after the escape; nil if there is no such escape.
  private static func escape(_ line: Span<UInt8>, _ index: inout Int) -> UInt8? {
    guard index + 1 < line.count else { return nil }
    let letter = line[index + 1]
    if letter == UInt8(ascii: "x") {
      index += 2
      return number(line, &index, digits: 2, radix: 16)
    }
    if (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(letter) {
      index += 1
      return number(line, &index, digits: 3, radix: 8)
    }
    guard let byte = meanings[letter] else { return nil }
    index += 2
    return byte
  }

  private static let meanings: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8,
    UInt8(ascii: "f"): 12, UInt8(ascii: "v"): 11, UInt8(ascii: "e"): 27, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "'"): UInt8(ascii: "'"), UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "?"): UInt8(ascii: "?"),
  ]

  private static func number(_ line: Span<UInt8>, _ index: inout Int, digits: Int, radix: Int) -> UInt8? {
    var value = 0
    var count = 0
    while count < digits, index < line.count, let digit = digit(line[index]), digit < radix {
      value = value * radix + digit
      index += 1
      count += 1
    }
    return count == 0 ? nil : UInt8(exactly: value)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x61 + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x41 + 10
    default: nil
    }
  }
}
