import PaintFormats

// The forms of points, sizes and words in which people type operands.
extension TypedLine {
  /// Gives operands the forms that the command takes.
  mutating func rewordOperands() {
    switch spec.id {
    case .line, .pencil, .curve, .polygon, .eraser, .spray, .blur, .smudge, .clone:
      takeColor()
      operands = Self.points(operands)
      if spec.takes(.pressure), let pressed = Self.pressed(operands) {
        operands = pressed
        isCertain = false
      }
      if typedName == "arrow", !has("--arrow") { add("--arrow", "end") }
      // One point is a dot; more are a line.
      if ["dot", "point"].contains(typedName), operands.count != 1 { isCertain = false }
      if typedName == "triangle", operands.count != 3 { isCertain = false }
    case .rect, .ellipse:
      takeColor()
      rewordBox()
      if typedName.hasPrefix("round"), !has("--radius") {
        add("--radius", "10")
        isCertain = false
      }
    case .path where operands.count > 1: operands = [operands.joined(separator: " ")]
    case .crop, .restore: rewordBox()
    case .select: rewordArea()
    case .fill:
      takeColor()
      operands = Self.points(operands)
    case .clear, .background, .replace:
      operands = operands.filter { !["with", "by", "to"].contains($0) || spec.id != .replace }
      operands = operands.map { TypedWord.color($0) ?? $0 }
    case .pick: operands = Self.points(operands)
    case .text: rewordText()
    case .new: rewordNew()
    case .place, .importPicture: rewordPlace()
    case .rotate: rewordTurn()
    case .flip:
      // The direction or the axis.
      if operands.contains(where: { ["x", "y"].contains($0.lowercased()) }) { isCertain = false }
      operands = operands.map { Self.directions[$0.lowercased()] ?? $0 }
    case .resize: rewordSize()
    case .canvas:
      if operands.count == 2, operands.allSatisfy(TypedWord.isNumber) { operands = [operands.joined(separator: "x")] }
    case .set: rewordSettings()
    case .history: takeOperand("--limit")
    case .limit:
      // Of steps or bytes; the limit removes steps.
      takeOperand("--steps")
      isCertain = false
    case .view: takeScale()
    case .export: rewordExport()
    case .batch
    where operands.count == 3 && !Self.isPictureName(operands[0])
      && operands.dropFirst().allSatisfy { Self.isPictureName($0) }:
      // Two pictures may also be two inputs.
      isCertain = false
      options += [Option(name: "--from", value: operands[1]), Option(name: "--out", value: operands[2])]
      operands = [operands[0]]
    default: break
    }
  }

  /// Points in the usual form: `10 10`, `(10,10)` and `10,10,50,50` are taken apart or put together.
  static func points(_ words: [String]) -> [String] {
    var points: [String] = []
    for word in words where !["to", "->", "-", "and"].contains(word) {
      for part in word.split(separator: " ") {
        let part = part.filter { !"()[];".contains($0) }
        let bare = part.hasSuffix(",") ? String(part.dropLast()) : String(part)
        guard let numbers = TypedWord.numbers(bare), numbers.count > 3, numbers.count.isMultiple(of: 2) else {
          points.append(bare)
          continue
        }
        for place in stride(from: 0, to: numbers.count, by: 2) {
          points.append("\(numbers[place]),\(numbers[place + 1])")
        }
      }
    }
    guard points.count.isMultiple(of: 2), points.allSatisfy(TypedWord.isNumber) else { return points }
    return stride(from: 0, to: points.count, by: 2).map { "\(points[$0]),\(points[$0 + 1])" }
  }

  /// The same numbers as points with a pressure, if each third one can be a pressure; nil if not.
  private static func pressed(_ points: [String]) -> [String]? {
    let numbers = points.flatMap { TypedWord.numbers($0) ?? ["none"] }
    guard points.count > 2, numbers.count == 2 * points.count, numbers.count.isMultiple(of: 3) else { return nil }
    let thirds = stride(from: 0, to: numbers.count, by: 3)
    guard thirds.allSatisfy({ TypedWord.number(numbers[$0 + 2]).map((0...1).contains) ?? false }) else { return nil }
    return thirds.map { numbers[$0..<$0 + 3].joined(separator: ",") }
  }

  /// The words with the first two numbers that follow each other made a point.
  private static func joined(_ words: some Collection<String>) -> [String] {
    let words = Array(words)
    guard let place = words.indices.dropLast().first(where: { words[$0...$0 + 1].allSatisfy(TypedWord.isNumber) })
    else {
      return words
    }
    return words[..<place] + [words[place...place + 1].joined(separator: ",")] + words[(place + 2)...]
  }

  /// Makes a colour among the operands the value of `--color`.
  private mutating func takeColor() {
    guard let option = OptionTable.match("color"), spec.takes(option.id), !has("--color") else { return }
    guard let place = operands.firstIndex(where: { !TypedWord.isPoint($0) && TypedWord.color($0) != nil }),
      TypedWord.numbers(operands[place]) == nil
    else { return }
    add("--color", TypedWord.color(operands.remove(at: place)))
    // The colour of the outline or of what is in it.
    if [.rect, .ellipse, .polygon, .path].contains(spec.id) { isCertain = false }
  }

  private mutating func takeOperand(_ option: String) {
    guard operands.count == 1, TypedWord.isNumber(operands[0]) else { return }
    add(option, operands.removeFirst())
  }

  private mutating func takeScale() {
    guard typedName == "zoom" else { return }
    takeOperand("--zoom")
  }

  // MARK: Commands

  private mutating func rewordText() {
    if operands.count > 2 { operands = Self.joined(operands.prefix(2)) + operands.dropFirst(2) }
    if operands.count == 1, !TypedWord.isPoint(operands[0]) {
      operands.insert("center", at: 0)
      isCertain = false
    }
    if let place = operands.indices.last, place > 0, !TypedWord.isPoint(operands[0]) {
      if let anchor = TypedWord.anchor(operands[0]) {
        operands[0] = anchor
      } else if TypedWord.isPoint(operands[place]) {
        operands.insert(operands.remove(at: place), at: 0)
      }
    }
    // Elsewhere a point is an offset from the place; here the place is enough.
    if operands.count > 2, TypedWord.isAnchor(operands[0]), TypedWord.isPoint(operands[1]) {
      operands.remove(at: 1)
      isCertain = false
    }
  }

  private mutating func rewordNew() {
    if operands.count > 1, operands.suffix(2).allSatisfy(TypedWord.isNumber) {
      operands = operands.dropLast(2) + [operands.suffix(2).joined(separator: "x")]
    }
    var names: [String] = []
    for operand in operands {
      if TypedWord.isSize(operand) {
        add("--size", operand)
      } else if Self.isPictureName(operand) {
        add("--from", operand)
      } else if !names.isEmpty, let color = TypedWord.color(operand) {
        add("--background", color)
      } else {
        names.append(operand)
      }
    }
    // A picture has its own size.
    if has("--size"), has("--from"), !names.isEmpty { return }
    // A drawing is hardly called like a colour.
    if let name = names.first, TypedWord.color(name) != nil { isCertain = false }
    if names.isEmpty {
      let picture = options.first { $0.name == "--from" }?.value?.split(separator: "/").last ?? "drawing"
      let stem = picture.split(separator: ".").first ?? "drawing"
      names = ["\(stem).paint"]
      isCertain = false
      if has("--size"), operands.contains(where: { Self.isPictureName($0) }) { _ = remove("--from") }
    }
    if let place = options.firstIndex(where: { $0.name == "--size" }), let sides = options[place].value {
      options[place].value = String(sides.map { $0 == "," || $0 == "X" || $0 == "*" ? "x" : $0 })
    }
    operands = names
    if !has("--size"), !has("--from") {
      add("--size", "1920x1080")
      isCertain = false
    }
  }

  /// Whether a word ends like the name of a picture's file.
  static func isPictureName(_ word: String, of formats: [PictureFormat] = PictureFormat.all) -> Bool {
    guard let ending = PictureFormat.ending(of: word) else { return false }
    return formats.contains { $0.endings.contains(ending) }
  }

  private mutating func rewordPlace() {
    operands = Self.joined(operands)
    if operands.count == 2, TypedWord.isPoint(operands[0]), !TypedWord.isPoint(operands[1]) { operands.reverse() }
    guard spec.id == .place, operands.count == 2 else { return }
    let place = TypedWord.anchor(operands[1]) ?? operands[1]
    guard TypedWord.isPoint(place) else { return }
    operands.removeLast()
    add("--at", place)
  }

  private static let turns = [
    "left": "-90", "ccw": "-90", "counterclockwise": "-90", "anticlockwise": "-90", "right": "90", "cw": "90",
    "clockwise": "90",
  ]

  private mutating func rewordTurn() {
    if operands.count == 2, let turn = Self.turns[operands[1].lowercased()], TypedWord.isNumber(operands[0]) {
      operands = [turn.hasPrefix("-") ? "-\(operands[0])" : operands[0]]
    }
    operands = operands.map { Self.turns[$0.lowercased()] ?? TypedWord.withoutUnit($0) ?? $0 }
  }

  private static let directions = [
    "h": "horizontal", "x": "horizontal", "horizontally": "horizontal", "left-right": "horizontal", "lr": "horizontal",
    "v": "vertical", "y": "vertical", "vertically": "vertical", "top-bottom": "vertical", "tb": "vertical",
  ]

  private mutating func rewordSize() {
    if operands.count == 1, let numbers = TypedWord.numbers(operands[0]) { operands = numbers }
    if operands.count == 2, operands.allSatisfy(TypedWord.isNumber) { operands = [operands.joined(separator: "x")] }
    guard operands.count == 1 else { return }
    let word = operands[0]
    if word.last == "!", TypedWord.isSize(String(word.dropLast())) { operands[0] = String(word.dropLast()) }
    if word.last == "x", let factor = TypedWord.number(String(word.dropLast())), factor < 20 {
      operands[0] = "\(NumberText.text(factor * 100))%"
    }
    guard let number = TypedWord.number(word), number > 0 else { return }
    // A factor, or else the width.
    isCertain = isCertain && number < 1
    operands[0] = number < 10 ? "\(NumberText.text(number * 100))%" : "\(word)x"
  }

  private mutating func rewordSettings() {
    if operands.count == 1, let equals = operands[0].firstIndex(of: "=") {
      operands = [String(operands[0][..<equals]), String(operands[0][operands[0].index(after: equals)...])]
    }
    guard operands.count == 2 else { return }
    add("--\(operands[0])", operands[1])
    operands = []
  }

  private mutating func rewordExport() {
    if operands.count == 2, has("-q"), TypedWord.isNumber(operands[1]) {
      _ = remove("-q")
      add("--quality", operands.removeLast())
    }
    if operands.isEmpty
      || operands.count == 1 && !Self.isPictureName(operands[0], of: PictureFormat.writable) && !has("--format")
    {
      // A format that is not written, or a name without one.
      let stem = operands.first?.split(separator: ".").first.map(String.init) ?? "out"
      operands = [Self.isPictureName("out.\(stem)", of: PictureFormat.writable) ? "out.\(stem)" : "\(stem).png"]
      isCertain = false
    }
    guard operands.count == 2, !has("--at") else { return }
    let isRevision = operands.map { !Self.isPictureName($0) }
    guard isRevision[0] != isRevision[1] else { return }
    let revision = operands.remove(at: isRevision[0] ? 0 : 1)
    // Anything else may be a quality, a format or a size.
    if !TypedWord.isRevision(revision) { isCertain = false }
    add("--at", revision)
  }

  // MARK: Values

  private static let methods = [
    "lanczos": "lanczos3", "cubic": "bicubic", "linear": "bilinear", "triangle": "bilinear", "point": "nearest",
    "neighbor": "nearest", "nearest-neighbor": "nearest", "none": "nearest",
  ]
  private static let inColor = ["--color", "--fill", "--background"]

  /// Gives values the forms that options take.
  mutating func rewordValues() {
    for place in options.indices {
      guard let value = options[place].value else { continue }
      switch options[place].name {
      case let name where Self.inColor.contains(name): options[place].value = TypedWord.color(value) ?? value
      case "--anchor",
        "--at" where spec.id == .place:
        options[place].value = TypedWord.anchor(value) ?? value
      case "--opacity":
        guard let number = TypedWord.number(value), number >= 5, number <= 100 else { continue }
        options[place].value = "\(value)%"
        isCertain = false
      case "--method": options[place].value = Self.methods[value.lowercased()] ?? value
      case "--name", "--font", "--from", "--out", "--at": break
      default:
        options[place].value = TypedWord.withoutUnit(value) ?? value
        guard spec.id == .text, value.hasSuffix("pt"), TypedWord.isNumber(String(value.dropLast(2))) else { continue }
        options[place].value = String(value.dropLast(2))
        isCertain = false
      }
    }
    // `--dash 5 3`.
    if let place = options.firstIndex(where: { $0.name == "--dash" }), let on = options[place].value,
      let off = operands.last, TypedWord.isNumber(on), TypedWord.isNumber(off), operands.count > 1
    {
      options[place].value = "\(on),\(off)"
      operands.removeLast()
    }
    if let place = options.firstIndex(where: { $0.name == "--arrow" && $0.value == nil }) {
      options[place].value = "end"
    }
  }
}
