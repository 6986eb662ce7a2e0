/// Distinguishes font files from font names.
enum FontWord {
  private static let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", ".pfb"]

  /// Whether the word is a file: it contains a `/` or has the extension of a font file.
  static func isFile(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "/")) || endings.contains { text.lowercased().hasSuffix($0) }
  }
}
