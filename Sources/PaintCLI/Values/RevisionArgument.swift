/// A revision as typed, in one of the forms of `RevisionForm`.
enum RevisionArgument: Equatable, Sendable {
  /// A number; `Int.max` for every larger number, which no document reaches.
  case number(Int)
  /// The start: r0 or, after pruning, the oldest revision.
  case start
  /// The current revision.
  case current
  /// The tip, where redo ends.
  case latest
  /// Where undo of that many steps leads, at least 1.
  case undone(Int)
  /// Where redo of that many steps leads, at least 1.
  case redone(Int)
  /// That many revisions before another one; the counts of `r12~3~1` are added.
  indirect case before(RevisionArgument, Int)
  /// Where the drawing stood at a moment.
  case moment(PastMoment)
  /// The revision of a branch, or the newest step of that name.
  case named(String)

  /// The words that are a revision of every document.
  static let words = ["start", "current", "latest"]

  /// Reads the whole word as a revision; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> RevisionArgument {
    if let number = number(word) { return .number(number) }
    let text = String(copying: word)
    switch text {
    case "start": return .start
    case "current": return .current
    case "latest": return .latest
    default: break
    }
    if let steps = steps(word) { return steps }
    let (end, count) = counted(word)
    if end < word.count { return .before(try parse(word.extracting(0..<end)), count) }
    if let moment = try PastMoment.scan(word) { return .moment(moment) }
    guard !text.isEmpty, !text.hasPrefix("-"), !RevisionRange.isRange(word), text.lowercased() != "none" else {
      throw .notA("a revision: \(RevisionForm.brief)", word)
    }
    return .named(text)
  }

  /// The number of the word, written `12` or `r12`; nil if it is not one.
  static func number(_ word: Span<UInt8>) -> Int? {
    var index = 0
    if word.count > 1, word[0] == UInt8(ascii: "r") { index = 1 }
    guard let number = Number.scanWhole(word, &index), index == word.count else { return nil }
    return number
  }

  /// Whether a text is one of the words for every document, or read as the name of a branch or step.
  static func isName(_ text: String) -> Bool {
    switch try? parse(text.utf8Span.span) {
    case .start, .current, .latest, .named: true
    default: false
    }
  }

  /// Its word, as it can be typed.
  var text: String {
    switch self {
    case .number(let number): "r\(number)"
    case .start: "start"
    case .current: "current"
    case .latest: "latest"
    case .undone(let steps): "-\(steps)"
    case .redone(let steps): "+\(steps)"
    case .before(let later, let count): "\(later.text)~\(count)"
    case .moment(let moment): moment.text
    case .named(let name): name
    }
  }

  /// `-1` and `+2`.
  private static func steps(_ word: Span<UInt8>) -> RevisionArgument? {
    guard word.count > 1, let count = Number.whole(word.extracting(1..<word.count)), count > 0 else { return nil }
    switch word[0] {
    case UInt8(ascii: "-"): return .undone(count)
    case UInt8(ascii: "+"): return .redone(count)
    default: return nil
    }
  }

  /// Where the counts at the word's end begin, as in `r12~3`, and their sum; the word's end if there is none.
  private static func counted(_ word: Span<UInt8>) -> (end: Int, count: Int) {
    var (end, sum) = (word.count, 0)
    var place = word.count - 1
    while place > 0, place + 1 < end || Number.decimalDigit(word[place]) != nil {
      if word[place] == UInt8(ascii: "~"), let count = Number.whole(word.extracting(place + 1..<end)) {
        (end, sum) = (place, sum.addingReportingOverflow(count).overflow ? .max : sum + count)
      } else if Number.decimalDigit(word[place]) == nil {
        break
      }
      place -= 1
    }
    return (end, sum)
  }
}
