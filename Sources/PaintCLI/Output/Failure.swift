/// Why a command did not do what it was asked, in words for its user.
struct Failure: Error, Equatable, Sendable {
  /// The stable name of the kind of failure.
  var code: FailureCode
  /// One sentence without a full stop at its end; names the word or the file it is about.
  var message: String
  /// What to try instead, if something is worth trying.
  var hint: String?
  /// What the process returns.
  var exitCode: ExitCode
  /// The revisions that it is about, where a program is to know them.
  var revisions: [Int] = []
  /// Where the canvas is, where that is not what was expected.
  var state: State?

  /// A canvas by its revision and fingerprint.
  struct State: Equatable, Sendable {
    var revision: Int
    var fingerprint: String
  }

  /// A failure that exits as its code says, unless `exitCode` says otherwise.
  init(_ code: FailureCode, _ message: String, hint: String? = nil, exitCode: ExitCode? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.exitCode = exitCode ?? code.exitCode
  }

  /// The word does not mean what its place asks for: `'abc' is not a point: X,Y`.
  static func notA(_ what: String, _ word: Span<UInt8>, code: FailureCode = .badValue, hint: String? = nil) -> Failure {
    Failure(code, "\(quoted(word)) is not \(what)", hint: hint)
  }

  /// The same failure, saying where it happened: `--width: 'abc' is not …`.
  func at(_ place: String) -> Failure {
    var copy = self
    copy.message = "\(place): \(message)"
    return copy
  }

  /// The text between quotes, safe to show: control characters spelled out, the middle of a long word left out.
  ///
  /// A word may come from anywhere; its escape sequences must not reach the terminal, nor its line ends break the
  /// promise of one line an error.
  static func quoted(_ text: String) -> String {
    let shown = oneLine(text)
    guard shown.unicodeScalars.count > 80 else { return "'\(shown)'" }
    let head = String(String.UnicodeScalarView(shown.unicodeScalars.prefix(60)))
    let tail = String(String.UnicodeScalarView(shown.unicodeScalars.suffix(12)))
    return "'\(head)…\(tail)'"
  }

  /// The word between quotes, safe to show; what is no UTF-8 shows as U+FFFD.
  static func quoted(_ word: Span<UInt8>) -> String {
    quoted(String(copying: word))
  }

  /// Whether a character does something to a terminal or to the order of the text around it.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<32, 127..<160, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// The text with every control character spelled out (`\n`, `\u{1b}`).
  static func oneLine(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      case _ where isControl(scalar):
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
