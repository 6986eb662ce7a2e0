/// A duration of `--side-age`: `90d`, `12h`, `30m`, `2w`, `45s`; 0 means forever.
enum DurationArgument {
  private static let units: [(name: String, milliseconds: Int)] = [
    ("w", 7 * 86_400_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000),
  ]
  /// The maximum: ten thousand years.
  private static let longest = 10_000 * 366 * 86_400_000

  /// Reads the whole word, in milliseconds; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> Int {
    var index = 0
    if let number = Number.scanWhole(word, &index), index > 0 {
      var name = String(copying: word.extracting(index..<word.count))
      if name == "min" { name = "m" }
      if name.isEmpty, number == 0 { return 0 }
      if let unit = units.first(where: { $0.name == name })?.milliseconds {
        return min(number, longest / unit) * unit
      }
    }
    throw .notA("a time: 90d, 12h, 30m or 2w, or 0 for forever", word)
  }

  /// The duration in the largest unit without a fraction, except weeks.
  static func text(_ milliseconds: Int) -> String {
    for unit in units.dropFirst() where milliseconds % unit.milliseconds == 0 {
      return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }
    return "\(milliseconds / 1_000)s"
  }
}
