import PaintRaster

/// A group of settings, each of which is declared once: how it is read, overridden, recorded and printed.
protocol Settings: Sendable {
  /// Visits each setting in canonical order, with its value in both groups.
  ///
  /// A function and not a table, because each line of a script reads and records its settings.
  static func visit<V: SettingVisitor>(_ visitor: inout V, _ group: inout Self, _ other: Self) throws(V.Problem)
  init()
}

/// What is done with each setting.
protocol SettingVisitor {
  associatedtype Problem: Error

  /// - Parameters:
  ///   - option: the option that gives it.
  ///   - value: its value in a group.
  ///   - other: its value in another group.
  ///   - usual: its value if it is neither given nor set; nil if there is none or it depends on the rest.
  ///   - parse: reads the value of the option.
  ///   - meaning: what the reference says of its value in JSON behind the name of the option.
  mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value?,
    _ parse: (Span<UInt8>) throws(Failure) -> Value, _ meaning: String
  ) throws(Problem)
}

extension SettingVisitor {
  @inline(__always) mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value? = nil,
    _ parse: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Problem) {
    try visit(option, &value, other, default: usual, parse, "")
  }

  /// A setting whose option has an opposite, and no value.
  @inline(__always) mutating func visit(
    _ option: OptionID, _ value: inout Bool?, _ other: Bool?, default usual: Bool? = nil
  ) throws(Problem) {
    try visit(option, &value, other, default: usual, { (_) throws(Failure) in true }, "")
  }

  /// A setting that is one of a few names.
  @inline(__always) mutating func visit<Value: SettingValue & NamedValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value? = nil
  ) throws(Problem) {
    try visit(option, &value, other, default: usual, Value.parse, "")
  }

  /// A setting that is one number, of the form that its option has.
  @inline(__always) mutating func visit(
    _ option: OptionID, _ value: inout Double?, _ other: Double?, default usual: Double? = nil, _ meaning: String = ""
  ) throws(Problem) {
    // Looked up only for a value that is given.
    try visit(
      option, &value, other, default: usual,
      { (word) throws(Failure) in try OptionSpec.spec(option).readNumber(word) }, meaning)
  }
}

extension Settings {
  /// Reads the options of a command line; throws for an invalid value.
  init(_ line: ParsedLine) throws(Failure) {
    self.init()
    var reader = SettingReader(line: line)
    try Self.visit(&reader, &self, self)
  }

  /// These settings, overridden by those of `other`.
  func overridden(by other: Self) -> Self {
    var (result, visitor) = (self, SettingOverride())
    Self.visit(&visitor, &result, other)
    return result
  }

  /// These settings, without those of options that a command does not take, and with the defaults of the others.
  func resolved(for command: CommandSpec) -> Self {
    var (result, visitor) = (self, SettingDefaults(command: command))
    Self.visit(&visitor, &result, self)
    return result
  }

  /// The default of an option, as typed; nil if it has none.
  static func defaultText(of option: OptionID) -> String? {
    var (group, visitor) = (Self(), DefaultText(option: option))
    visit(&visitor, &group, group)
    return visitor.text
  }

  /// Appends ` --color ff0000ff` and so on for all settings, or for some options.
  func append(_ options: [OptionID]? = nil, to text: inout [UInt8]) {
    var (group, visitor) = (self, SettingAppender(options: options, text: text))
    text = []
    Self.visit(&visitor, &group, self)
    text = visitor.text
  }

  /// Writes the settings as an object; settings that are not given are null.
  func write(to json: inout JSONWriter) {
    var (group, visitor) = (self, SettingWriter(json: json))
    visitor.json.beginObject()
    Self.visit(&visitor, &group, self)
    visitor.json.endObject()
    json = visitor.json
  }

  /// Their options.
  static var options: [OptionID] {
    var (group, visitor) = (Self(), OptionList())
    visit(&visitor, &group, group)
    return visitor.options
  }

  /// What they are in JSON.
  static var answers: [AnswerField] {
    var (group, visitor) = (Self(), AnswerList())
    visit(&visitor, &group, group)
    return visitor.answers
  }
}

// MARK: - Visitors

private struct SettingReader: SettingVisitor {
  let line: ParsedLine

  @inline(__always) mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value?,
    _ parse: (Span<UInt8>) throws(Failure) -> Value, _ meaning: String
  ) throws(Failure) {
    if line.has(option) { value = try line.value(option, parse) ?? Value(line[option]) }
  }
}

private struct SettingOverride: SettingVisitor {
  @inline(__always) mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value?,
    _ parse: (Span<UInt8>) throws(Failure) -> Value, _ meaning: String
  ) throws(Never) {
    if let other { value = other }
  }
}

private struct SettingDefaults: SettingVisitor {
  let command: CommandSpec

  @inline(__always) mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value?,
    _ parse: (Span<UInt8>) throws(Failure) -> Value, _ meaning: String
  ) throws(Never) {
    value = command.takes(option) ? value ?? usual : nil
  }
}

private struct DefaultText: SettingVisitor {
  let option: OptionID
  var text: String?

  mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value?,
    _ parse: (Span<UInt8>) throws(Failure) -> Value, _ meaning: String
  ) throws(Never) {
    if option == self.option { text = usual?.typed }
  }
}

private struct SettingAppender: SettingVisitor {
  let options: [OptionID]?
  var text: [UInt8]

  @inline(__always) mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value?,
    _ parse: (Span<UInt8>) throws(Failure) -> Value, _ meaning: String
  ) throws(Never) {
    guard let value, options?.contains(option) ?? true else { return }
    value.append(OptionSpec.spec(option).name, to: &text)
  }
}

private struct SettingWriter: SettingVisitor {
  var json: JSONWriter

  mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value?,
    _ parse: (Span<UInt8>) throws(Failure) -> Value, _ meaning: String
  ) throws(Never) {
    json.key(OptionSpec.spec(option).key)
    if let value { value.write(to: &json) } else { json.null() }
  }
}

private struct OptionList: SettingVisitor {
  var options: [OptionID] = []

  @inline(__always) mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value?,
    _ parse: (Span<UInt8>) throws(Failure) -> Value, _ meaning: String
  ) throws(Never) {
    options.append(option)
  }
}

private struct AnswerList: SettingVisitor {
  var answers: [AnswerField] = []

  mutating func visit<Value: SettingValue>(
    _ option: OptionID, _ value: inout Value?, _ other: Value?, default usual: Value?,
    _ parse: (Span<UInt8>) throws(Failure) -> Value, _ meaning: String
  ) throws(Never) {
    let spec = OptionSpec.spec(option)
    answers.append(AnswerField(spec.key, Value.kind, orNull: true, "`--\(spec.name)`\(meaning)"))
  }
}

extension OptionSpec {
  /// Its name in JSON: `dash_offset`.
  fileprivate var key: String { String(name.map { $0 == "-" ? "_" : $0 }) }
}

/// The value of a setting.
protocol SettingValue: Sendable {
  /// What it is in JSON.
  static var kind: AnswerField.Kind { get }
  /// The value of an option that was given without one; nil if there is none.
  init?(_ given: ParsedLine.Given)
  /// Appends it as the value of an option, ` --width 3`.
  func append(_ name: String, to text: inout [UInt8])
  /// Writes it as a value.
  func write(to json: inout JSONWriter)
  /// The text that help shows.
  var typed: String { get }
}

// MARK: - Values

extension SettingValue {
  init?(_ given: ParsedLine.Given) { nil }
  var typed: String {
    var text: [UInt8] = []
    append("", to: &text)
    return String(decoding: text.dropFirst(" -- ".utf8.count), as: UTF8.self)
  }
}

extension SettingValue where Self: NamedValue {
  static var kind: AnswerField.Kind { .text }
  func append(_ name: String, to text: inout [UInt8]) { text.append(contentsOf: " --\(name) \(rawValue)".utf8) }
  func write(to json: inout JSONWriter) { json.value(rawValue) }
}

extension Double: SettingValue {
  static var kind: AnswerField.Kind { .number }
  func append(_ name: String, to text: inout [UInt8]) {
    text.append(contentsOf: " --\(name) ".utf8)
    NumberText.append(self, to: &text)
  }
  func write(to json: inout JSONWriter) { json.value(self) }
}

/// An option with an opposite.
extension Bool: SettingValue {
  static var kind: AnswerField.Kind { .truth }
  init?(_ given: ParsedLine.Given) {
    switch given {
    case .absent, .value: return nil
    case .on: self = true
    case .off: self = false
    }
  }
  func append(_ name: String, to text: inout [UInt8]) {
    text.append(contentsOf: (self ? " --\(name)" : " --no-\(name)").utf8)
  }
  func write(to json: inout JSONWriter) { json.value(self) }
  var typed: String { self ? "yes" : "no" }
}

extension String: SettingValue {
  static var kind: AnswerField.Kind { .text }
  func append(_ name: String, to text: inout [UInt8]) {
    text.append(contentsOf: " --\(name)=".utf8)
    ShellQuoting.append(Array(utf8), to: &text)
  }
  func write(to json: inout JSONWriter) { json.value(self) }
}

extension PaintWord: SettingValue {
  static var kind: AnswerField.Kind { .text }
  func append(_ name: String, to text: inout [UInt8]) {
    text.append(contentsOf: " --\(name) ".utf8)
    append(to: &text)
  }
  func write(to json: inout JSONWriter) { json.value(text) }
  var typed: String { if case .color(let color) = self { NamedColor.name(of: color) ?? text } else { text } }
}

extension PaintBoxArgument: SettingValue {
  static var kind: AnswerField.Kind { .text }
  func append(_ name: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: " --\(name) ".utf8)
    switch self {
    case .typed(_, let text): ShellQuoting.append(Array(text.utf8), to: &bytes)
    case .placed(let box):
      for (separator, number) in [("", box.x), (",", box.y), (",", box.width), ("x", box.height)] {
        bytes.append(contentsOf: separator.utf8)
        NumberText.appendCoordinate(number, to: &bytes)
      }
    }
  }
  func write(to json: inout JSONWriter) {
    if case .typed(_, let text) = self { json.value(text) } else { json.null() }
  }
}

extension DashArgument: SettingValue {
  static var kind: AnswerField.Kind { .either([.text, .list(.number)]) }
  init?(_ given: ParsedLine.Given) {
    guard given == .on else { return nil }
    self = .automatic
  }
  func append(_ name: String, to text: inout [UInt8]) {
    text.append(contentsOf: " --\(name)".utf8)
    switch self {
    case .automatic: break
    case .none: text.append(contentsOf: " none".utf8)
    case .lengths(let lengths):
      for (position, length) in lengths.enumerated() {
        text.append(UInt8(ascii: position == 0 ? " " : ","))
        NumberText.append(length, to: &text)
      }
    }
  }
  func write(to json: inout JSONWriter) {
    switch self {
    case .none: json.value("none")
    case .automatic: json.value("auto")
    case .lengths(let lengths):
      json.array(lengths) { json, length in json.value(length) }
    }
  }
}

/// A number, or a word in its place.
protocol NumberOrWord: SettingValue {
  /// The number; nil for the word.
  var number: Double? { get }
  static var word: String { get }
}

extension NumberOrWord {
  static var kind: AnswerField.Kind { .either([.text, .number]) }
  func append(_ name: String, to text: inout [UInt8]) {
    if let number { number.append(name, to: &text) } else { text.append(contentsOf: " --\(name) \(Self.word)".utf8) }
  }
  func write(to json: inout JSONWriter) { if let number { json.value(number) } else { json.value(Self.word) } }
}

extension SpacingArgument: NumberOrWord {
  static var word: String { "none" }
  var number: Double? { if case .share(let share) = self { share } else { nil } }
}

extension ArrowSizeArgument: NumberOrWord {
  static var word: String { "auto" }
  var number: Double? { if case .widths(let count) = self { count } else { nil } }
}

extension BlendMode: SettingValue {}
extension LineCap: SettingValue {}
extension LineJoin: SettingValue {}
extension ArrowArgument: SettingValue {}
extension ArrowForm.Shape: SettingValue {}
extension PressureArgument: SettingValue {}
extension StrokeAlignment: SettingValue {}
extension FillRule: SettingValue {}
