/// A line of the bash shell that is being typed, split into words as the shell does.
///
/// Nothing is expanded: `$`, backquotes and patterns stay as they are.
struct ShellLine {
  /// The words before that at the cursor, without the program's name.
  private(set) var before: [[UInt8]] = []
  /// The words after it.
  private(set) var after: [[UInt8]] = []
  /// The word up to the cursor, without quotes.
  private(set) var word: [UInt8] = []
  /// The quote that is open at the cursor.
  private(set) var quote: UInt8?
  /// How many bytes of the word bash does not replace: those before the quote or the last character that breaks words.
  private(set) var fixed = 0
  /// Whether the word is the target of a redirection.
  private(set) var isTarget = false

  /// Splits a line.
  ///
  /// - Parameters:
  ///   - head: the line up to the cursor.
  ///   - tail: the line from the cursor on.
  ///   - breaks: the characters at which readline breaks words, `COMP_WORDBREAKS`.
  init(head: [UInt8], tail: [UInt8], breaks: [UInt8]) {
    var scanner = Scanner(bytes: head, breaks: breaks)
    let whole = scanner.scan()
    before = Array(whole.dropFirst())
    (word, quote, fixed, isTarget) = (scanner.word, scanner.quote, scanner.fixed, scanner.isTarget)
    // What follows the cursor without a blank belongs to the word.
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard quote == nil, let blank = tail.firstIndex(where: isBlank) else { return }
    var rest = Scanner(bytes: Array(tail[blank...]), breaks: breaks)
    after = rest.scan()
    if rest.isInWord, !rest.isTarget { after.append(rest.word) }
  }

  /// Reads words one byte at a time.
  private struct Scanner {
    let bytes: [UInt8]
    let breaks: [UInt8]
    private(set) var word: [UInt8] = []
    private(set) var isInWord = false
    private(set) var quote: UInt8?
    private(set) var fixed = 0
    private(set) var isTarget = false
    private var index = 0
    private var depth = 0
    private var words: [[UInt8]] = []

    init(bytes: [UInt8], breaks: [UInt8]) {
      self.bytes = bytes
      self.breaks = breaks
    }

    /// The whole words; the last one, which can be empty, is `word`.
    mutating func scan() -> [[UInt8]] {
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if let quote {
          takeQuoted(byte, quote)
        } else {
          takePlain(byte)
        }
      }
      return words
    }

    private mutating func takeQuoted(_ byte: UInt8, _ open: UInt8) {
      if byte == open {
        quote = nil
        fixed = fixedOutside
      } else if open == UInt8(ascii: "\""), byte == UInt8(ascii: "\\"), index < bytes.count,
        "\"\\$`".utf8.contains(bytes[index])
      {
        word.append(bytes[index])
        index += 1
      } else {
        word.append(byte)
      }
    }

    private var fixedOutside = 0

    private mutating func takePlain(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"):
        if depth > 0 { return append(byte) }
        endWord()
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        isInWord = true
        quote = byte
        fixedOutside = fixed
        fixed = word.count
      case UInt8(ascii: "\\"):
        isInWord = true
        guard index < bytes.count else { return }
        word.append(bytes[index])
        index += 1
      case UInt8(ascii: "<") where depth == 0, UInt8(ascii: ">") where depth == 0:
        // The number of a descriptor belongs to the redirection.
        if word.allSatisfy({ Number.decimalDigit($0) != nil || $0 == UInt8(ascii: "&") }) { forgetWord() }
        endWord()
        isTarget = true
      case UInt8(ascii: "("):
        depth += 1
        append(byte)
      case UInt8(ascii: ")"):
        depth = max(depth - 1, 0)
        append(byte)
      default: append(byte)
      }
    }

    private mutating func append(_ byte: UInt8) {
      isInWord = true
      word.append(byte)
      if breaks.contains(byte) { fixed = word.count }
    }

    private mutating func endWord() {
      guard isInWord else { return }
      if !isTarget { words.append(word) }
      forgetWord()
      isTarget = false
    }

    private mutating func forgetWord() {
      word.removeAll()
      (isInWord, fixed, fixedOutside) = (false, 0, 0)
    }
  }
}
