/// The properties after the family in a font's name, as fontconfig has them: `:bold`, `:weight=bold`, `:style=Book`.
public struct FontProperties {
  /// One of them: `bold`, or `style` with its value.
  struct Property {
    var name: Substring
    var value: Substring?
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

  /// The first property that a font of a list neither has nor is given artificially.
  func lacking(in font: Int, of list: FontList) -> String? {
    let synthesis = list.synthesis(of: font)
    for property in properties {
      if property.name.lowercased() == "style", let value = property.value {
        let styles = list.values(of: font, "style").map { $0.lowercased() }
        let wanted = value.split(separator: ",").map { $0.lowercased() }
        if !wanted.contains(where: styles.contains) { return "style=\(value)" }
        continue
      }
      let word = (property.value ?? property.name).lowercased()
      guard let (scale, number) = Self.constants[word] else { continue }
      // A variable font has ranges of numbers.
      guard let has = list.number(of: font, scale) else { continue }
      let fits =
        switch scale {
        case "weight": abs(has - number) <= 25 || synthesis.emboldens && number > has
        case "slant": (has > 0) == (number > 0) || synthesis.hasMatrix
        case "width": abs(has - number) <= 12
        default: true
        }
      if !fits { return word }
    }
    return nil
  }

  /// The properties whose values are numbers with names.
  private static let scales: Set<String> = ["weight", "slant", "width"]

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

  /// The other properties.
  private static let names = [
    "aspect", "capability", "charset", "charwidth", "charheight", "desktop", "dpi", "family", "familylang", "file",
    "fontfeatures", "fontformat", "fontvariations", "fontversion", "foundry", "fullname", "fullnamelang", "hintstyle",
    "index", "lang", "lcdfilter", "matrix", "namelang", "order", "pixelsize", "postscriptname", "prgname", "rasterizer",
    "rgba", "scale", "size", "slant", "spacing", "style", "stylelang", "weight", "width",
  ]
}
