/// The floating-point samples that become black and white, as typed: `MIN,MAX`.
enum RangeArgument {
  /// Reads two numbers with a comma between them, the first less than the second; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> ClosedRange<Double> {
    var index = 0
    if let least = Number.scan(word, &index), index < word.count, word[index] == UInt8(ascii: ",") {
      index += 1
      if let most = Number.scan(word, &index), index == word.count, least < most { return least...most }
    }
    throw .notA("a range: MIN,MAX, two numbers of which the first is less", word)
  }
}
