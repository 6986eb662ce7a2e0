/// How texts stand in the records of packs: on one line each.
enum RecordText {
  /// The text with a backslash as `\\`, a line break as `\n` and a carriage return as `\r`.
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
}
