/// The escaping of texts in records, where each text is on one line.
enum RecordText {
  /// Escapes a backslash as `\\`, a line feed as `\n` and a carriage return as `\r`.
  static func escaped(_ text: String) -> String {
    if !needsEscape(text.utf8Span.span) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether some byte is a backslash, a line feed or a carriage return; each step makes many texts that have none.
  private static func needsEscape(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == 0x5c || text[index] == 0x0a || text[index] == 0x0d { return true }
    return false
  }

  /// Reverts `escaped`; a backslash before any other character is removed.
  static func unescaped(_ line: String) -> String {
    guard line.utf8.contains(0x5c) else { return line }
    var result = ""
    var scalars = line.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": result += "\n"
      case "r": result += "\r"
      case let other?: result.unicodeScalars.append(other)
      case nil: break
      }
    }
    return result
  }
}
