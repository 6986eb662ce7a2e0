/// Splits a script's line into words like a POSIX shell: quotes and backslashes, no expansion.
enum ScriptLine {
  /// Replaces `words` by those of the line; none for a blank line or a comment.
  ///
  /// Between single quotes every character is literal; between double quotes a backslash takes the meaning from `"`,
  /// `\`, `$` and a backquote; elsewhere from any character. Between `$'` and `'` a backslash gives characters other
  /// meanings (`SpelledOutQuote`). A line whose first non-blank character is `#` is a comment. The line is without its
  /// end. Throws `bad_script` naming the column (in characters, from 1) for a quote that is not closed, a backslash at
  /// the end, a NUL and invalid UTF-8.
  static func split(_ line: Span<UInt8>, into words: inout Words) throws(Failure) {
    words.removeAll()
    var index = 0
    var isInWord = false
    var isASCII = true
    while index < line.count {
      let byte = line[index]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if isInWord { words.endWord() }
        isInWord = false
        index += 1
        continue
      case UInt8(ascii: "#") where !isInWord && words.count == 0:
        return
      case UInt8(ascii: "$") where index + 1 < line.count && line[index + 1] == UInt8(ascii: "'"):
        guard let end = try SpelledOutQuote.copy(line, from: index + 2, to: &words) else {
          throw failure("the quote $' is not closed", line, index)
        }
        index = end
      case UInt8(ascii: "'"):
        index = try copySingleQuoted(line, from: index, to: &words, &isASCII)
      case UInt8(ascii: "\""):
        index = try copyDoubleQuoted(line, from: index, to: &words, &isASCII)
      case UInt8(ascii: "\\"):
        guard index + 1 < line.count else { throw failure("nothing after the backslash", line, index) }
        try copy(line, index + 1, to: &words, &isASCII)
        index += 2
      default:
        try copy(line, index, to: &words, &isASCII)
        index += 1
      }
      isInWord = true
    }
    if isInWord { words.endWord() }
    if !isASCII { try checkEncoding(line) }
  }

  private static func copySingleQuoted(
    _ line: Span<UInt8>, from open: Int, to words: inout Words, _ isASCII: inout Bool
  ) throws(Failure) -> Int {
    var index = open + 1
    while index < line.count {
      if line[index] == UInt8(ascii: "'") { return index + 1 }
      try copy(line, index, to: &words, &isASCII)
      index += 1
    }
    throw failure("the quote ' is not closed", line, open)
  }

  private static func copyDoubleQuoted(
    _ line: Span<UInt8>, from open: Int, to words: inout Words, _ isASCII: inout Bool
  ) throws(Failure) -> Int {
    var index = open + 1
    while index < line.count {
      if line[index] == UInt8(ascii: "\"") { return index + 1 }
      if line[index] == UInt8(ascii: "\\"), index + 1 < line.count {
        switch line[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"): index += 1
        default: break
        }
      }
      try copy(line, index, to: &words, &isASCII)
      index += 1
    }
    throw failure("the quote \" is not closed", line, open)
  }

  @inline(__always) private static func copy(
    _ line: Span<UInt8>, _ index: Int, to words: inout Words, _ isASCII: inout Bool
  ) throws(Failure) {
    let byte = line[index]
    if byte == 0 { throw failure("a NUL character", line, index) }
    if byte >= 128 { isASCII = false }
    words.append(byte: byte)
  }

  private static func checkEncoding(_ line: Span<UInt8>) throws(Failure) {
    do {
      _ = try UTF8Span(validating: line)
    } catch {
      throw failure("not UTF-8", line, error.byteOffsets.lowerBound)
    }
  }

  static func failure(_ what: String, _ line: Span<UInt8>, _ index: Int) -> Failure {
    var column = 1
    for before in 0..<index where line[before] & 0xc0 != 0x80 { column += 1 }
    return Failure(.badScript, "column \(column): \(what)")
  }
}

extension LineReader {
  /// Splits the current line into words; false if it is blank or a comment.
  ///
  /// - Parameter lines: counts all other lines, also those that cannot be split.
  func splitLine(into words: inout Words, counting lines: inout Int) throws(Failure) -> Bool {
    do throws(Failure) {
      try withLine { (text) throws(Failure) in try ScriptLine.split(text, into: &words) }
    } catch {
      lines += 1
      throw error
    }
    if words.count == 0 { return false }
    lines += 1
    return true
  }
}
