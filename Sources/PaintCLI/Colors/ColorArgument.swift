import PaintRaster

/// Colours as typed: CSS names, `none`, hexadecimal digits, `rgb(…)` and `hsl(…)`.
enum ColorArgument {
  /// Reads the whole word as a colour; `none` and `transparent` are `Pixel.transparent`.
  ///
  /// Throws `unknown_color` with the nearest known name.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> Pixel {
    if let color = HexadecimalColor.parse(word) { return color }
    let isPattern = PatternArgument.isPattern(word)
    if isPattern || GradientReader.isGradient(word) {
      let noun = isPattern ? "pattern" : "gradient"
      throw Failure(
        .unknownColor, "one colour is needed here, not the \(noun) \(Failure.quoted(word))",
        hint: "--color and --fill of strokes, --color and --background of texts, fill, clear and background take "
          + "\(noun)s")
    }
    let text = lowercased(word)
    if text == "none" || text == "transparent" { return .transparent }
    if let color = NamedColor.color(named: text) { return color }
    if ColorFunction.isNamed(in: text) {
      if let color = ColorFunction.parse(text) { return color }
      throw Failure(
        .unknownColor, "unknown colour \(Failure.quoted(word))",
        hint:
          "such colours are rgb(255, 0, 0), rgb(100% 0% 0% / 50%), hsl(120, 100%, 25%) or hsl(120deg 100% 25% / 0.5)")
    }
    throw Failure(
      .unknownColor, "unknown colour \(Failure.quoted(word))", hint: hint(for: text))
  }

  private static func hint(for text: String) -> String {
    if text.utf8.first == UInt8(ascii: "#") {
      return "a colour in hexadecimal has 3, 4, 6 or 8 digits, such as #ff8800"
    }
    let names = NamedColor.all.lazy.map(\.name)
    if let hint = NearestName.hint(for: text, among: names) { return hint }
    if text.isEmpty { return "colours are names such as gold, or #rrggbb" }
    // A word far from every name also gets the nearest one as a hint.
    var best = (name: "black", edits: Int.max)
    let typed = Array(text.utf8.prefix(64))
    for name in names where abs(typed.count - name.utf8.count) < best.edits {
      let edits = NearestName.distance(typed, Array(name.utf8))
      if edits < best.edits { best = (name, edits) }
    }
    return "the nearest known name is \(best.name); #rrggbb works too"
  }

  private static func lowercased(_ word: Span<UInt8>) -> String {
    var text: [UInt8] = []
    for index in word.indices {
      let byte = word[index]
      text.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
