/// A range of revisions as typed: `A..B`, by default from the start to the current one.
struct RevisionRange: Equatable, Sendable {
  var first = RevisionArgument.start
  var last = RevisionArgument.current

  /// Creates the range from the start to the current revision.
  init() {}

  /// Reads the whole word; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> RevisionRange {
    guard let dots = dots(in: word) else { throw .notA("a range of revisions: A..B", word) }
    var range = RevisionRange()
    if dots > 0 { range.first = try RevisionArgument.parse(word.extracting(0..<dots)) }
    if dots + 2 < word.count { range.last = try RevisionArgument.parse(word.extracting(dots + 2..<word.count)) }
    return range
  }

  /// Whether a word is a range: it contains two dots, and no placeholder for a number.
  static func isValue(_ word: Span<UInt8>) -> Bool {
    for index in word.indices where word[index] == UInt8(ascii: "%") { return false }
    return isRange(word)
  }

  /// Whether a word contains two dots.
  static func isRange(_ word: Span<UInt8>) -> Bool { dots(in: word) != nil }

  private static func dots(in word: Span<UInt8>) -> Int? {
    for index in 0..<max(word.count - 1, 0) where word[index] == UInt8(ascii: ".") && word[index + 1] == word[index] {
      return index
    }
    return nil
  }
}
