/// A revision as typed: `12`, `r12`, `start`, `current` or `latest`.
enum RevisionArgument: Equatable, Sendable {
  /// That revision; `Int.max` stands for every number beyond it, which no document reaches.
  case number(Int)
  /// The start, r0 (after pruning the oldest kept).
  case start
  /// Where the canvas stands.
  case current
  /// Where redo ends.
  case latest

  /// Reads the whole word as a revision; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> RevisionArgument {
    var index = 0
    if word.count > 1, word[0] == UInt8(ascii: "r") { index = 1 }
    if let number = Number.scanWhole(word, &index), index == word.count { return .number(number) }
    switch String(copying: word) {
    case "start": return .start
    case "current": return .current
    case "latest": return .latest
    default: throw .notA("a revision: a number such as 12 or r12, start, current or latest", word)
    }
  }
}
