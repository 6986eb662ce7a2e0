/// A command's failure, with a message for the user.
struct Failure: Error, Equatable, Sendable {
  /// The kind of failure.
  var code: FailureCode
  /// One sentence without a final full stop; names the word or the file.
  var message: String
  /// A suggestion; nil if there is none.
  var hint: String?
  /// Whether the hint stays when the right words are suggested, because it lists what there is.
  var keepsHint = false
  /// The exit code of the process.
  var exitCode: ExitCode
  /// The option with which the command would do it anyway; nil for most.
  var remedy: OptionID?
  /// A word that means nothing here; nil for most.
  var correction: Correction?
  /// The revisions concerned, for JSON.
  var revisions: [Int] = []
  /// The state of the canvas, if it is not the expected one.
  var state: State?

  /// The revision and the fingerprint of a canvas.
  struct State: Equatable, Sendable {
    var revision: Int
    var fingerprint: String
  }

  /// A word of a line that means nothing here, and the one that it probably is a mistake for.
  struct Correction: Equatable, Sendable {
    var wrong: String
    /// Nil if none is near, or once the hint has it.
    var right: String?

    /// Creates a correction of a word.
    init(of wrong: String, to right: String?) {
      self.wrong = wrong
      self.right = right
    }

    /// The place of the wrong word in a line, also as the value of `--at=VALUE`; nil if it is only a part of a word, as in a
    /// range.
    func place(in words: [String]) -> Int? {
      words.firstIndex { $0 == wrong || $0.hasPrefix("--") && $0.hasSuffix("=\(wrong)") }
    }

    /// The line with the right word.
    fileprivate func corrected(_ words: [String]) -> [String]? {
      guard let right, let place = place(in: words) else { return nil }
      var words = words
      words[place] = words[place].dropLast(wrong.count) + right
      return words
    }
  }

  /// Creates a failure; the default exit code is that of its kind.
  init(_ code: FailureCode, _ message: String, hint: String? = nil, exitCode: ExitCode? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.exitCode = exitCode ?? code.exitCode
  }

  /// A word that is not a valid value: `'abc' is not a point: X,Y`.
  static func notA(_ what: String, _ word: Span<UInt8>, code: FailureCode = .badValue, hint: String? = nil) -> Failure {
    Failure(code, "\(quoted(word)) is not \(what)", hint: hint)
  }

  /// The same failure with a prefix: `--width: 'abc' is not …`.
  func at(_ place: String) -> Failure {
    var copy = self
    copy.message = "\(place): \(message)"
    return copy
  }

  /// The same failure with a whole line as its hint, if there is one: with the right word, or that would do it anyway.
  ///
  /// - Parameter program: the program's name in the shell; nil for the line of a script.
  func naming(_ line: ParsedLine, after program: String? = nil) -> Failure {
    var copy = self
    let words = line.words.all.map { line.words.text($0) }
    if let correction, let right = correction.right {
      copy.correction?.right = nil
      copy.hint =
        correction.corrected(words).map { "did you mean: \(Self.shown($0, after: program))" }
        ?? "did you mean \(ShellQuoting.quoted(right))?"
    } else if let remedy {
      copy.remedy = nil
      var anyway = words
      anyway.insert("--\(OptionSpec.spec(remedy).name)", at: words.firstIndex(of: "--") ?? words.endIndex)
      copy.hint = "to do it anyway: \(Self.shown(anyway, after: program))"
    }
    return copy
  }

  private static func shown(_ words: [String], after program: String?) -> String {
    ((program.map { [$0] } ?? []) + words.map { ShellQuoting.quoted($0) }).joined(separator: " ")
  }

  /// The same failure of the output of a command that was done, so that the reader does not repeat it.
  func butDone(_ what: String = "the command was done") -> Failure {
    var copy = self
    copy.message = "\(what), but \(message)"
    return copy
  }

  /// The text in quotes, safe to print: control characters are escaped, the middle of a long word is omitted.
  ///
  /// A word can come from anywhere: its escape sequences must not reach the terminal, and an error is one line.
  static func quoted(_ text: String) -> String {
    let shown = oneLine(text)
    guard shown.unicodeScalars.count > 80 else { return "'\(shown)'" }
    let head = String(String.UnicodeScalarView(shown.unicodeScalars.prefix(60)))
    let tail = String(String.UnicodeScalarView(shown.unicodeScalars.suffix(12)))
    return "'\(head)…\(tail)'"
  }

  /// The word in quotes, safe to print; invalid UTF-8 becomes U+FFFD.
  static func quoted(_ word: Span<UInt8>) -> String {
    quoted(String(copying: word))
  }

  /// Whether a character controls the terminal or changes the direction of text.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<32, 127..<160, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// The text with every control character escaped (`\n`, `\u{1b}`).
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
