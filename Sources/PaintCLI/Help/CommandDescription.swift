/// What a program needs to know about a command: the object of `--help --json`.
struct CommandDescription: Equatable, Sendable {
  /// An option, as it is for the command.
  struct Option: Equatable, Sendable {
    /// Which commands take an option.
    enum Scope: String, Sendable {
      /// Those that list it.
      case command
      /// Every edit.
      case edit
      /// Every command.
      case every
    }

    /// The identity of the option.
    let id: OptionID
    /// The name with its two dashes.
    let name: String
    /// The short form with its dash; nil if it has none.
    let short: String?
    /// The opposite, `--no-NAME`; nil if it has none.
    let opposite: String?
    /// The name of its value in help texts; nil if it takes none.
    let value: String?
    /// Whether it may be without its value.
    let isValueOptional: Bool
    /// Whether it may be given only once; of other options the last one counts.
    let isOnce: Bool
    /// The value that it has if it is not given, as typed; nil if there is none or it depends on the rest.
    let defaultValue: String?
    /// Which commands take it.
    let scope: Scope
    /// Its help, without a full stop.
    let help: String
  }

  /// The words that name it: `stroke line`.
  let name: String
  /// Its heading in the overview.
  let purpose: String
  /// What it does, without a full stop.
  let summary: String
  /// The usage line.
  let usage: String
  /// Its operands as the usage shows them; empty for none.
  let operands: String
  /// The least and the most operands.
  let operandCount: ClosedRange<Int>
  /// Paragraphs about it.
  let details: [String]
  /// Runnable command lines.
  let examples: [Example]
  /// All options that it takes: its own, those of edits, those of every command.
  let options: [Option]
  /// Whether it changes the picture and prints a receipt.
  let isEdit: Bool
  /// Whether scripts may contain it.
  let isForScripts: Bool
  /// What it prints with `--json` if nothing fails.
  let answers: [Answer]

  /// Describes a command.
  init(_ spec: CommandSpec) {
    name = spec.title
    purpose = spec.purpose.title
    summary = spec.summary
    usage = spec.usage
    operands = spec.operands
    operandCount = spec.operandCount
    details = spec.paragraphs
    examples = spec.examples
    isEdit = spec.isEdit
    isForScripts = spec.isForScripts
    answers = spec.answers
    let edit = spec.isEdit ? CommandSpec.editOptions : []
    options =
      spec.options.map { Option($0, .command, of: spec) } + edit.map { Option($0, .edit, of: spec) }
      + CommandSpec.commonOptions.map { Option($0, .every, of: spec) }
  }

  /// Writes it as an object.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("name", name)
    json.field("purpose", purpose)
    json.field("summary", summary)
    json.field("usage", usage)
    json.key("operands")
    json.beginObject()
    json.field("usage", operands)
    json.field("least", operandCount.lowerBound)
    json.field("most", operandCount.upperBound == .max ? nil : operandCount.upperBound)
    json.endObject()
    json.field("details", details)
    json.objects("examples", examples) { json, example in
      json.field("line", example.line)
      json.field("text", example.text)
      json.field("exit", Int(example.exitCode.rawValue))
    }
    json.array("options", options) { json, option in option.write(to: &json) }
    json.field("edit", isEdit)
    json.field("script", isForScripts)
    json.field("answers", answers.map(AnswerSchema.name))
    json.endObject()
  }
}

extension CommandDescription.Option {
  /// Describes an option of a command.
  init(_ id: OptionID, _ scope: Scope, of spec: CommandSpec) {
    let option = OptionSpec.spec(id)
    self.id = id
    self.scope = scope
    name = "--\(option.name)"
    short = option.short.map { "-\($0)" }
    isOnce = option.isOnce
    help = spec.help(of: id)
    defaultValue = spec.defaultValue(of: id)
    switch option.form {
    case .flag: (opposite, value, isValueOptional) = (nil, nil, false)
    case .reversible: (opposite, value, isValueOptional) = ("--no-\(option.name)", nil, false)
    case .value: (opposite, value, isValueOptional) = (nil, spec.optionValues[id] ?? option.valueName, false)
    case .optionalValue: (opposite, value, isValueOptional) = (nil, spec.optionValues[id] ?? option.valueName, true)
    }
  }

  /// Writes it as an object.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("name", name)
    json.field("short", short)
    json.field("opposite", opposite)
    json.field("value", value)
    json.field("value_optional", isValueOptional)
    json.field("once", isOnce)
    json.field("default", defaultValue)
    json.field("scope", scope.rawValue)
    json.field("help", help)
    json.endObject()
  }
}
