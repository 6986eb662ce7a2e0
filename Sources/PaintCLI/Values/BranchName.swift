/// What branches may be called: anything that is one word and cannot be taken for something else where a revision is
/// named.
enum BranchName {
  /// The most bytes that a name has.
  static let longest = 255

  /// Reads the whole word as a branch's name; throws `bad_value`, saying why it cannot be one.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> String {
    let name = String(copying: word)
    if let complaint = complaint(name) {
      throw Failure(.badValue, "\(Failure.quoted(name)) cannot name a branch: \(complaint)")
    }
    return name
  }

  /// Why the text cannot name a branch; nil if it can.
  static func complaint(_ name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > longest { return "it is longer than \(longest) bytes" }
    if name.hasPrefix("-") { return "it begins as an option does" }
    // Not `contains("..")`, which would bring the parser of regular expressions into the program.
    if zip(name.utf8, name.utf8.dropFirst()).contains(where: { $0 == UInt8(ascii: ".") && $1 == $0 }) {
      return "two dots are for ranges"
    }
    let lowercased = name.lowercased()
    if lowercased.hasSuffix(".png") { return "it looks like a picture's file" }
    if RevisionArgument.words.contains(lowercased) || lowercased == "none" {
      return "that word has a meaning of its own"
    }
    if isNumber(lowercased) { return "it looks like a revision's number" }
    if name.utf8.count == 32, name.utf8.allSatisfy({ HexadecimalColor.digit($0) != nil }) {
      return "it looks like a fingerprint"
    }
    if name.unicodeScalars.contains(where: isHidden) { return "blanks and invisible characters are not for names" }
    return nil
  }

  private static func isNumber(_ name: String) -> Bool {
    let digits = name.hasPrefix("r") ? name.dropFirst() : name[...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// True for blanks, control and format characters, and what stands for bytes that are no UTF-8.
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
