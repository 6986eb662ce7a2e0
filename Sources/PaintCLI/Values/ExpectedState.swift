/// The state that `--expect` requires: a fingerprint of the canvas, or the current revision.
enum ExpectedState: Equatable, Sendable {
  /// The fingerprint's upper and lower 64 bits.
  case fingerprint(high: UInt64, low: UInt64)
  /// The number of the revision; `Int.max` for every larger number.
  case revision(Int)

  /// Reads 32 hexadecimal digits or `rN`; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> ExpectedState {
    if word.count > 1, word[0] == UInt8(ascii: "r") {
      var index = 1
      if let number = Number.scanWhole(word, &index), index == word.count { return .revision(number) }
    }
    if word.count == 32 {
      var halves: (high: UInt64, low: UInt64) = (0, 0)
      var isHexadecimal = true
      for index in word.indices {
        guard let digit = HexadecimalColor.digit(word[index]) else {
          isHexadecimal = false
          break
        }
        halves.high = halves.high << 4 | halves.low >> 60
        halves.low = halves.low << 4 | UInt64(digit)
      }
      if isHexadecimal { return .fingerprint(high: halves.high, low: halves.low) }
    }
    throw .notA("a state: a fingerprint of 32 hexadecimal digits, or a revision such as r12", word)
  }
}
