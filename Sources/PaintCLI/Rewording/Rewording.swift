import PaintRaster

/// Words that mean what a refused line says, and are accepted.
///
/// People type what they know from other programs: `stroke line 10,10 90,90 --thickness 4`. A line is reworded only after it
/// was refused, so good lines cost nothing. The rules are tables (`OtherCommands`, `OtherOptions`) and a few forms of points,
/// boxes and values. Whatever they make is parsed again, and read by its command, before anybody sees it; so what is
/// suggested can be typed as it is.
struct Rewording: Equatable {
  /// The words, without the program's name.
  let words: [String]
  /// Whether the line can mean nothing else; then it is run without asking.
  let isCertain: Bool

  /// Lines with more words are data, not typed.
  private static let wordLimit = 100

  /// The context of a line whose drawing is not known: every box has pixels on a large canvas.
  private static var context: LineContext? {
    CanvasSize(width: 32_768, height: 32_768).map { LineContext(canvas: $0) }
  }

  /// The words of a line of a script, as they are or in the words that they mean; nil if they mean no line of a script.
  static func meant(by words: [String]) -> [String]? {
    guard let context else { return nil }
    let typed = Rewording(words: words, isCertain: true)
    guard let meant = typed.isAccepted(in: context) ? typed : of(ParsedLine(words)),
      let command = (try? meant.parsed())?.command, CommandTable.spec(command).isForScripts
    else { return nil }
    return meant.words
  }

  /// The words that a refused line means; nil if no rule leads to words that are accepted.
  static func of(_ line: ParsedLine) -> Rewording? {
    guard let context else { return nil }
    let words = line.words.all.map { line.words.text($0) }
    guard !words.isEmpty, words.count <= wordLimit, !words.contains("--help"), !words.contains("-h") else { return nil }
    // The words of another command, or options of a step that is not known here.
    if line.command == .amend, words.contains("--") || line.operands.contains(where: { isOption($0, of: line) }) {
      return nil
    }
    // What is not UTF-8 cannot be shown and typed again.
    guard !words.contains(where: { $0.unicodeScalars.contains("\u{fffd}") }) else { return nil }
    var found: Rewording?
    let (before, typed) = TypedLine.split(words)
    for candidate in TypedLine.candidates(typed, after: before) {
      // The same words are refused again.
      guard let reworded = candidate.reworded(in: context), reworded.words != words, reworded.words != before + typed
      else { continue }
      if reworded.isCertain { return reworded }
      found = found ?? reworded
    }
    return found ?? OtherCommands.help(for: words).map { Rewording(words: $0, isCertain: false) }
  }

  private static func isOption(_ operand: Word, of line: ParsedLine) -> Bool {
    LineParser.isOption(line.words.bytes, operand)
  }

  /// The whole command for a hint: `paint stroke line 10,10 90,90 --width 4`.
  ///
  /// - Parameter program: the program's name in the shell; nil for the line of a script.
  func shown(after program: String?) -> String {
    ((program.map { [$0] } ?? []) + words.map { ShellQuoting.quoted($0) }).joined(separator: " ")
  }

  /// The warning that these words were run instead of the typed ones.
  func note(after program: String?) -> String { "read as: \(shown(after: program))" }

  /// The line of these words, parsed.
  ///
  /// - Throws: the failure of exit code 64 of a line that is refused.
  func parsed() throws(Failure) -> ParsedLine {
    var line = ParsedLine(words)
    var parser = LineParser()
    try parser.parse(&line)
    return line
  }

  /// The line to be run instead of the refused one; nil if it could mean something else.
  var certainLine: ParsedLine? { isCertain ? try? parsed() : nil }
}

extension Failure {
  /// Whether the words of a line were refused before anything was done.
  func isRefusal(of line: ParsedLine) -> Bool {
    // A word after select that is no area is the name of a file.
    exitCode == .usage || code == .noInput && line.command == .select
  }

  /// Whether a line failed because its words mean something else in other programs.
  func isAboutWords(of line: ParsedLine) -> Bool {
    switch (code, line.command) {
    // -d is not for branches; run is not for scripts.
    case (.noDocument, .branch?), (.programFailed, .run?), (.noRevision, _): true
    default: isRefusal(of: line)
    }
  }

  /// The same failure with the words that the line means as its hint, if there are any, and the word that is wrong is none
  /// of them.
  ///
  /// - Parameter program: the program's name in the shell; nil for the line of a script.
  func suggesting(_ reworded: Rewording?, after program: String?) -> Failure {
    guard let reworded, correction?.place(in: reworded.words) == nil else { return self }
    var copy = self
    let fact = hint.flatMap { keepsHint ? "\($0); " : nil } ?? ""
    copy.hint = "\(fact)did you mean: \(reworded.shown(after: program))"
    return copy
  }
}
