/// The width of text on a terminal.
package enum TextWidth {
  /// The columns of a text: two for wide East Asian letters and emoji, none for combining marks.
  ///
  /// An approximation of Unicode's East Asian Width by blocks; terminals differ in details.
  package static func columns(_ text: String) -> Int {
    // An ASCII character is one column.
    if text.utf8.allSatisfy({ $0 < 128 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + columns($1) }
  }

  /// The text, truncated to a number of columns with an ellipsis if it is wider.
  package static func cut(_ text: String, to limit: Int) -> String {
    guard columns(text) > limit else { return text }
    var shown = ""
    var width = 1
    for scalar in text.unicodeScalars {
      width += columns(scalar)
      if width > limit { break }
      shown.unicodeScalars.append(scalar)
    }
    return shown + "…"
  }

  /// The text, padded with spaces after it (before it with `isRight`) to a number of columns.
  package static func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - columns(text)))
    return isRight ? spaces + text : text + spaces
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1faff,
      0x20000...0x3fffd:
      return 2
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
