/// The numbers of the command line: `[+-]?(d+(.d*)?|.d+)([eE][+-]?d+)?`, at most 1e15 in magnitude.
///
/// Written by hand because a script of 10,000 strokes holds half a million of them; independent of the locale.
enum Number {
  /// The maximum magnitude of a number.
  static let limit = 1e15

  /// Reads the longest number that begins at `index` and moves `index` after it.
  ///
  /// The result is the double nearest to the decimal number, or infinite. Returns nil and does not move `index` if
  /// there is none. The caller checks the limit.
  static func scan(_ bytes: Span<UInt8>, _ index: inout Int) -> Double? {
    let count = bytes.count
    var at = index
    var isNegative = false
    if at < count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      isNegative = bytes[at] == UInt8(ascii: "-")
      at += 1
    }
    let firstDigit = at
    var mantissa: UInt64 = 0
    var digits = 0
    var scale = 0
    while at < count, let digit = decimalDigit(bytes[at]) {
      mantissa = mantissa &* 10 &+ digit
      digits += 1
      at += 1
    }
    if at < count, bytes[at] == UInt8(ascii: ".") {
      var behind = at + 1
      while behind < count, let digit = decimalDigit(bytes[behind]) {
        mantissa = mantissa &* 10 &+ digit
        digits += 1
        scale -= 1
        behind += 1
      }
      if digits > 0 { at = behind }
    }
    guard digits > 0 else { return nil }
    let digitsEnd = at
    scale += scanExponent(bytes, &at)
    index = at
    // Up to 19 digits the mantissa did not overflow. Both it and the power of ten are exact doubles within these
    // bounds, so that the one operation rounds once and correctly (Clinger 1990).
    if digits <= 19, mantissa <= 1 << 53, scale >= -22, scale <= 22 {
      let size = scale < 0 ? Double(mantissa) / powersOfTen[-scale] : Double(mantissa) * powersOfTen[scale]
      return isNegative ? -size : size
    }
    return roundedSlowly(bytes, firstDigit..<digitsEnd, scale: scale, isNegative: isNegative)
  }

  /// The number of the whole word; nil if it is not one or beyond the limit.
  static func value(_ word: Span<UInt8>) -> Double? {
    var index = 0
    guard let number = scan(word, &index), index == word.count, number.magnitude <= limit else { return nil }
    return number
  }

  /// The number of the whole word, or a percentage divided by 100: `0.5` and `50%` are equal.
  static func share(_ word: Span<UInt8>) -> Double? {
    var index = 0
    guard let share = scanShare(word, &index), index == word.count else { return nil }
    return share
  }

  /// Reads a number or a percentage that begins at `index` and moves `index` after it; nil if there is none.
  ///
  /// Nil also for a number beyond the limit.
  static func scanShare(_ bytes: Span<UInt8>, _ index: inout Int) -> Double? {
    guard let number = scan(bytes, &index), number.magnitude <= limit else { return nil }
    // Adding 0 removes the sign of -0.
    guard index < bytes.count, bytes[index] == UInt8(ascii: "%") else { return number + 0 }
    index += 1
    return number / 100 + 0
  }

  /// The whole number of the word, digits only; nil if it is not one.
  ///
  /// A number beyond `Int` is `Int.max`.
  static func whole(_ word: Span<UInt8>) -> Int? {
    var index = 0
    guard let number = scanWhole(word, &index), index == word.count else { return nil }
    return number
  }

  /// Reads digits from `index` on and moves `index` after them; nil if there are none.
  ///
  /// A number beyond `Int` is `Int.max`.
  static func scanWhole(_ bytes: Span<UInt8>, _ index: inout Int) -> Int? {
    let start = index
    var number = 0
    var overflowed = false
    while index < bytes.count, let digit = decimalDigit(bytes[index]) {
      let (tens, first) = number.multipliedReportingOverflow(by: 10)
      let (sum, second) = tens.addingReportingOverflow(Int(digit))
      overflowed = overflowed || first || second
      number = overflowed ? 0 : sum
      index += 1
    }
    guard index > start else { return nil }
    return overflowed ? Int.max : number
  }

  /// The value of a decimal digit; nil for any other byte.
  @inline(__always) static func decimalDigit(_ byte: UInt8) -> UInt64? {
    let digit = byte &- UInt8(ascii: "0")
    return digit < 10 ? UInt64(digit) : nil
  }

  /// Reads an exponent at `index`, if there is one; its magnitude is at most 100,000, since larger ones are equivalent.
  private static func scanExponent(_ bytes: Span<UInt8>, _ index: inout Int) -> Int {
    guard index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") else { return 0 }
    var at = index + 1
    var isNegative = false
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      isNegative = bytes[at] == UInt8(ascii: "-")
      at += 1
    }
    guard let size = scanWhole(bytes, &at) else { return 0 }
    index = at
    return isNegative ? -min(size, 100_000) : min(size, 100_000)
  }

  /// The nearest double by the standard library's conversion, for the few words that the exact path cannot take.
  private static func roundedSlowly(
    _ bytes: Span<UInt8>, _ digits: Range<Int>, scale: Int, isNegative: Bool
  ) -> Double {
    var text = isNegative ? "-" : ""
    for index in digits where bytes[index] != UInt8(ascii: ".") {
      text.unicodeScalars.append(Unicode.Scalar(bytes[index]))
    }
    return Double(text + "e\(scale)") ?? .infinity
  }

  /// 10^0 … 10^22, all exact.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
