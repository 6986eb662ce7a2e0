/// The properties after the family in a font's name, as fontconfig has them: `:bold`, `:weight=bold`, `:style=Book`.
public struct FontProperties {
  /// One of them: `bold`, or `style` with its value.
  struct Property {
    var name: Substring
    var value: Substring?
    /// As it was typed.
    var text: String { String(value.map { name + "=" + $0 } ?? name) }
    /// Whether it only says how fonts are shown on screens.
    var isIgnored: Bool { FontProperties.ignored.contains(name.lowercased()) }
  }

  private let properties: [Property]

  /// The properties of a name without its family.
  public init(_ text: String) {
    var words: [Substring] = []
    var start = text.startIndex
    var isEscaped = false
    for index in text.indices {
      if isEscaped {
        isEscaped = false
      } else if text[index] == "\\" {
        isEscaped = true
      } else if text[index] == ":" {
        words.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    words.append(text[start...])
    properties = words.filter { !$0.isEmpty }.map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Property(name: parts[0], value: parts.count > 1 ? parts[1] : nil)
    }
  }

  /// The first word that fontconfig does not know, and would ignore, with the words that may be meant.
  public var unknownWord: (word: String, known: [String])? {
    for property in properties {
      let name = property.name.lowercased()
      guard let value = property.value else {
        if Self.constants[name] == nil, !Self.flags.contains(name) {
          return (String(property.name), Self.constants.keys.sorted() + Self.flags)
        }
        continue
      }
      guard Self.names.contains(name) || Self.flags.contains(name) else {
        return (String(property.name), Self.names + Self.flags)
      }
      guard Self.scales.contains(name) else { continue }
      for word in value.split(separator: ",") where Double(word) == nil && !word.hasPrefix("[") {
        let known = Self.constants.filter { $0.value.scale == name }.keys.sorted()
        if !known.contains(word.lowercased()) { return (String(word), known) }
      }
    }
    return nil
  }

  /// A font's name with another word in place of the unknown one.
  public func replacing(_ word: String, by other: String, in name: String) -> String {
    var start = name.firstIndex(of: ":") ?? name.startIndex
    while start < name.endIndex {
      if name[start...].hasPrefix(word) {
        return name[..<start] + other + name[start...].dropFirst(word.count)
      }
      start = name.index(after: start)
    }
    return name
  }

  /// The properties that a font of a list neither has nor is given artificially, as they were typed.
  ///
  /// - Parameter isSynthesised: whether to count what it is given artificially.
  func lacking(in font: Int, of list: FontList, isSynthesised: Bool = true) -> [String] {
    if properties.isEmpty { return [] }
    let synthesis = isSynthesised ? list.synthesis(of: font) : FontSynthesis()
    return properties.filter { !$0.isIgnored && !fits($0, font, of: list, synthesis) }.map(\.text)
  }

  private func fits(_ property: Property, _ font: Int, of list: FontList, _ synthesis: FontSynthesis) -> Bool {
    let name = property.name.lowercased()
    let values = property.value.map { $0.split(separator: ",").map { $0.lowercased() } } ?? [name]
    switch name {
    case "style":
      let styles = list.values(of: font, "style").map { $0.lowercased() }
      return values.contains(where: styles.contains)
    case "embolden": return synthesis.emboldens != ["false", "f", "0", "no", "n", "off"].contains(values.first)
    case "matrix": return synthesis.hasMatrix || property.value == "1 0 0 1"
    default: break
    }
    let numbers: [(scale: String, number: Double, name: String?)] = values.compactMap { value in
      if let (scale, number) = Self.constants[value] { return (scale, Double(number), value) }
      return Double(value).map { (name, $0, nil) }
    }
    guard let scale = numbers.first?.scale, Self.scales.contains(scale) else { return list.fits(font, property.text) }
    // A variable font has ranges of numbers, and only fonts of fixed width state their spacing.
    guard let number = list.number(of: font, scale) ?? (scale == "spacing" ? 0 : nil) else {
      return list.fits(font, property.text)
    }
    let has = Double(number)
    return numbers.contains { wanted in
      switch scale {
      case "weight":
        // Fonts of one name differ in their numbers.
        has == wanted.number || synthesis.emboldens && wanted.number > has
          || wanted.name.map { Self.weights(list.values(of: font, "style")).contains($0) } ?? false
      case "width": has == wanted.number || wanted.name != nil && abs(has - wanted.number) <= 12
      case "slant": (has > 0) == (wanted.number > 0) || synthesis.hasMatrix && wanted.number > 0
      default: (has > 0) == (wanted.number > 0)
      }
    }
  }

  /// The words of styles, `extralight` for Extra Light.
  private static func weights(_ styles: [String]) -> Set<String> {
    var words: Set<String> = []
    for style in styles {
      var prefix = ""
      for word in style.lowercased().split(whereSeparator: { $0 == " " || $0 == "-" }) {
        if ["extra", "ultra", "semi", "demi"].contains(word) {
          prefix = String(word)
        } else {
          words.insert(prefix + word)
          prefix = ""
        }
      }
    }
    return words
  }

  /// The properties that change nothing in the outlines of a text, as they were typed.
  var ignored: [String] { properties.filter(\.isIgnored).map(\.text) }

  /// The properties whose values are numbers with names.
  private static let scales: Set<String> = ["weight", "slant", "width", "spacing"]

  /// The names of numbers, from fontconfig's documentation.
  private static let constants: [String: (scale: String, number: Int)] = [
    "thin": ("weight", 0), "extralight": ("weight", 40), "ultralight": ("weight", 40), "light": ("weight", 50),
    "demilight": ("weight", 55), "semilight": ("weight", 55), "book": ("weight", 75), "regular": ("weight", 80),
    "normal": ("width", 100), "medium": ("weight", 100), "demibold": ("weight", 180), "semibold": ("weight", 180),
    "bold": ("weight", 200), "extrabold": ("weight", 205), "ultrabold": ("weight", 205), "black": ("weight", 210),
    "heavy": ("weight", 210), "extrablack": ("weight", 215), "ultrablack": ("weight", 215),
    "roman": ("slant", 0), "italic": ("slant", 100), "oblique": ("slant", 110),
    "ultracondensed": ("width", 50), "extracondensed": ("width", 63), "condensed": ("width", 75),
    "semicondensed": ("width", 87), "semiexpanded": ("width", 113), "expanded": ("width", 125),
    "extraexpanded": ("width", 150), "ultraexpanded": ("width", 200),
    "proportional": ("spacing", 0), "dual": ("spacing", 90), "mono": ("spacing", 100), "charcell": ("spacing", 110),
  ]

  /// The properties that are true or false; their names alone mean true.
  private static let flags = [
    "antialias", "autohint", "color", "decorative", "embeddedbitmap", "embolden", "fonthashint", "globaladvance",
    "hinting", "minspace", "outline", "scalable", "symbol", "variable", "verticallayout",
  ]

  /// The properties that say how fonts are shown on screens, and those of features that text does not use.
  private static let ignored: Set<String> = [
    "antialias", "aspect", "autohint", "charheight", "charwidth", "desktop", "dpi", "embeddedbitmap", "fontfeatures",
    "fonthashint", "fontvariations", "globaladvance", "hinting", "hintstyle", "lcdfilter", "minspace", "namelang",
    "order", "pixelsize", "prgname", "rasterizer", "rgba", "scale", "size", "verticallayout",
  ]

  /// The other properties.
  private static let names = [
    "aspect", "capability", "charset", "charwidth", "charheight", "desktop", "dpi", "family", "familylang", "file",
    "fontfeatures", "fontformat", "fontvariations", "fontversion", "foundry", "fullname", "fullnamelang", "hintstyle",
    "index", "lang", "lcdfilter", "matrix", "namelang", "order", "pixelsize", "postscriptname", "prgname", "rasterizer",
    "rgba", "scale", "size", "slant", "spacing", "style", "stylelang", "weight", "width",
  ]
}
