/// One option: its name, its value and its help.
///
/// Constants alone, so that the compiler lays out the table of all options and no start makes it.
struct OptionSpec: Sendable {
  /// The form of an option's value.
  enum Form: Sendable {
    /// No value.
    case flag
    /// No value; `--no-NAME` is the opposite.
    case reversible
    /// A value, with its name in help texts.
    case value(StaticString)
    /// A value if the next word looks like one.
    case optionalValue(StaticString, isValue: @Sendable (Span<UInt8>) -> Bool)
  }

  /// The identity of the option.
  let id: OptionID
  /// The name without its two dashes.
  let name: String
  /// The letter of the short form, if there is one.
  let short: Unicode.Scalar?
  /// The form of its value.
  let form: Form
  /// The text for `--help`, without a full stop; ``CommandSpec/help(of:)`` adds the default.
  ///
  /// After a colon at its end the names follow that the value can have.
  var help: String {
    let text = helpText.description
    guard text.hasSuffix(":"), case .words(let names) = ValueForm.form(of: id)?.completion else { return text }
    return "\(text) \(names.listed("or"))"
  }
  /// The form of its value, if that is one number with every command.
  let number: NumberForm?
  /// The type of its value, if that is one of a few names with every command; a closure, because a type is no constant.
  let names: (@Sendable () -> any NamedValue.Type)?
  /// The names of the forms (`ValueForm`) that its value has, most with every command.
  var forms: [String] {
    let own = formNames.description.split(separator: "|").map(String.init)
    return own.isEmpty ? [number.map { "\($0.noun)" } ?? names?().noun].compactMap { $0.map(ValueForm.name) } : own
  }
  /// What it is if it is neither given nor set, as typed; nil if there is no such value or it depends on the rest.
  ///
  /// `yes` and `no` for an option with an opposite.
  var defaultValue: String? { defaultText?.description ?? StrokeOptions.defaultText(of: id) }
  private let helpText: StaticString
  private let formNames: StaticString
  private let defaultText: StaticString?
  /// Reads a value that is one number; throws `bad_value`.
  func readNumber(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let number else { throw Failure(.defect, "--\(name) was read as a number") }
    return number.range.isWhole ? Double(try number.whole(word)) : try number.value(word)
  }
  /// Whether it can be given only once; of other options the last one counts.
  let isOnce: Bool
  /// Whether all its values count.
  var isRepeatable: Bool { id == .edit }

  /// Whether the next word is always its value.
  var takesValue: Bool {
    if case .value = form { true } else { false }
  }

  /// The name of its value in help texts; nil if it has none.
  var valueName: String? {
    switch form {
    case .flag, .reversible: nil
    case .value(let name), .optionalValue(let name, _): name.description
    }
  }

  /// The option as the user writes it, with its value's name: `--color C`.
  var usage: String {
    switch form {
    case .flag: "--\(name)"
    case .reversible: "--\(name), --no-\(name)"
    case .value(let value): "--\(name) \(value)"
    case .optionalValue(let value, _): "--\(name) [\(value)]"
    }
  }

  /// The option with that identity; constant time.
  static func spec(_ id: OptionID) -> OptionSpec { OptionTable.all[id.rawValue] }

  init(
    _ id: OptionID, _ name: String, _ form: Form, _ help: StaticString, short: Unicode.Scalar? = nil,
    isOnce: Bool = false,
    forms formNames: StaticString = "", number: NumberForm? = nil,
    names: (@Sendable () -> any NamedValue.Type)? = nil, default defaultText: StaticString? = nil
  ) {
    self.id = id
    self.name = name
    self.form = form
    helpText = help
    self.short = short
    self.isOnce = isOnce
    self.formNames = formNames
    self.number = number
    self.names = names
    self.defaultText = defaultText
  }
}
