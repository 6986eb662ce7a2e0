/// A moment as typed: `10m`, so long ago, or `@{yesterday 14:00}`, in local time.
struct PastMoment: Equatable, Sendable {
  /// The word.
  let text: String
  private let meaning: Meaning

  private enum Meaning: Equatable {
    /// Milliseconds before now.
    case ago(Int)
    /// Milliseconds since 1970, UTC.
    case moment(Int)
    /// Milliseconds after the beginning of a local day.
    case local(Day, Int)
  }

  private enum Day: Equatable {
    /// So many days before today.
    case back(Int)
    /// So many days after 1970-01-01.
    case date(Int)
  }

  /// Milliseconds since 1970, UTC.
  func milliseconds(by clock: LocalClock) -> Int {
    switch meaning {
    case .ago(let milliseconds): clock.now - milliseconds
    case .moment(let moment): moment
    case .local(.back(let days), let time): clock.moment(day: clock.today - days, time: time)
    case .local(.date(let day), let time): clock.moment(day: day, time: time)
    }
  }

  /// Reads the whole word; nil if it is no moment, and has not its beginning.
  ///
  /// Throws `bad_value` for a word that begins with `@{` and is no moment.
  static func scan(_ word: Span<UInt8>) throws(Failure) -> PastMoment? {
    let text = String(copying: word)
    if let milliseconds = SinceArgument.duration(word) { return PastMoment(text: text, meaning: .ago(milliseconds)) }
    guard word.count > 1, word[0] == UInt8(ascii: "@"), word[1] == UInt8(ascii: "{") else { return nil }
    if word[word.count - 1] == UInt8(ascii: "}"), let meaning = meaning(word.extracting(2..<word.count - 1)) {
      return PastMoment(text: text, meaning: meaning)
    }
    throw .notA("a time: \(examples.listed("or"))", word, hint: "a time with a blank needs quotes: \(quoted)")
  }

  /// Some words, for messages and help.
  static let examples = ["@{14:00}", "@{yesterday 14:00}", "@{2026-11-20 14:00}", "@{2 hours ago}"]
  private static let quoted = "paint goto '@{yesterday 14:00}'"

  // MARK: What is between the braces

  private static func meaning(_ inner: Span<UInt8>) -> Meaning? {
    if let moment = Timestamp.milliseconds(inner), inner.count > 10 { return .moment(moment) }
    // Dates have a `T` before the time in one word, too.
    var words: [String] = []
    for word in String(copying: inner).lowercased().split(separator: Character(" ")) {
      let parts = word.split(separator: Character("t"), omittingEmptySubsequences: false)
      if parts.count == 2, parts[0].utf8.count == 10 {
        words += parts.map(String.init)
      } else {
        words.append(String(word))
      }
    }
    if words == ["now"] { return .ago(0) }
    if let milliseconds = ago(words) { return .ago(milliseconds) }
    guard let first = words.first, words.count < 3 else { return nil }
    guard let day = day(first) else {
      return words.count == 1 ? time(first).map { .local(.back(0), $0) } : nil
    }
    guard words.count == 2 else { return .local(day, 0) }
    return time(words[1]).map { .local(day, $0) }
  }

  private static func day(_ word: String) -> Day? {
    switch word {
    case "today": .back(0)
    case "yesterday": .back(1)
    // A date alone is read as the beginning of its day in UTC.
    default: word.utf8.count == 10 ? Timestamp.milliseconds(word.utf8Span.span).map { .date($0 / 86_400_000) } : nil
    }
  }

  /// `9:30`, `14:00`, `14:00:30`, in milliseconds.
  private static func time(_ word: String) -> Int? {
    let parts = word.split(separator: Character(":"), omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0
    for (place, part) in parts.enumerated() {
      let isHour = place == 0
      guard part.utf8.count == 2 || isHour && part.utf8.count == 1, let number = Number.whole(part.utf8Span.span),
        number < (isHour ? 24 : 60)
      else { return nil }
      seconds = seconds * 60 + number
    }
    return (parts.count == 2 ? seconds * 60 : seconds) * 1_000
  }

  private static let units = [
    "s": ["sec", "second", "seconds"], "m": ["min", "minute", "minutes"], "h": ["hour", "hours"], "d": ["day", "days"],
    "w": ["week", "weeks"],
  ]

  /// `2 hours ago`, `2 hours`, `2h ago`; in milliseconds.
  private static func ago(_ words: [String]) -> Int? {
    var words = words
    if words.last == "ago" { words.removeLast() }
    guard words.count == 1 || words.count == 2 else { return nil }
    if words.count == 2, let unit = units.first(where: { $0.key == words[1] || $0.value.contains(words[1]) }) {
      guard Number.whole(words[0].utf8Span.span) != nil else { return nil }
      words = [words[0] + unit.key]
    }
    return words.count == 1 ? SinceArgument.duration(words[0].utf8Span.span) : nil
  }
}
