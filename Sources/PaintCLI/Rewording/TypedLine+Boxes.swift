// The forms in which people type boxes, circles and areas.
extension TypedLine {
  /// Makes one word of a box that was typed in several.
  mutating func rewordBox() { operands = box(operands, named: typedName) }

  /// A box in one word, or the words as they are.
  ///
  /// - Parameter name: the word that was typed for the shape, such as `circle`.
  private mutating func box(_ typed: [String], named name: String) -> [String] {
    let isRound = spec.id == .ellipse || ["circle", "ellipse", "oval"].contains(name)
    var words = typed.filter { $0 != "to" && $0 != "by" }.map { word in
      TypedWord.anchor(word) ?? String(word.filter { !"()[];".contains($0) })
    }
    if let geometry = words.firstIndex(where: { Self.isGeometry($0) }) {
      let parts = words[geometry].split(separator: "+")
      words[geometry] = "\(parts[1]),\(parts[2]),\(parts[0])"
      return words
    }
    let numbers = words.count == 1 ? TypedWord.numbers(words[0]) ?? [] : words.filter(TypedWord.isNumber)
    if numbers.count == 4, words.count == 1 || words.count == 4 {
      // Two corners for some programs, a corner and a size for others.
      isCertain = false
      return ["\(numbers[0]),\(numbers[1]),\(numbers[2])x\(numbers[3])"]
    }
    if numbers.count == 3, words.count == 1, isRound { words = ["\(numbers[0]),\(numbers[1])", numbers[2]] }
    if words.count == 1, name == "crop", TypedWord.isSize(words[0]) {
      isCertain = false
      return ["center,\(words[0])"]
    }
    if words.count == 3, isRound, TypedWord.isPoint(words[0]), let box = Self.ellipse(words[0], words[1], words[2]) {
      isCertain = false
      return [box]
    }
    guard words.count == 2 else { return words }
    if TypedWord.isSize(words[0]) { words.reverse() }
    guard TypedWord.isPoint(words[0]) else { return words }
    if TypedWord.isSize(words[1]) {
      // A circle is given by its middle.
      if name == "circle" { isCertain = false }
      return ["\(words[0]),\(words[1])"]
    }
    let number = words[1].first == "r" ? String(words[1].dropFirst().drop { $0 == "=" }) : words[1]
    if isRound, let box = Self.ellipse(words[0], number, number) {
      // A radius, or a side as of a square.
      isCertain = isCertain && (name == "circle" || isMeasured)
      return [box]
    }
    if !isRound, TypedWord.isNumber(words[1]) {
      isCertain = isCertain && (name == "square" || isMeasured)
      return ["\(words[0]),\(words[1])x\(words[1])"]
    }
    return words
  }

  /// The box of an ellipse with a middle and two radii.
  private static func ellipse(_ middle: String, _ across: String, _ down: String) -> String? {
    guard let point = TypedWord.numbers(middle)?.compactMap(TypedWord.number), point.count == 2,
      let across = TypedWord.number(across), let down = TypedWord.number(down), across > 0, down > 0
    else { return nil }
    let text = NumberText.text
    return "\(text(point[0] - across)),\(text(point[1] - down)),\(text(2 * across))x\(text(2 * down))"
  }

  /// Whether a word is a box of ImageMagick, `50x50+10+10`.
  private static func isGeometry(_ word: String) -> Bool {
    let parts = word.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    return parts.count == 3 && TypedWord.isSize(parts[0]) && TypedWord.isNumber(parts[1])
      && TypedWord.isNumber(parts[2])
  }

  // MARK: Areas

  /// Areas of `select` in other programs.
  private static let areas = [
    "rectangle": "rect", "box": "rect", "square": "rect", "region": "rect", "marquee": "rect", "circle": "ellipse",
    "oval": "ellipse", "wand": "color", "magic": "color", "magic-wand": "color", "fuzzy": "color", "lasso": "polygon",
    "freehand": "polygon", "inverse": "invert", "inverted": "invert", "opaque": "alpha", "everything": "all",
    "nothing": "none", "clear": "none", "by-color": "similar", "bycolor": "similar", "colour": "color",
  ]
  private static let changes = [
    "feather": "--feather", "grow": "--expand", "expand": "--expand", "shrink": "--shrink", "contract": "--shrink",
  ]

  /// Gives the words after `select` the form that it takes.
  mutating func rewordArea() {
    guard let first = operands.first else { return }
    if operands.count == 2, let option = Self.changes[first], TypedWord.isNumber(operands[1]) {
      add(option, operands[1])
      operands = []
      return
    }
    if let area = Self.areas[first.lowercased()] {
      operands[0] = area
    } else if TypedWord.isBox(first) || TypedWord.isPoint(first) && operands.count == 2 {
      operands.insert("rect", at: 0)
    } else if TypedWord.isPoint(first), operands.count == 1 {
      operands.insert("color", at: 0)
      isCertain = false
    }
    let rest = Array(operands.dropFirst())
    switch operands[0] {
    case "rect", "ellipse": operands = [operands[0]] + box(rest, named: first.lowercased())
    case "polygon": operands = ["polygon"] + Self.points(rest)
    case "color", "similar":
      let points = Self.points(rest)
      guard points.count == 1 else { return }
      if TypedWord.isPoint(points[0]) {
        // The connected area, or all pixels of that colour.
        isCertain = isCertain && operands[0] == "color"
        operands = ["color", points[0]]
      } else if let color = TypedWord.color(rest[0]) {
        operands = ["similar", color]
      }
    default: break
    }
  }
}
