import PaintRaster

/// What a typed word can be.
enum TypedWord {
  /// Whether a word is a plain decimal number.
  static func isNumber(_ word: String) -> Bool { number(word) != nil }

  /// The value of a plain decimal number.
  static func number(_ word: String) -> Double? {
    guard !word.isEmpty, word.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }) else {
      return nil
    }
    return Double(word)
  }

  /// Numbers with commas between them; nil for anything else.
  static func numbers(_ word: String) -> [String]? {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return parts.count > 1 && parts.allSatisfy(isNumber) ? parts : nil
  }

  static func isPoint(_ word: String) -> Bool { accepts(word, PointArgument.parse) }
  static func isBox(_ word: String) -> Bool { accepts(word, BoxArgument.parse) }

  /// Whether a word is a revision with its letter, such as r3.
  static func isRevision(_ word: String) -> Bool { word.first == "r" && isNumber(String(word.dropFirst())) }

  /// Whether a word is an anchor's name.
  static func isAnchor(_ word: String) -> Bool { Anchor(rawValue: word) != nil }

  /// Whether a word is `WxH` in pixels or percent.
  static func isSize(_ word: String) -> Bool {
    let parts = word.split(separator: "x", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { isNumber(String($0.last == "%" ? $0.dropLast() : $0)) && !$0.hasPrefix("-") }
  }

  /// The colour that a word means, as it is written here; nil if it is none.
  static func color(_ word: String) -> String? {
    if isNumber(word) { return nil }
    if accepts(word, ColorArgument.parse) { return word }
    if let parts = numbers(word), parts.count == 3 {
      let bytes = parts.compactMap { UInt8($0) }
      guard bytes.count == 3 else { return nil }
      return HexadecimalColor.digits(Pixel(red: bytes[0], green: bytes[1], blue: bytes[2]))
    }
    if word.hasPrefix("0x") || word.hasPrefix("0X") {
      let digits = String(word.dropFirst(2))
      return accepts(digits, ColorArgument.parse) ? digits : nil
    }
    let name = String(word.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" })
    return accepts(name, ColorArgument.parse) ? name : nil
  }

  /// Anchors of other programs.
  private static let anchors = [
    "northwest": "top-left", "north": "top", "northeast": "top-right", "west": "left", "east": "right",
    "southwest": "bottom-left", "south": "bottom", "southeast": "bottom-right", "nw": "top-left", "n": "top",
    "ne": "top-right", "w": "left", "e": "right", "sw": "bottom-left", "s": "bottom", "se": "bottom-right",
    "middle": "center", "centre": "center", "mid": "center", "topleft": "top-left", "topright": "top-right",
    "bottomleft": "bottom-left", "bottomright": "bottom-right", "left-top": "top-left", "right-top": "top-right",
    "left-bottom": "bottom-left", "right-bottom": "bottom-right", "top-center": "top", "bottom-center": "bottom",
    "center-left": "left", "center-right": "right", "top-middle": "top", "bottom-middle": "bottom",
    "upper-left": "top-left", "upper-right": "top-right", "lower-left": "bottom-left", "lower-right": "bottom-right",
  ]

  /// The anchor that a word of another program means.
  static func anchor(_ word: String) -> String? {
    anchors[String(word.lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })]
  }

  /// A number with a unit that it has anyway: `4px`, `45deg`.
  static func withoutUnit(_ word: String) -> String? {
    for unit in ["px", "deg", "°", "degrees"] where word.hasSuffix(unit) {
      let number = String(word.dropLast(unit.count))
      if isNumber(number) { return number }
    }
    return nil
  }

  private static func accepts<Value>(_ word: String, _ parse: (Span<UInt8>) throws(Failure) -> Value) -> Bool {
    let bytes = Array(word.utf8)
    return (try? parse(bytes.span)) != nil
  }
}
