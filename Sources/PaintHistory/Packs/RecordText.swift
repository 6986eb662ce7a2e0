/// The escaping of texts in records, where each text is on one line.
enum RecordText {
  /// Escapes a backslash as `\\`, a line feed as `\n` and a carriage return as `\r`.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x5c || $0 == 0x0a || $0 == 0x0d }) else { return text }
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
