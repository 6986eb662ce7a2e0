import SystemPackage

/// A file name with a placeholder for a number, as in printf: `step-%05d.png`, or `%d` without leading zeros.
struct NumberedName {
  private var before: [UInt8] = []
  private var after: [UInt8] = []
  private var digits = 0

  /// Reads a name; `%%` means a percent sign.
  ///
  /// Throws `bad_value` unless it has one placeholder, and no other percent sign.
  init(_ path: FilePath) throws(Failure) {
    let bytes = path.bytes
    var hasPlace = false
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "%") else {
        text.append(byte)
        continue
      }
      if index < bytes.count, bytes[index] == byte {
        text.append(byte)
        index += 1
        continue
      }
      var width = 0
      // A file name cannot have more digits.
      while index < bytes.count, let digit = Number.decimalDigit(bytes[index]), width < 100 {
        width = 10 * width + Int(digit)
        index += 1
      }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "d"), width < 100, !hasPlace else {
        throw Self.failure(path)
      }
      index += 1
      hasPlace = true
      digits = width
      before = text
      text = []
    }
    guard hasPlace else { throw Self.failure(path) }
    after = text
  }

  /// The name with that number.
  func path(_ number: Int) -> FilePath {
    let text = Array(String(number).utf8)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, digits - text.count))
    return FilePath(bytes: before + zeros + text + after)
  }

  private static func failure(_ path: FilePath) -> Failure {
    Failure(
      .badValue, "\(Failure.quoted(path.string)) needs one placeholder for the number of the revision",
      hint: "for example: 'step-%05d.png'")
  }
}
