/// Distinguishes font files from font names.
enum FontWord {
  /// The endings of font files, without the dot.
  static let endings = ["ttf", "otf", "ttc", "otc", "woff", "woff2", "pfb"]

  /// The name of a font or of a font file; throws `bad_value` for an empty one.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> String {
    guard word.count > 0 else { throw .notA("a font: its name or its file", word) }
    return String(copying: word)
  }

  /// Whether the word is a file: it contains a `/` or has the extension of a font file.
  static func isFile(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "/")) || endings.contains { text.lowercased().hasSuffix(".\($0)") }
  }
}
