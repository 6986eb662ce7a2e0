import PaintRaster

/// The words of a recorded command, to be changed one by one: positions move, options get other values.
struct RecordedWords {
  /// The command, for its operands and what they can be.
  private let spec: CommandSpec
  /// The operands.
  private var operands: [[UInt8]]
  /// The options with their values, each with its identity.
  private var options: [(id: OptionID?, words: [[UInt8]])]

  /// The words of a parsed command.
  init(_ line: ParsedLine, of spec: CommandSpec) {
    self.spec = spec
    let isOperand = Set(line.operands)
    operands = line.operands.map { Array(line.words.bytes[$0]) }
    options = []
    var left = line.words.all.dropFirst(spec.group == nil ? 1 : 2)
    while let word = left.popFirst() {
      if isOperand.contains(word) { continue }
      let text = line.words.text(word)
      if text == "--" { break }
      let match = OptionTable.match(word: Array(line.words.bytes[word]))
      var words = [Array(line.words.bytes[word])]
      // A recorded option with a value has it in the next word, or behind an equals sign.
      if let match, !text.utf8.contains(UInt8(ascii: "=")), case .value(let value) = line[match], left.first == value {
        left.removeFirst()
        words.append(Array(line.words.bytes[value]))
      }
      options.append((match, words))
    }
  }

  /// The command.
  var id: CommandID { spec.id }
  /// The words that name the command.
  var title: String { spec.title }
  /// The number of operands.
  var operandCount: Int { operands.count }
  /// The place of the first operand that is a point or path data; nil if there is none.
  var firstPoint: Int? {
    operands.indices.first { kind(of: $0) == .point || spec.takesPathData(at: $0, after: operands.first) }
  }
  /// Whether its first operand is a picture's file.
  var hasFile: Bool {
    guard let first = operands.first else { return false }
    return spec.readsPicture
      || spec.operandKinds.first == .paint && String(decoding: first, as: UTF8.self).has("pattern")
  }

  private func kind(of operand: Int) -> CompletionKind {
    spec.operandKinds.isEmpty ? .anything : spec.operandKinds[min(operand, spec.operandKinds.count - 1)]
  }

  /// All words as a line that is not parsed yet.
  var line: ParsedLine { line(with: []) }

  /// All words as a line that is not parsed yet, with more options.
  func line(with more: [[UInt8]]) -> ParsedLine {
    var words: [[UInt8]] = spec.group.map { [Array($0.utf8)] } ?? []
    words.append(Array(spec.name.utf8))
    // Behind `--`, an operand can begin like an option.
    let isHidden = operands.contains {
      $0.first == UInt8(ascii: "-") && LineParser.isOption(String(decoding: $0, as: UTF8.self))
    }
    if !isHidden { words += operands }
    for option in options { words += option.words }
    words += more
    if isHidden {
      words.append(Array("--".utf8))
      words += operands
    }
    return ParsedLine(bytes: words)
  }

  /// The line, parsed.
  ///
  /// - Throws: a failure of exit code 64.
  func parsed() throws(Failure) -> ParsedLine {
    var line = line
    var parser = LineParser()
    try parser.parse(&line)
    return line
  }

  /// All words, quoted.
  var text: String {
    let line = line
    var text: [UInt8] = []
    for word in line.words.all {
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      ShellQuoting.append(line.words.bytes[word], to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Gives options other values, as typed: with their values.
  mutating func set(_ typed: [[UInt8]]) {
    let given = Set(typed.compactMap { OptionTable.match(word: $0) })
    options.removeAll { option in option.id.map(given.contains) ?? false }
    options.append((nil, typed))
  }

  /// Removes an option.
  mutating func remove(_ option: OptionID) { options.removeAll { $0.id == option } }

  /// Replaces the operands from a place on.
  mutating func setOperands(from place: Int, to words: [[UInt8]]) {
    operands.removeSubrange(min(place, operands.count)...)
    operands += words
  }

  /// Whether an option is there, as recorded.
  func has(_ option: OptionID) -> Bool { options.contains { $0.id == option } }

  /// An operand; nil if there are fewer.
  func operand(_ place: Int) -> [UInt8]? { operands.indices.contains(place) ? operands[place] : nil }

  /// Replaces one operand.
  mutating func setOperand(_ place: Int, to word: [UInt8]) {
    if operands.indices.contains(place) { operands[place] = word }
  }

  /// Takes positions in words and percentages as they were typed, so that they are placed on another canvas anew.
  ///
  /// - Parameter typed: the line as typed, parsed; its positions in pixels are those of the record.
  mutating func place(as typed: ParsedLine) {
    let other = RecordedWords(typed, of: spec)
    let isSize = id == .resize || id == .canvas
    if operands.count == other.operands.count {
      for place in operands.indices
      where (isSize || kind(of: place) == .point) && MovedPosition.isRelative(other.operands[place]) {
        operands[place] = other.operands[place]
        // A point in words also chooses the anchor of a text.
        if id == .text { take([.anchor], from: other) }
      }
    }
    for option in [OptionID.region, .paintBox] where other.value(of: option).map(MovedPosition.isRelative) ?? false {
      take([option], from: other)
    }
    // Without a position, a picture is put where its anchor says.
    if options.contains(where: { $0.id == .at }), spec.isPosition(.at),
      other.value(of: .at).map(MovedPosition.isRelative) ?? true
    {
      take([.at, .anchor], from: other)
    }
  }

  /// Puts a text that is laid out anew at the point that was typed, with its anchor, so that it grows away from there.
  ///
  /// - Parameters:
  ///   - typed: the words as typed.
  ///   - old: the recorded command, which has the corner of the text's box.
  ///   - new: the same command with the corner on the line that is made.
  ///   - offset: how far it is moved besides; nil if it is not.
  mutating func anchor(
    as typed: CanonicalCommand, from old: CanonicalCommand, to new: CanonicalCommand, on canvas: CanvasSize,
    _ offset: (x: Double, y: Double)?
  ) {
    func point(_ command: CanonicalCommand) -> Point? {
      guard command.id == .text, let word = command.words?.operand(0), let place = try? PointArgument.parse(word.span)
      else { return nil }
      return place.resolved(on: canvas)
    }
    // What was placed in words on another canvas has its anchor already.
    guard let other = typed.words, let word = other.operand(0), let there = point(typed), let before = point(old),
      let now = point(new), !(new.words?.operand(0).map(MovedPosition.isRelative) ?? true)
    else { return }
    var place: [UInt8] = []
    NumberText.appendCoordinate(there.x + now.x - before.x + (offset?.x ?? 0), to: &place)
    place.append(UInt8(ascii: ","))
    NumberText.appendCoordinate(there.y + now.y - before.y + (offset?.y ?? 0), to: &place)
    setOperand(0, to: place)
    let isGiven = options.contains { option in option.words.contains { OptionTable.match(word: $0) == .anchor } }
    if isGiven { return }
    if other.has(.anchor) {
      take([.anchor], from: other)
    } else {
      let anchor = PlaceWord.anchor(String(decoding: word, as: UTF8.self))
      if anchor != .topLeft { options.append((.anchor, ["--anchor", anchor.rawValue].map { Array($0.utf8) })) }
    }
  }

  private func value(of option: OptionID) -> [UInt8]? {
    guard let found = options.first(where: { $0.id == option }), let word = found.words.last else { return nil }
    guard found.words.count == 1, let equals = word.firstIndex(of: UInt8(ascii: "=")) else { return word }
    return Array(word[(equals + 1)...])
  }

  private mutating func take(_ taken: [OptionID], from other: RecordedWords) {
    options.removeAll { option in option.id.map(taken.contains) ?? false }
    options += other.options.filter { option in option.id.map(taken.contains) ?? false }
  }

  /// Moves every position in pixels right and down; words and percentages stay.
  mutating func move(byX x: Double, y: Double) {
    for place in operands.indices {
      switch kind(of: place) {
      case .point: operands[place] = MovedPosition.moved(operands[place], x: x, y: y) ?? operands[place]
      default:
        if spec.takesPathData(at: place, after: operands.first) {
          operands[place] = MovedPosition.movedPath(operands[place], x: x, y: y) ?? operands[place]
        }
      }
    }
    for place in options.indices {
      guard let id = options[place].id, spec.isPosition(id), options[place].words.count == 2 else { continue }
      options[place].words[1] = MovedPosition.moved(options[place].words[1], x: x, y: y) ?? options[place].words[1]
    }
  }
}

extension CommandSpec {
  /// Whether the value of an option is a position on the canvas.
  fileprivate func isPosition(_ option: OptionID) -> Bool {
    switch option {
    case .at: reference == nil
    case .region, .paintBox: true
    default: false
    }
  }

  /// Whether an operand is path data.
  fileprivate func takesPathData(at place: Int, after first: [UInt8]?) -> Bool {
    if let brush { return brush.takesPathData }
    return id == .select && place > 0 && first.map { $0.elementsEqual(SelectionWord.path.rawValue.utf8) } ?? false
  }
}

extension OptionTable {
  /// The option of a word such as `--width`, `--no-snap` or `--width=3`; nil if it is none.
  static func match(word: [UInt8]) -> OptionID? {
    guard word.starts(with: "--".utf8) else { return nil }
    return match(String(decoding: word.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self))?.id
  }
}

/// Positions that move with the picture.
enum MovedPosition {
  /// Whether a position depends on the size of the canvas: it has a percentage or a word such as `right`.
  static func isRelative(_ word: [UInt8]) -> Bool {
    word.contains { byte in
      // Those of numbers and sizes.
      let isOfNumbers = [UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "x")].contains(byte)
      let letter = byte | 0x20
      return byte == UInt8(ascii: "%") || !isOfNumbers && letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
    }
  }

  /// A point, two points or a box, moved; nil for any other word.
  static func moved(_ word: [UInt8], x: Double, y: Double) -> [UInt8]? {
    var result: [UInt8] = []
    for (place, point) in word.split(separator: UInt8(ascii: " ")).enumerated() {
      if place > 0 { result.append(UInt8(ascii: " ")) }
      let parts = point.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard parts.count > 1 else {
        // An anchor of the canvas, which stays.
        guard Anchor(rawValue: String(decoding: point, as: UTF8.self)) != nil else { return nil }
        result += point
        continue
      }
      // A box at an anchor has only a size behind it.
      let isAnchored = parts.count == 2 && parts[1].contains(UInt8(ascii: "x"))
      for (part, offset) in zip(parts, isAnchored ? [0, 0] : [x, y]) {
        if part.startIndex != point.startIndex { result.append(UInt8(ascii: ",")) }
        append(part, movedBy: offset, to: &result)
      }
      for part in parts.dropFirst(2) {
        result.append(UInt8(ascii: ","))
        result += part
      }
    }
    return result
  }

  private static func append(_ part: ArraySlice<UInt8>, movedBy offset: Double, to result: inout [UInt8]) {
    let bytes = Array(part)
    var index = 0
    guard offset != 0, let number = Number.scan(bytes.span, &index), index == bytes.count else {
      result += part
      return
    }
    NumberText.appendCoordinate(min(max(number + offset, -Number.limit), Number.limit), to: &result)
  }

  /// Path data, moved; nil if it is none.
  static func movedPath(_ word: [UInt8], x: Double, y: Double) -> [UInt8]? {
    guard let path = try? PathDataReader.read(word) else { return nil }
    var text: [UInt8] = []
    PathDataText.append(path.moved(x: x, y: y), to: &text)
    return text
  }
}
