import SystemPackage

/// A parsed command line: its command, operands and options, as text.
///
/// One value is reused for every line of a script.
struct ParsedLine: Sendable {
  /// How an option was given.
  enum Given: Equatable, Sendable {
    /// Not given.
    case absent
    /// Given without a value.
    case on
    /// Given as its opposite.
    case off
    /// Given with this value.
    case value(Word)
  }

  /// The words; put them here before parsing.
  var words = Words()
  /// The command; nil with `--help` or `--version` alone.
  var command: CommandID?
  /// The group that was given without a command, with `--help`.
  var group: String?
  /// The topic of `paint help TOPIC`.
  var topic: HelpTopic?
  /// The words that are neither the command nor options.
  var operands: [Word] = []
  /// The values of `--edit`, which can be given several times.
  var edits: [Word] = []
  /// The words about that run only, such as `--json` and `-d art.paint`, as places in `words`, ascending.
  var runWords: [Int] = []
  private var given = [Given](repeating: .absent, count: OptionID.allCases.count)

  /// Creates an empty line.
  init() {}

  /// Creates a line of words, to be parsed.
  init(_ words: [String]) { self.words = Words(words) }

  /// Creates a line of words that need not be UTF-8.
  init(bytes words: [[UInt8]]) {
    for word in words { self.words.append(word) }
  }

  /// Removes everything except the words; keeps the memory.
  mutating func clearMeaning() {
    command = nil
    group = nil
    topic = nil
    operands.removeAll(keepingCapacity: true)
    edits.removeAll()
    runWords.removeAll(keepingCapacity: true)
    for index in given.indices { given[index] = .absent }
  }

  /// How the option was given; the last time counts.
  subscript(option: OptionID) -> Given {
    get { given[option.rawValue] }
    set { given[option.rawValue] = newValue }
  }

  /// Whether the option was given in any form.
  func has(_ option: OptionID) -> Bool { self[option] != .absent }

  /// The value of a reversible option; nil if it was not given.
  func choice(_ option: OptionID) -> Bool? {
    switch self[option] {
    case .absent: nil
    case .off: false
    case .on, .value: true
    }
  }

  /// The option's value as text; nil if it was not given or has none.
  func text(_ option: OptionID) -> String? {
    guard case .value(let word) = self[option] else { return nil }
    return words.text(word)
  }

  /// The option's value, byte for byte; nil if it was not given or has none.
  func bytes(_ option: OptionID) -> [UInt8]? {
    guard case .value(let word) = self[option] else { return nil }
    return Array(words.bytes[word])
  }

  /// The option's value as a path, byte for byte; nil if it was not given or has none.
  func path(_ option: OptionID) -> FilePath? {
    guard case .value(let word) = self[option] else { return nil }
    return FilePath(bytes: words.bytes[word])
  }

  /// The option's value read by `parse`; nil if it was not given or has none.
  ///
  /// A failure of `parse` names the option.
  @inline(__always) func value<Value>(
    _ option: OptionID, _ parse: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard case .value(let word) = self[option] else { return nil }
    do {
      return try parse(words.bytes.span.extracting(word))
    } catch {
      throw error.at("--\(OptionSpec.spec(option).name)")
    }
  }

  /// The option's value read by `parse`, or the default that its command declares.
  func chosen<Value>(
    _ option: OptionID, _ parse: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let value = try value(option, parse) { return value }
    guard let usual = command.flatMap({ CommandTable.spec($0).defaultValue(of: option) }) else {
      throw Failure(.defect, "--\(OptionSpec.spec(option).name) was read without a default")
    }
    return try parse(usual.utf8Span.span)
  }

  /// The operand at that place read by `parse`, which must be one of `operands`.
  @inline(__always) func operand<Value>(
    _ place: Int, _ parse: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try parse(words.bytes.span.extracting(operands[place]))
  }

  /// The operand at that place as a path, byte for byte; an empty one if there are not so many.
  func operandPath(_ place: Int) -> FilePath {
    operands.indices.contains(place) ? FilePath(bytes: words.bytes[operands[place]]) : ""
  }

  /// The operand at that place as text; nil if there are not so many.
  func operandText(_ place: Int) -> String? {
    operands.indices.contains(place) ? words.text(operands[place]) : nil
  }
}
