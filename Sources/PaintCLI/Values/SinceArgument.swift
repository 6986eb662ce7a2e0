/// The value of `--since`: a duration before now, a time, or a revision.
enum SinceArgument: Equatable, Sendable {
  /// Milliseconds before now.
  case ago(Int)
  /// A time, in milliseconds since 1970, UTC.
  case moment(Int)
  /// After a revision.
  case revision(RevisionArgument)

  /// Reads the whole word; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> SinceArgument {
    if let milliseconds = duration(word) { return .ago(milliseconds) }
    if let moment = Timestamp.milliseconds(word) { return .moment(moment) }
    if let revision = try? RevisionArgument.parse(word) { return .revision(revision) }
    throw .notA(meaning, word)
  }

  private static let meaning =
    "a time: 90s, 5m, 2h, 3d or 1w ago, a moment such as 2026-11-21T09:30:00Z, or a revision such as r12"

  /// The failure for a word that could be a branch but is not, such as a mistyped time.
  static func unknown(_ name: String) -> Failure {
    Failure(.badValue, "--since: \(Failure.quoted(name)) is not \(meaning)")
  }

  /// A whole number with a unit, in milliseconds, at most 10,000 years.
  static func duration(_ word: Span<UInt8>) -> Int? {
    var index = 0
    guard let number = Number.scanWhole(word, &index), index > 0 else { return nil }
    let unit: Int
    switch String(copying: word.extracting(index..<word.count)) {
    case "s": unit = 1
    case "m", "min": unit = 60
    case "h": unit = 3_600
    case "d": unit = 86_400
    case "w": unit = 7 * 86_400
    default: return nil
    }
    let longest = 10_000 * 366 * 86_400
    return min(number, longest / unit) * unit * 1_000
  }
}
