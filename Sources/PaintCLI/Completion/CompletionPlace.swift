/// The place of the cursor in a line that is being typed, as the parser reads the words before it.
struct CompletionPlace {
  /// What the word at the cursor is.
  enum Role: Equatable {
    /// The name of a command or a brush, or a topic of `help`.
    case command
    /// An operand, from 0.
    case operand(Int)
    /// An option.
    case option
    /// The value of an option; `kept` bytes of the word are before it, as in `--color=`.
    case value(OptionID, kept: Int)
    /// The value of the parameter of a filter, in the same way.
    case parameter(String, kept: Int)
    /// Nothing that is known.
    case nothing
  }

  /// The words before the cursor.
  private(set) var line: ParsedLine
  /// All words except that at the cursor, unless it is a value: for the options and the document of the line.
  private(set) var whole: ParsedLine
  /// The word up to the cursor.
  let word: [UInt8]
  /// What the word is.
  private(set) var role = Role.nothing
  /// An option before the cursor whose value may be the word, if it looks like one.
  private(set) var possibleOption: OptionID?
  /// Whether `--` is before the cursor.
  private(set) var optionsEnded: Bool

  /// Whether the word `help` is before the cursor, and no topic.
  private(set) var isAfterHelp: Bool

  /// The word as text.
  var text: String { String(decoding: word, as: UTF8.self) }
  /// The command before the cursor.
  var spec: CommandSpec? { line.command.map(CommandTable.spec) }

  /// Reads the words of a line, without the program's name.
  ///
  /// - Parameters:
  ///   - before: the words before that at the cursor.
  ///   - word: the word at the cursor, up to the cursor; empty if there is none.
  ///   - after: the words after it.
  init(before: [[UInt8]], word: [UInt8], after: [[UInt8]] = []) {
    self.word = word
    var parser = LineParser()
    line = ParsedLine(bytes: before)
    parser.parseUnfinished(&line)
    optionsEnded = parser.optionsEnded
    isAfterHelp = parser.isAfterHelp && line.topic == nil
    let awaited = parser.awaited
    whole = ParsedLine(bytes: before + (awaited == nil ? [] : [word]) + after)
    parser.parseUnfinished(&whole)
    let isOption = LineParser.isOption(word, Word(0, word.count)) && !optionsEnded
    if let awaited {
      // The parser refuses such a word, which needs the form with an equals sign.
      role = word.starts(with: "--".utf8) ? .nothing : .value(awaited, kept: 0)
    } else if let name = FilterPlace(line).awaited, spec?.takesForeignOptions == true {
      role = .parameter(name, kept: 0)
    } else if isOption || (word == [UInt8(ascii: "-")] && !optionsEnded) {
      role = optionRole()
    } else if line.topic != nil {
      role = .nothing
    } else if spec != nil {
      role = .operand(line.operands.count)
      possibleOption = optionThatMayTakeMore(before.last)
    } else {
      role = .command
    }
  }

  /// An option, or a value in the same word: `--color=red`, `-dPATH`.
  private func optionRole() -> Role {
    guard word.count > 1 else { return .option }
    if word[1] == UInt8(ascii: "-") {
      guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { return .option }
      let name = String(decoding: word[2..<equals], as: UTF8.self)
      if let match = OptionTable.match(name), spec?.takes(match.id) ?? true {
        return OptionSpec.spec(match.id).valueName == nil ? .nothing : .value(match.id, kept: equals + 1)
      }
      return FilterPlace(line).description?.parameter(named: name) == nil
        ? .nothing : .parameter(name, kept: equals + 1)
    }
    for (place, letter) in word.enumerated().dropFirst() {
      guard let id = OptionTable.match(short: letter) else { return .nothing }
      guard OptionSpec.spec(id).takesValue else { continue }
      var kept = place + 1
      if kept == word.count { return .option }
      if word[kept] == UInt8(ascii: "=") { kept += 1 }
      return .value(id, kept: kept)
    }
    return .option
  }

  private func optionThatMayTakeMore(_ last: [UInt8]?) -> OptionID? {
    guard let last, !optionsEnded, last.starts(with: "--".utf8),
      let id = OptionTable.match(String(decoding: last.dropFirst(2), as: UTF8.self))?.id,
      case .optionalValue = OptionSpec.spec(id).form
    else { return nil }
    return id
  }
}
