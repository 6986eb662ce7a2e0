import PaintFormats

/// The names of branches: any single word that has no other meaning as a revision.
enum BranchName {
  /// The maximum bytes of a name.
  static let longest = 255

  /// Reads the whole word as a branch's name; throws `bad_value`, with the reason.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> String {
    let name = String(copying: word)
    try check(name)
    return name
  }

  /// Throws `bad_value`, with the reason, for a text that cannot name a branch.
  static func check(_ name: String) throws(Failure) {
    guard let reason = rejectionReason(name) else { return }
    throw Failure(.badValue, "\(Failure.quoted(name)) cannot name a branch: \(reason)")
  }

  /// The reason why the text cannot name a branch; nil if it can.
  static func rejectionReason(_ name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > longest { return "it is longer than \(longest) bytes" }
    if name.hasPrefix("-") { return "it begins like an option" }
    // Not `contains("..")`, which would link the regular expression parser.
    if zip(name.utf8, name.utf8.dropFirst()).contains(where: { $0 == UInt8(ascii: ".") && $1 == $0 }) {
      return "two dots are for ranges"
    }
    let lowercased = name.lowercased()
    if PictureFormat.ending(of: name) != nil { return "it looks like a picture's file" }
    if RevisionArgument.words.contains(lowercased) || lowercased == "none" {
      return "that word has another meaning"
    }
    if let reason = reasonOfForm(lowercased) { return reason }
    if name.utf8.count == 32, name.utf8.allSatisfy({ HexadecimalColor.digit($0) != nil }) {
      return "it looks like a fingerprint"
    }
    if name.unicodeScalars.contains(where: isHidden) { return "it contains blanks or invisible characters" }
    return nil
  }

  /// Why a text in lower case means another revision than a branch; nil if it does not.
  private static func reasonOfForm(_ name: String) -> String? {
    do throws(Failure) {
      switch try RevisionArgument.parse(name.utf8Span.span) {
      case .number: return "it looks like a revision's number"
      case .undone, .redone: return "it counts steps"
      case .before: return "it counts revisions back"
      case .moment: return "it looks like a time"
      case .start, .current, .latest, .named: return nil
      }
    } catch {
      // Such as `@{noon`.
      return "it looks like a time"
    }
  }

  /// Whether it is a blank, a control or format character, or the replacement for invalid UTF-8.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7f }
    if scalar == "\u{fffd}" { return true }
    if scalar.properties.isWhitespace { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: return true
    default: return false
    }
  }
}
