/// What steps and groups may be called: one line of text.
///
/// Names stand in lines of tables, of receipts and of scripts, which have no way to write a line end.
enum NameArgument {
  /// The most bytes that a name has.
  static let longest = 1_000

  /// Throws `bad_value`, saying why, where the text cannot be a name.
  static func check(_ text: String) throws(Failure) {
    let reason: String
    if text.isEmpty {
      reason = "it is empty"
    } else if text.utf8.count > longest {
      reason = "it is longer than \(NumberText.grouped(longest)) bytes"
    } else if text.unicodeScalars.contains(where: isRefused) {
      reason = "line ends and other control characters are not for names"
    } else {
      return
    }
    let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
    throw Failure(.badValue, "\(Failure.quoted(shown == text ? text : shown + "…")) cannot be a name: \(reason)")
  }

  /// The text as a name: blanks for what no name has, and cut where it is too long; nil for one that would be empty.
  ///
  /// Documents may hold such names: made by a library, or before there was this rule.
  static func mended(_ text: String) -> String? {
    var mended = ""
    var count = 0
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      if count > longest { break }
      mended.unicodeScalars.append(isRefused(scalar) ? " " : scalar)
    }
    return mended.isEmpty ? nil : mended
  }

  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension ParsedLine {
  /// Throws `bad_value` where a step or a group would get a name that cannot be one.
  func checkNames() throws(Failure) {
    if let name = text(.name) {
      do { try NameArgument.check(name) } catch { throw error.at("--name") }
    }
    if command == .name || command == .group, let name = operandText(1) { try NameArgument.check(name) }
  }
}
