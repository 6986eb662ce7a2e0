/// Parses a command line by the tables of commands and options, for the shell and for scripts.
///
/// Not swift-argument-parser: measured here in release, that takes 2.1 to 2.3 ms for the first `stroke pencil` of 20
/// points and 770 to 810 us for each further one. A script of 10,000 lines would spend 8 s in it, and every start of
/// the program 2 ms. This parser takes 0.6 us for such a line; reading and splitting it take 1.5 us more, its numbers
/// and colour 1.7 us.
struct LineParser {
  /// Whether `--` ended the options of the line.
  private(set) var optionsEnded = false
  /// The option whose value is missing at the end of the line; nil if there is none.
  private(set) var awaited: OptionID?
  private var spec: CommandSpec?
  /// Whether the word `help` came where a command comes: `paint help TOPIC`.
  private(set) var isAfterHelp = false

  /// Creates a parser; one value parses any number of lines.
  init() {}

  /// Finds command, operands and options among the line's words.
  ///
  /// Options can be before, between and after operands, until `--`; if an option is given twice the last one counts,
  /// unless it can be given only once; a word such as `-10,-4.5` is an operand. The number of operands is checked against the
  /// command's, unless `--help` or `--version` is given. Throws a failure of exit code 64.
  mutating func parse(_ line: inout ParsedLine) throws(Failure) {
    begin(&line)
    var index = 0
    while index < line.words.count { try takeWord(&index, &line) }
    if line.has(.help) || line.has(.version) { return }
    try check(line)
  }

  /// Does the same for a line that is still being typed: skips wrong words, and checks nothing of the whole.
  ///
  /// Afterwards `optionsEnded` and `awaited` tell what the next word can be.
  mutating func parseUnfinished(_ line: inout ParsedLine) {
    begin(&line)
    var index = 0
    while index < line.words.count { try? takeWord(&index, &line) }
  }

  private mutating func begin(_ line: inout ParsedLine) {
    line.clearMeaning()
    spec = nil
    isAfterHelp = false
    optionsEnded = false
    awaited = nil
  }

  @inline(__always) private mutating func takeWord(_ index: inout Int, _ line: inout ParsedLine) throws(Failure) {
    let word = line.words.all[index]
    index += 1
    if optionsEnded || !Self.isOption(line.words.bytes, word) {
      try takeOperand(word, &line)
    } else if word.count == 2, line.words.bytes[word.lowerBound + 1] == UInt8(ascii: "-") {
      optionsEnded = true
    } else if line.words.bytes[word.lowerBound + 1] == UInt8(ascii: "-") {
      try takeLong(word, &index, &line)
    } else {
      try takeShort(word, &index, &line)
    }
  }

  /// Whether a word begins with a dash and is neither `-` nor a number.
  @inline(__always) static func isOption(_ bytes: [UInt8], _ word: Word) -> Bool {
    guard word.count > 1, bytes[word.lowerBound] == UInt8(ascii: "-") else { return false }
    var next = bytes[word.lowerBound + 1]
    if next == UInt8(ascii: "."), word.count > 2 { next = bytes[word.lowerBound + 2] }
    return Number.decimalDigit(next) == nil
  }

  /// The same for a word alone.
  static func isOption(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    return isOption(bytes, Word(0, bytes.count))
  }

  private mutating func takeOperand(_ word: Word, _ line: inout ParsedLine) throws(Failure) {
    if spec != nil {
      line.operands.append(word)
      return
    }
    let name = line.words.text(word)
    if isAfterHelp, try takeTopic(name, &line) { return }
    if let found = CommandTable.command(named: name, in: line.group) {
      spec = found
      line.command = found.id
      line.group = nil
    } else if line.group == nil, CommandTable.isGroup(name) {
      line.group = name
    } else if line.group == nil, name == "help", !isAfterHelp {
      line[.help] = .on
      isAfterHelp = true
    } else if line.group != nil {
      throw Failure(
        .unknownBrush, "unknown brush \(Failure.quoted(name))",
        hint: CommandTable.hint(for: name, in: line.group)
          ?? "the brushes are \(CommandTable.names(in: line.group ?? "", joinedBy: "and"))")
    } else {
      throw Failure(
        .unknownCommand, "unknown command \(Failure.quoted(name))",
        hint: CommandTable.hint(for: name, in: nil) ?? "paint --help lists the commands")
    }
  }

  /// Takes a word after `help` as a topic and returns true, or returns false for a word that can be a command's.
  ///
  /// Throws for a word that is neither, and for one after a topic.
  private func takeTopic(_ name: String, _ line: inout ParsedLine) throws(Failure) -> Bool {
    if let topic = line.topic {
      throw Failure(
        .unexpectedWord, "help: unexpected \(Failure.quoted(name))", hint: "usage: paint help \(topic.rawValue)")
    }
    if line.group != nil { return false }
    // The help about help is the overview.
    if name == "help" { return true }
    if let topic = HelpTopic(rawValue: name) {
      line.topic = topic
      return true
    }
    if CommandTable.command(named: name, in: nil) != nil || CommandTable.isGroup(name) { return false }
    throw Failure(
      .unknownCommand, "no help about \(Failure.quoted(name))",
      hint: HelpTopic.hint(for: name) ?? "paint --help lists the commands and topics")
  }

  private mutating func takeLong(_ word: Word, _ index: inout Int, _ line: inout ParsedLine) throws(Failure) {
    let start = word.lowerBound + 2
    let equals = line.words.bytes[start..<word.upperBound].firstIndex(of: UInt8(ascii: "="))
    let name = line.words.text(start..<(equals ?? word.upperBound))
    let known = OptionTable.match(name)
    // The parameters of filters are not in the table of options; they are passed to the filter.
    if let spec, spec.takesForeignOptions, known.map({ !spec.takes($0.id) }) ?? true {
      line.operands.append(word)
      return
    }
    guard let match = known else { throw unknown("--" + name) }
    let attached = equals.map { Word($0 + 1, word.upperBound) }
    let place = index - 1
    try take(match, typed: "--", name, attached, &index, &line)
    if CommandSpec.isAboutRun(match.id) { line.runWords.append(contentsOf: place..<index) }
  }

  /// Parses `-q`, `-d PATH`, `-dPATH`, `-d=PATH` and several letters in one word, as in `-qd PATH`.
  private mutating func takeShort(_ word: Word, _ index: inout Int, _ line: inout ParsedLine) throws(Failure) {
    let place = index - 1
    var letter = word.lowerBound + 1
    while letter < word.upperBound {
      guard let id = OptionTable.match(short: line.words.bytes[letter]) else { throw unknown(line.words.text(word)) }
      let name = String(Character(Unicode.Scalar(line.words.bytes[letter])))
      letter += 1
      var attached: Word?
      if case .value = OptionSpec.spec(id).form, letter < word.upperBound {
        if line.words.bytes[letter] == UInt8(ascii: "=") { letter += 1 }
        attached = Word(letter, word.upperBound)
        letter = word.upperBound
      }
      try take(OptionTable.Match(id: id, isReversed: false), typed: "-", name, attached, &index, &line)
    }
    // No option of an edit itself has a letter.
    line.runWords.append(contentsOf: place..<index)
  }

  private mutating func take(
    _ match: OptionTable.Match, typed dashes: String, _ name: String, _ attached: Word?, _ index: inout Int,
    _ line: inout ParsedLine
  ) throws(Failure) {
    let spec = OptionSpec.spec(match.id)
    if spec.isOnce, line.has(match.id) {
      throw Failure(.unexpectedWord, "\(dashes)\(name) is given twice", hint: "--\(spec.name) takes one value")
    }
    switch spec.form {
    case .flag, .reversible:
      guard attached == nil else { throw Failure(.badValue, "\(dashes)\(name) takes no value") }
      line[match.id] = match.isReversed ? .off : .on
    case .value(let placeholder):
      if let attached {
        line[match.id] = .value(attached)
        if spec.isRepeatable { line.edits.append(attached) }
        return
      }
      guard index < line.words.count, !Self.beginsWithTwoDashes(line.words.bytes, line.words.all[index]) else {
        if index == line.words.count { awaited = match.id }
        let placeholder = self.spec?.optionValues[match.id] ?? placeholder.description
        throw Failure(
          .missingValue, "\(dashes)\(name) needs a value: \(dashes)\(name) \(placeholder)",
          hint: index < line.words.count ? "a value that begins with -- is written --\(spec.name)=VALUE" : nil)
      }
      line[match.id] = .value(line.words.all[index])
      if spec.isRepeatable { line.edits.append(line.words.all[index]) }
      index += 1
    case .optionalValue(_, let isValue):
      if let attached {
        line[match.id] = .value(attached)
      } else if index < line.words.count, isValue(line.words.bytes.span.extracting(line.words.all[index])) {
        line[match.id] = .value(line.words.all[index])
        index += 1
      } else {
        line[match.id] = .on
      }
    }
  }

  private static func beginsWithTwoDashes(_ bytes: [UInt8], _ word: Word) -> Bool {
    word.count >= 2 && bytes[word.lowerBound] == UInt8(ascii: "-") && bytes[word.lowerBound + 1] == UInt8(ascii: "-")
  }

  private func unknown(_ typed: String) -> Failure {
    // A wrong option is worse than none: misspelled ones begin with the right letter.
    let letter = typed.utf8.first { $0 != UInt8(ascii: "-") }
    let names = OptionTable.names { spec?.takes($0) ?? true }
    let near = NearestName.hint(for: typed, among: names.filter { $0.utf8.first { $0 != UInt8(ascii: "-") } == letter })
    return Failure(.unknownOption, "unknown option \(Failure.oneLine(typed))", hint: near ?? helpHint)
  }

  private var helpHint: String {
    guard let spec else { return "paint --help lists the commands" }
    return "paint \(spec.title) --help lists its options"
  }

  private func check(_ line: ParsedLine) throws(Failure) {
    guard let spec else {
      guard let group = line.group else {
        throw Failure(.missingWord, "no command", hint: "paint --help lists the commands")
      }
      throw Failure(
        .missingWord, "\(group) needs a brush: \(CommandTable.names(in: group, joinedBy: "or"))",
        hint: "for example: paint stroke line 10,10 200,120")
    }
    for option in OptionID.allCases where line.has(option) && !spec.takes(option) {
      throw Failure(
        .unknownOption, "\(spec.title) has no option --\(OptionSpec.spec(option).name)", hint: helpHint)
    }
    if line.operands.count < spec.operandCount.lowerBound {
      throw Failure(.missingWord, "\(spec.title) needs \(spec.operands)", hint: "usage: \(spec.usage)")
    }
    if line.operands.count > spec.operandCount.upperBound {
      let word = line.words.text(line.operands[spec.operandCount.upperBound])
      // The usual reason is a pattern that the shell has expanded.
      let takesPattern = line.has(.from) && spec.takes(.fromList)
      throw Failure(
        .unexpectedWord, "\(spec.title): unexpected \(Failure.quoted(word))",
        hint: takesPattern ? "a pattern of --from is in quotes: --from '*.png'" : "usage: \(spec.usage)")
    }
    for option in [OptionID.name, .author] {
      guard case .value(let name) = line[option], name.isEmpty else { continue }
      throw NameArgument.empty.at("--\(OptionSpec.spec(option).name)")
    }
  }
}
