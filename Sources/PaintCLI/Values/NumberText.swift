/// The text of numbers in canonical commands and receipts: the shortest that is read as the same number.
enum NumberText {
  /// Rounds a coordinate to a 65,536th of a pixel, ties to even as drawing does.
  static func rounded(_ coordinate: Double) -> Double {
    // Adding 0 removes the sign of -0, which would otherwise be written as "-0".
    (coordinate * 65_536).rounded(.toNearestOrEven) / 65_536 + 0
  }

  /// Appends the shortest decimal that `rounded(_:)` maps to this coordinate, itself a multiple of 1/65,536.
  ///
  /// Five decimals always suffice, since their distance, 1e-5, is less than 1/65,536; fewer suffice for typed numbers with
  /// fewer.
  static func appendCoordinate(_ coordinate: Double, to text: inout [UInt8]) {
    // Below 2^26 a double is within 1/2,048 unit of the decimal that it was read from, and the products stay within 63
    // bits. Beyond it a double's own shortest text is as good.
    guard coordinate.magnitude < 67_108_864 else { return append(coordinate, to: &text) }
    let units = Int64((coordinate.magnitude * 65_536).rounded())
    var power: Int64 = 1
    var decimals = 0
    while true {
      // The candidate is whole/power; it is used if it is within 1/2 - 1/2,000 unit, so that the rounding of the double
      // cannot move it past the half.
      let scaled = units * power
      let whole = (scaled + 32_768) >> 16
      let miss = ((whole << 16) - scaled).magnitude
      if miss * 2_000 <= UInt64(power) * 999 || decimals == 5 {
        appendDecimal(whole, decimals: decimals, isNegative: coordinate < 0, to: &text)
        return
      }
      power *= 10
      decimals += 1
    }
  }

  /// Appends the shortest decimal that is read as this double, without exponent from 1e-7 to 1e16.
  ///
  /// The number must be finite.
  static func append(_ number: Double, to text: inout [UInt8]) {
    precondition(number.isFinite, "only finite numbers have a text")
    if number.magnitude < 9_007_199_254_740_992, number == number.rounded(.towardZero) {
      append(Int64(number), to: &text)
      return
    }
    // The standard library's shortest digits, without the exponent of small and large ones.
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    var bytes = Array(number.magnitude.description.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: ".") {
        point = digits.count
      } else if byte == UInt8(ascii: "e") {
        exponent = Int(String(decoding: bytes, as: UTF8.self)) ?? 0
        break
      } else {
        digits.append(byte)
      }
    }
    if number < 0 { text.append(UInt8(ascii: "-")) }
    var position = (point ?? digits.count) + exponent
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    while digits.count > 1, digits.first == UInt8(ascii: "0") {
      digits.removeFirst()
      position -= 1
    }
    appendDigits(digits, pointAt: position, to: &text)
  }

  /// Appends a whole number.
  static func append(_ number: some BinaryInteger, to text: inout [UInt8]) {
    text.append(contentsOf: String(number).utf8)
  }

  /// The text of `append(_:to:)`.
  static func text(_ number: Double) -> String {
    var text: [UInt8] = []
    append(number, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of `appendCoordinate(_:to:)`.
  static func coordinate(_ coordinate: Double) -> String {
    var text: [UInt8] = []
    appendCoordinate(coordinate, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// A whole number with commas between thousands.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A number of things: `1 line`, `2 lines`.
  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// Appends digits with the decimal point before the one at `point`, which can be outside of them.
  private static func appendDigits(_ digits: [UInt8], pointAt point: Int, to text: inout [UInt8]) {
    let zero = UInt8(ascii: "0")
    if point > 16 || point < -6 {
      text.append(digits[0])
      if digits.count > 1 {
        text.append(UInt8(ascii: "."))
        text.append(contentsOf: digits[1...])
      }
      text.append(UInt8(ascii: "e"))
      append(point - 1, to: &text)
    } else if point <= 0 {
      text.append(contentsOf: [zero, UInt8(ascii: ".")])
      text.append(contentsOf: repeatElement(zero, count: -point))
      text.append(contentsOf: digits)
    } else if point >= digits.count {
      text.append(contentsOf: digits)
      text.append(contentsOf: repeatElement(zero, count: point - digits.count))
    } else {
      text.append(contentsOf: digits[..<point])
      text.append(UInt8(ascii: "."))
      text.append(contentsOf: digits[point...])
    }
  }

  /// Appends `whole` / 10^`decimals`.
  private static func appendDecimal(_ whole: Int64, decimals: Int, isNegative: Bool, to text: inout [UInt8]) {
    if isNegative, whole != 0 { text.append(UInt8(ascii: "-")) }
    let start = text.count
    var rest = UInt64(whole)
    var written = 0
    repeat {
      if written == decimals, decimals > 0 { text.append(UInt8(ascii: ".")) }
      text.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      written += 1
    } while rest > 0 || written <= decimals
    text[start...].reverse()
  }
}
