/// Dashes as typed: `none`, the default pattern (`--dash` alone), or lengths of dashes and gaps in turn.
enum DashArgument: Equatable, Sendable {
  /// A solid line.
  case none
  /// Dashes and gaps of three widths each.
  case automatic
  /// Dash, gap, dash, gap …, pixels, none below 0 and not all 0; an odd count is repeated once.
  case lengths([Double])

  /// Reads `none` or numbers with commas between them; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> DashArgument {
    if isNone(word) { return .none }
    var lengths: [Double] = []
    var index = 0
    while let length = Number.scan(word, &index), length >= 0, length <= Number.limit {
      lengths.append(length + 0)
      if index == word.count {
        guard lengths.contains(where: { $0 > 0 }) else { break }
        return .lengths(lengths)
      }
      guard word[index] == UInt8(ascii: ",") else { break }
      index += 1
    }
    throw .notA("a dash pattern: ON,OFF… in pixels, not all 0, or none", word)
  }

  /// Whether the word after `--dash` is its value: `none`, or a list that begins with a number.
  static func isValue(_ word: Span<UInt8>) -> Bool {
    var index = 0
    guard Number.scan(word, &index) != nil else { return isNone(word) }
    while index < word.count {
      guard word[index] == UInt8(ascii: ",") else { return false }
      index += 1
      guard Number.scan(word, &index) != nil else { return false }
    }
    return true
  }

  private static func isNone(_ word: Span<UInt8>) -> Bool {
    word.count == 4 && word[0] == UInt8(ascii: "n") && word[1] == UInt8(ascii: "o") && word[2] == UInt8(ascii: "n")
      && word[3] == UInt8(ascii: "e")
  }
}
