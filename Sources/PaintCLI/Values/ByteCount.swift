/// Amounts of memory as typed: `33554432`, `512K`, `32M`, `2G`, in units of 1,024.
enum ByteCount {
  /// Reads an amount, 1 byte to 1 TiB; throws `bad_value` naming the variable it came from.
  static func parse(_ text: String, variable: EnvironmentVariable) throws(Failure) -> Int {
    var digits = text.utf8[...]
    var unit = 1
    switch digits.last {
    case UInt8(ascii: "K"), UInt8(ascii: "k"): unit = 1 << 10
    case UInt8(ascii: "M"), UInt8(ascii: "m"): unit = 1 << 20
    case UInt8(ascii: "G"), UInt8(ascii: "g"): unit = 1 << 30
    default: break
    }
    if unit > 1 { digits.removeLast() }
    let number = digits.allSatisfy { Number.decimalDigit($0) != nil } ? Int(String(Substring(digits))) : nil
    guard let number, number > 0, number <= (1 << 40) / unit else {
      throw Failure(
        .badValue, "\(variable.rawValue): \(Failure.quoted(text)) is not an amount of memory",
        hint: "such amounts are 33554432, 512K, 32M or 2G")
    }
    return number * unit
  }
}
