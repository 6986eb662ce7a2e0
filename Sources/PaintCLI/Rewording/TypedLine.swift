/// A line as typed, in parts that rules can change: a command, its operands and its options.
struct TypedLine {
  /// An option with its dashes, and its value.
  struct Option: Equatable {
    var name: String
    var value: String?
  }

  /// The command that is meant.
  let spec: CommandSpec
  /// The word that was typed for the command or its brush.
  let typedName: String
  /// The options before the command.
  let before: [String]
  var operands: [String] = []
  var options: [Option] = []
  /// Whether an operand was the value of an option, such as `--radius`.
  var isMeasured = false
  /// Whether everything that was changed can mean nothing else.
  var isCertain: Bool

  /// Splits the words after those of a command into operands and options.
  ///
  /// - Parameters:
  ///   - spec: the command that is meant.
  ///   - name: the word that was typed for it.
  init(_ spec: CommandSpec, typedAs name: String, after before: [String], _ words: [String], isCertain: Bool) {
    (self.spec, typedName, self.before, self.isCertain) = (spec, name, before, isCertain)
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      guard LineParser.isOption(word) else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      var option = Option(name: parts[0], value: parts.count > 1 ? parts[1] : nil)
      if option.value == nil, let next = rest.first, takes(next, asValueOf: option.name) {
        option.value = next
        rest.removeFirst()
      }
      options.append(option)
    }
  }

  /// Whether the word after an option is its value.
  private func takes(_ next: String, asValueOf name: String) -> Bool {
    if next.hasPrefix("--") { return false }
    if spec.takesForeignOptions {
      return next != "+" && Self.known(name).map { spec.takes($0.id) && !OptionSpec.spec($0.id).takesValue } != true
    }
    guard let match = Self.known(name), spec.takes(match.id) else {
      return OtherOptions.takes(next, asValueOf: name, in: spec)
    }
    return switch OptionSpec.spec(match.id).form {
    case .value: true
    case .flag: false
    case .reversible: Self.choices[next] != nil
    case .optionalValue(_, let isValue): isValue(Array(next.utf8).span)
    }
  }

  /// Words for yes and no after a reversible option.
  static let choices = ["on": true, "yes": true, "true": true, "off": false, "no": false, "false": false]

  /// The option of a name with its dashes, or of a letter.
  static func known(_ name: String) -> OptionTable.Match? {
    if name.hasPrefix("--") { return OptionTable.match(String(name.dropFirst(2))) }
    guard name.utf8.count == 2, let letter = name.utf8.last else { return nil }
    return OptionTable.match(short: letter).map { OptionTable.Match(id: $0, isReversed: false) }
  }

  /// Whether an option is there.
  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// Removes an option and returns its value.
  mutating func remove(_ name: String) -> String? {
    guard let place = options.firstIndex(where: { $0.name == name }) else { return nil }
    return options.remove(at: place).value
  }

  /// Adds an option with a value; of two values one would be lost, so such a line has no meaning.
  mutating func add(_ name: String, _ value: String?) { options.append(Option(name: name, value: value)) }

  /// The words, in the order of usage lines: the command, operands, options.
  var words: [String] {
    let isDashed = !spec.takesForeignOptions && operands.contains { LineParser.isOption($0) }
    let options = options.flatMap(Self.words)
    let title = spec.title.split(separator: " ").map(String.init)
    return before + title + (isDashed ? options + ["--"] + operands : operands + options)
  }

  /// The words of an option: a value that the parser would take for another word is after an equals sign.
  private static func words(_ option: Option) -> [String] {
    guard let value = option.value else { return [option.name] }
    let isNext =
      switch known(option.name).map({ OptionSpec.spec($0.id).form }) {
      case .value, nil: !value.hasPrefix("--")
      case .optionalValue(_, let isValue): isValue(Array(value.utf8).span)
      case .flag, .reversible: false
      }
    return isNext ? [option.name, value] : ["\(option.name)=\(value)"]
  }

  /// The words that every rule together makes of the line; nil if they are refused, too.
  func reworded(in context: LineContext) -> Rewording? {
    var line = self
    if spec.id == .filter {
      line.rewordFilter()
    } else {
      guard line.rewordOptions() else { return nil }
      line.rewordOperands()
      line.rewordValues()
    }
    let once = line.options.map(\.name).filter { Self.known($0)?.id != .edit }
    guard Set(once).count == once.count else { return nil }
    let reworded = Rewording(words: line.words, isCertain: line.isCertain)
    return reworded.isAccepted(in: context) ? reworded : nil
  }
}

extension Rewording {
  /// Whether the words are parsed, and read by their command.
  func isAccepted(in context: LineContext) -> Bool {
    do throws(Failure) {
      let line = try parsed()
      guard let spec = line.command.map(CommandTable.spec), let command = spec.command else { return true }
      // What runs without a drawing has its own words.
      if case .none = spec.access(line) { return true }
      _ = try command.init(line, in: context)
      return true
    } catch {
      return false
    }
  }
}
