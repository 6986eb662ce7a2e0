import PaintRaster

/// Reads the gradients of CSS Images 4.
struct GradientReader {
  private enum Function: String, CaseIterable {
    case linear = "linear-gradient"
    case radial = "radial-gradient"
    case conic = "conic-gradient"
    case repeatingLinear = "repeating-linear-gradient"
    case repeatingRadial = "repeating-radial-gradient"
    case repeatingConic = "repeating-conic-gradient"
  }

  /// The beginnings of all gradients, for completion.
  static let beginnings = Function.allCases.map { "\($0.rawValue)(" }

  /// The words that can be first in a gradient, other than colours, for completion.
  static func openings(ofGradient name: String) -> [String] {
    switch Function(rawValue: name) {
    case .linear, .repeatingLinear: ["to", "in"]
    case .radial, .repeatingRadial: ["circle", "ellipse"] + GradientExtent.allCases.map(\.rawValue) + ["at", "in"]
    case .conic, .repeatingConic: ["from", "at", "in"]
    case nil: []
    }
  }

  /// The names of all paints that have parentheses.
  private static var names: [String] {
    Function.allCases.map(\.rawValue) + [String(PatternArgument.beginning.dropLast())]
  }

  /// Whether a word looks like a gradient, or like a pattern that is written wrongly: a name with "grad" in it or near to
  /// one of theirs, and a parenthesis.
  static func isGradient(_ word: Span<UInt8>) -> Bool {
    guard word.count > 10, let name = functionName(String(copying: word).lowercased()) else { return false }
    return name.has("grad") || NearestName.nearest(to: name, among: names) != nil
  }

  private static func functionName(_ text: String) -> String? {
    guard let open = text.firstIndex(of: "("), open > text.startIndex else { return nil }
    return String(text[..<open])
  }

  private let function: Function
  private let word: String

  /// Reads the whole word; throws `unknown_color` for a name or a colour that is not known, `bad_value` for the rest.
  static func read(_ word: Span<UInt8>) throws(Failure) -> GradientArgument {
    let text = String(copying: word).lowercased()
    let name = functionName(text) ?? ""
    guard let function = Function(rawValue: name) else {
      throw Failure(
        .unknownColor, "unknown gradient or pattern \(Failure.quoted(name))",
        hint: NearestName.hint(for: name, among: names) ?? "paint help colors")
    }
    let reader = GradientReader(function: function, word: text)
    guard text.hasSuffix(")") else { throw reader.bad("its last parenthesis is missing") }
    return try reader.gradient(String(text.dropFirst(name.utf8.count + 1).dropLast()))
  }

  private func bad(_ reason: String, hint: String? = nil) -> Failure {
    Failure(
      .badValue, "\(Failure.quoted(word)): \(reason)",
      hint: hint ?? "for example: linear-gradient(45deg, red, gold 30%, blue); paint help colors")
  }

  /// The parts between separators that are not in parentheses, without blanks around them.
  private static func parts(_ text: String, at separator: (Character) -> Bool) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, separator(character) { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }

  private static func words(_ text: String) -> [String] {
    parts(text) { $0 == " " || $0 == "\t" || $0 == "\n" }.filter { !$0.isEmpty }
  }

  private func gradient(_ arguments: String) throws(Failure) -> GradientArgument {
    guard arguments.contains(where: { $0 != " " }) else { throw bad("it has no colour") }
    var lists = Self.parts(arguments) { $0 == "," }.map(Self.words)
    var gradient = GradientArgument()
    var prelude: [String] = []
    if let list = lists.first, let first = list.first, isPrelude(first), !Self.hasColorName(list) {
      prelude = lists.removeFirst()
    }
    if let place = prelude.firstIndex(of: "in") {
      guard place + 1 < prelude.count else { throw bad("a colour space follows in") }
      gradient.space = try GradientSpace.parse(Array(prelude[place + 1].utf8).span)
      prelude.removeSubrange(place...place + 1)
    }
    switch function {
    case .linear, .repeatingLinear: gradient.kind = .linear(try direction(prelude))
    case .radial, .repeatingRadial: gradient.kind = try radial(prelude)
    case .conic, .repeatingConic: gradient.kind = try conic(prelude)
    }
    gradient.isRepeating = function.rawValue.hasPrefix("repeating")
    for list in lists { gradient.entries += try entries(list) }
    guard gradient.entries.contains(where: { $0.color != nil }) else { throw bad("it has no colour") }
    for (place, entry) in gradient.entries.enumerated() where entry.color == nil {
      let hasNeighbours = place > 0 && place + 1 < gradient.entries.count
      guard hasNeighbours, gradient.entries[place - 1].color != nil, gradient.entries[place + 1].color != nil else {
        throw bad("a position alone is a hint and must be between two colours")
      }
    }
    return gradient
  }

  /// Whether a colour that is no number is among the words: then a position in front is that of a stop.
  private static func hasColorName(_ words: [String]) -> Bool {
    words.contains { word in dimension(word) == nil && (try? ColorArgument.parse(Array(word.utf8).span)) != nil }
  }

  private func isPrelude(_ word: String) -> Bool {
    let keywords = ["to", "in", "from", "at", "circle", "ellipse", "0"] + GradientExtent.allCases.map(\.rawValue)
    if keywords.contains(word) { return true }
    guard let (_, unit) = Self.dimension(word) else { return false }
    return !unit.isEmpty
  }

  // MARK: Numbers

  private static let units = ["", "%", "px", "deg", "grad", "rad", "turn"]

  /// A number and its unit; nil for a word that does not begin with a number or is too large, and for a colour in
  /// hexadecimal digits.
  private static func dimension(_ word: String) -> (number: Double, unit: String)? {
    let bytes = Array(word.utf8)
    var index = 0
    guard let number = Number.scan(bytes.span, &index), number.magnitude <= Number.limit else { return nil }
    let unit = String(decoding: bytes[index...], as: UTF8.self)
    guard unit.utf8.allSatisfy({ (0x61...0x7a).contains($0) || $0 == UInt8(ascii: "%") }) else { return nil }
    if !units.contains(unit), HexadecimalColor.parse(bytes.span) != nil { return nil }
    return (number, unit)
  }

  private func angle(_ word: String) throws(Failure) -> Double {
    guard let (number, unit) = Self.dimension(word) else { throw bad("\(Failure.quoted(word)) is not an angle") }
    switch unit {
    case "deg": return number
    case "grad": return number * 0.9
    case "rad": return number * 180 / Double.pi
    case "turn": return number * 360
    case "" where number == 0: return 0
    default: throw bad("\(Failure.quoted(word)) is not an angle", hint: "angles are 45deg, 50grad, 0.8rad or 0.125turn")
    }
  }

  /// A length: pixels, with or without `px`, or a percentage.
  private func length(_ word: String) throws(Failure) -> GradientArgument.Position {
    switch Self.dimension(word) {
    case (let number, "%")?: return GradientArgument.Position(percent: number)
    case (let number, "px")?, (let number, "")?: return GradientArgument.Position(pixels: number)
    default: throw bad("\(Failure.quoted(word)) is not a position", hint: "positions are 30% or 12px")
    }
  }

  // MARK: Forms

  private func direction(_ words: [String]) throws(Failure) -> GradientArgument.Direction {
    guard let first = words.first else { return .degrees(180) }
    guard first == "to" else {
      guard words.count == 1 else { throw bad("\(Failure.quoted(words[1])) is not part of a direction") }
      return .degrees(try angle(first))
    }
    var (right, down) = (0, 0)
    guard words.count == 2 || words.count == 3 else { throw bad("one or two sides follow to, as in to bottom right") }
    for word in words.dropFirst() {
      switch word {
      case "left" where right == 0: right = -1
      case "right" where right == 0: right = 1
      case "top" where down == 0: down = -1
      case "bottom" where down == 0: down = 1
      case "left", "right", "top", "bottom":
        throw bad(
          "two \(word == "left" || word == "right" ? "horizontal" : "vertical") sides follow to",
          hint: "a corner has one side of each direction, as in to bottom right")
      default:
        throw bad(
          "\(Failure.quoted(word)) is not a side here",
          hint: NearestName.hint(for: word, among: ["left", "right", "top", "bottom"]))
      }
    }
    return .to(right: right, down: down)
  }

  private func radial(_ words: [String]) throws(Failure) -> GradientArgument.Kind {
    let at = words.firstIndex(of: "at")
    let (x, y) = try position(at.map { Array(words[($0 + 1)...]) })
    var isCircle: Bool?
    var extent: GradientExtent?
    var radii: [GradientArgument.Position] = []
    for word in words[..<(at ?? words.count)] {
      if word == "circle" || word == "ellipse", isCircle == nil {
        isCircle = word == "circle"
      } else if let known = GradientExtent(rawValue: word), extent == nil {
        extent = known
      } else if Self.dimension(word) != nil {
        let radius = try length(word)
        guard radius.share >= 0, radius.pixels >= 0 else { throw bad("a radius is not below 0") }
        radii.append(radius)
      } else if word == "circle" || word == "ellipse" {
        throw bad("it has two shapes")
      } else if GradientExtent(rawValue: word) != nil {
        throw bad("it has two sizes")
      } else {
        throw bad(
          "\(Failure.quoted(word)) is neither a shape nor a size here",
          hint: NearestName.hint(for: word, among: ["circle", "ellipse"] + GradientExtent.allCases.map(\.rawValue)))
      }
    }
    guard radii.isEmpty || extent == nil else { throw bad("it has two sizes") }
    switch radii.count {
    case 0: return .radial(isCircle: isCircle ?? false, .extent(extent ?? .farthestCorner), x: x, y: y)
    case 1 where isCircle != false && radii[0].share == 0:
      return .radial(isCircle: true, .radii(radii[0], nil), x: x, y: y)
    case 2 where isCircle != true: return .radial(isCircle: false, .radii(radii[0], radii[1]), x: x, y: y)
    default: throw bad("a circle has one radius in pixels, an ellipse two in pixels or percent")
    }
  }

  private func conic(_ words: [String]) throws(Failure) -> GradientArgument.Kind {
    var words = words
    var degrees = 0.0
    if words.first == "from" {
      guard words.count > 1 else { throw bad("an angle follows from") }
      degrees = try angle(words[1])
      words.removeFirst(2)
    }
    guard words.isEmpty || words.first == "at" else { throw bad("\(Failure.quoted(words[0])) is not known here") }
    let (x, y) = try position(words.isEmpty ? nil : Array(words.dropFirst()))
    return .conic(degrees: degrees, x: x, y: y)
  }

  /// The position after `at`: one or two words, or two sides with distances.
  private func position(
    _ words: [String]?
  ) throws(Failure) -> (GradientArgument.Position, GradientArgument.Position) {
    let center = GradientArgument.Position(percent: 50)
    guard let words else { return (center, center) }
    var (x, y): (GradientArgument.Position?, GradientArgument.Position?)
    let hasDistances = words.count == 4
    guard (1...2).contains(words.count) || hasDistances else { throw bad("a position follows at, as in at 30% 20px") }
    for (place, word) in words.enumerated() where !hasDistances || place % 2 == 0 {
      let isFar = word == "right" || word == "bottom"
      var found = GradientArgument.Position(percent: word == "center" ? 50 : isFar ? 100 : 0)
      if hasDistances {
        let distance = try length(words[place + 1])
        found.percent += isFar ? -distance.percent : distance.percent
        found.pixels = isFar ? -distance.pixels : distance.pixels
      }
      switch word {
      case "left" where x == nil, "right" where x == nil: x = found
      case "top" where y == nil, "bottom" where y == nil: y = found
      case "left", "right": throw bad("the horizontal position is stated twice")
      case "top", "bottom": throw bad("the vertical position is stated twice")
      case "center" where hasDistances:
        throw bad("the centre has no distance", hint: "distances are from sides, as in at right 10px bottom 20%")
      case "center":
        if place == 0 && x == nil && words.count == 2 && !["left", "right"].contains(words[1]) { x = found }
      default:
        guard !hasDistances, Self.dimension(word) != nil else {
          throw bad(
            "\(Failure.quoted(word)) is not a position",
            hint: NearestName.hint(for: word, among: ["left", "center", "right", "top", "bottom"]))
        }
        if place == 0 {
          x = try length(word)
        } else if y == nil {
          y = try length(word)
        } else {
          throw bad("the vertical position is stated twice")
        }
      }
    }
    return (x ?? center, y ?? center)
  }

  /// The entries of one part between commas: a stop with one or two positions, or a hint.
  private func entries(_ words: [String]) throws(Failure) -> [GradientArgument.Entry] {
    var color: Pixel?
    var positions: [GradientArgument.Position] = []
    for word in words {
      if let (number, unit) = Self.dimension(word), !unit.isEmpty || number == 0 && word == "0" || color != nil {
        positions.append(try stopPosition(word))
      } else if color == nil {
        color = try ColorArgument.parse(Array(word.utf8).span)
      } else {
        throw bad("\(Failure.quoted(word)) is not the position of a stop")
      }
    }
    guard !words.isEmpty else { throw bad("between two commas nothing is written") }
    guard positions.count <= (color == nil ? 1 : 2) else { throw bad("a stop has at most two positions") }
    guard let color else { return [GradientArgument.Entry(position: positions.first)] }
    if positions.isEmpty { return [GradientArgument.Entry(color: color)] }
    return positions.map { GradientArgument.Entry(color: color, position: $0) }
  }

  private func stopPosition(_ word: String) throws(Failure) -> GradientArgument.Position {
    switch function {
    case .conic, .repeatingConic:
      if case (let number, "%")? = Self.dimension(word) { return GradientArgument.Position(percent: number) }
      return GradientArgument.Position(percent: try angle(word) / 3.6)
    default: return try length(word)
    }
  }
}
