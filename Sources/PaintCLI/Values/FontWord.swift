import PaintText

/// Distinguishes font files from font names.
enum FontWord {
  /// The endings of font files, without the dot.
  static let endings = ["ttf", "otf", "ttc", "otc", "woff", "woff2", "pfb"]

  /// The name of a font or of a font file; throws `bad_value` for an empty one and for one that is not UTF-8.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> String {
    guard word.count > 0 else { throw .notA("a font: its name or its file", word) }
    do {
      _ = try UTF8Span(validating: word)
    } catch {
      // The settings are text, and so is the command in the history.
      throw Failure(
        .badValue, "the font \(Failure.quoted(word)) is not UTF-8, so it cannot be used",
        hint: "give its file another name")
    }
    let text = String(copying: word)
    guard !isFile(text), let colon = text.firstIndex(of: ":") else { return text }
    let properties = FontProperties(String(text[colon...]))
    guard let unknown = properties.unknownWord else { return text }
    let nearest = NearestName.nearest(to: unknown.word, among: unknown.known)
    let hint = nearest.map { nearest in
      "did you mean \(ShellQuoting.quoted(properties.replacing(unknown.word, by: nearest, in: text)))?"
    }
    throw Failure(
      .badValue, "\(Failure.quoted(unknown.word)) in the font \(Failure.quoted(text)) is no property of fonts",
      hint: hint ?? "properties are words such as :bold, :italic, :light, :condensed or :style=NAME")
  }

  /// Whether the word is a file: it contains a `/` or has the extension of a font file.
  static func isFile(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "/")) || endings.contains { text.lowercased().hasSuffix(".\($0)") }
  }
}
