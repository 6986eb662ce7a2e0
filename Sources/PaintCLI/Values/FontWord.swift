/// Tells a font's file from its name.
enum FontWord {
  private static let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", ".pfb"]

  /// True for the word of a file: one with a `/` in it, or that ends as the files of fonts do.
  static func isFile(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "/")) || endings.contains { text.lowercased().hasSuffix($0) }
  }
}
