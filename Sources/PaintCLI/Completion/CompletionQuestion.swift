/// The questions of the shells' scripts: `paint completion words` and `paint completion line`.
///
/// The answers are written at once, without an error: a message between two keystrokes would garble the line.
enum CompletionQuestion {
  /// Answers `N WORD …` with one line per word, as zsh, fish and others read it.
  static func words(_ operands: [[UInt8]]) {
    guard let first = operands.first, let number = Number.whole(first.span), number < operands.count - 1 else { return }
    let words = operands.dropFirst()
    let cursor = words.startIndex + number
    let place = CompletionPlace(
      before: Array(words[..<cursor]), word: words[cursor], after: Array(words[(cursor + 1)...]))
    write(lines(Completer.answer(at: place, from: .system)))
  }

  /// Answers `HEAD TAIL BREAKS` with records that end in NUL, as bash reads it.
  static func line(_ operands: [[UInt8]]) {
    guard operands.count == 3 else { return }
    let line = ShellLine(head: operands[0], tail: operands[1], breaks: operands[2])
    var answer = CompletionAnswer()
    if line.isTarget {
      answer.files = .all
    } else {
      let place = CompletionPlace(before: line.before, word: line.word, after: line.after)
      answer = Completer.answer(at: place, from: .system)
    }
    write(records(answer, of: line))
  }

  /// The lines of an answer: the directive, the part of the word that stays, and the words with their descriptions.
  static func lines(_ answer: CompletionAnswer) -> [UInt8] {
    var bytes = Array(answer.directive.utf8) + [newline] + answer.kept + [newline]
    for candidate in answer.candidates {
      bytes += candidate.text.utf8
      if !candidate.note.isEmpty { bytes += "\t\(candidate.note)".utf8 }
      bytes.append(newline)
    }
    return bytes
  }

  /// The records of an answer: the directive, the open quote, the path that is typed, the part of it that bash does not
  /// replace, what bash replaces although it is before the path, and the words that begin as typed, without the part that
  /// bash does not replace.
  static func records(_ answer: CompletionAnswer, of line: ShellLine) -> [UInt8] {
    let path = Array(line.word.dropFirst(answer.kept.count))
    let fixedPath = path.prefix(max(line.fixed - answer.kept.count, 0))
    let replaced = Array(answer.kept.dropFirst(line.fixed))
    var records = [Array(answer.directive.utf8), line.quote.map { [$0] } ?? [], path, Array(fixedPath), replaced]
    for candidate in answer.candidates {
      let whole = answer.kept + candidate.text.utf8
      if whole.starts(with: line.word) { records.append(Array(whole.dropFirst(line.fixed))) }
    }
    return Array(records.map { $0 + [0] }.joined())
  }

  private static let newline = UInt8(ascii: "\n")

  private static func write(_ bytes: [UInt8]) {
    let output = OutputSink(descriptor: 1)
    output.write(bytes)
    try? output.flush()
  }
}
