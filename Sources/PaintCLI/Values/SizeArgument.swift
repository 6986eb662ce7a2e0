/// An amount of bytes of `--bytes`: `209715200`, `800K`, `200M`, `2G`, in units of 1,024; 0 is no limit.
enum SizeArgument {
  /// The maximum: 1 PiB.
  static let largest = 1 << 50

  /// Reads the whole word; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> Int {
    var index = 0
    if let number = Number.scanWhole(word, &index), index > 0 {
      let unit: Int? =
        switch String(copying: word.extracting(index..<word.count)) {
        case "", "B": 1
        case "K", "k", "KiB": 1 << 10
        case "M", "m", "MiB": 1 << 20
        case "G", "g", "GiB": 1 << 30
        case "T", "t", "TiB": 1 << 40
        default: nil
        }
      if let unit, number <= largest / unit { return number * unit }
    }
    throw .notA("an amount of bytes: 209715200, 800K, 200M or 2G, or 0 for no limit", word)
  }

  /// The amount in the largest unit without a fraction.
  static func text(_ bytes: Int) -> String {
    for (unit, letter) in [(1 << 40, "T"), (1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")]
    where bytes >= unit && bytes % unit == 0 { return "\(bytes / unit)\(letter)" }
    return "\(bytes)"
  }
}
