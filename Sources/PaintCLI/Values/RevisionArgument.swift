/// A revision as typed: `12`, `r12`, `start`, `current`, `latest` or a branch's name.
enum RevisionArgument: Equatable, Sendable {
  /// A number; `Int.max` for every larger number, which no document reaches.
  case number(Int)
  /// The start: r0 or, after pruning, the oldest revision.
  case start
  /// The current revision.
  case current
  /// The tip, where redo ends.
  case latest
  /// The revision of a branch.
  case branch(String)

  /// The words that are a revision of every document.
  static let words = ["start", "current", "latest"]

  /// Reads the whole word as a revision; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> RevisionArgument {
    if let number = number(word) { return .number(number) }
    switch String(copying: word) {
    case "start": return .start
    case "current": return .current
    case "latest": return .latest
    case let name where BranchName.rejectionReason(name) == nil: return .branch(name)
    default:
      throw .notA("a revision: a number such as 12 or r12, start, current, latest or a branch's name", word)
    }
  }

  /// The number of the word, written `12` or `r12`; nil if it is not one.
  static func number(_ word: Span<UInt8>) -> Int? {
    var index = 0
    if word.count > 1, word[0] == UInt8(ascii: "r") { index = 1 }
    guard let number = Number.scanWhole(word, &index), index == word.count else { return nil }
    return number
  }
}
