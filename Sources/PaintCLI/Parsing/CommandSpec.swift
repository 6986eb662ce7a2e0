/// One command: the words that name it, what it takes, and what `--help` says.
struct CommandSpec: Sendable {
  /// Which command this is.
  let id: CommandID
  /// The word that names it, for a brush the word behind `stroke`.
  let name: String
  /// The word before its name, for those that come in a group.
  let group: String?
  /// Other programs' words for it, good for a hint and nothing else.
  let alsoCalled: [String]
  /// Its operands as the usage line shows them.
  let operands: String
  /// How many operands it takes.
  let operandCount: ClosedRange<Int>
  /// What it does, in a sentence without a full stop.
  let summary: String
  /// More to know, a line each.
  let details: [String]
  /// Its own options, without those of all edits and of all commands.
  let options: [OptionID]
  /// Options without effect on it, taken with a warning because its siblings have them; its help leaves them out.
  let ignoredOptions: [OptionID]
  /// What an option means to this command, where that differs from the option's own help.
  let optionHelp: [OptionID: String]
  /// What an option's value is called to this command, where that differs from the option's own word.
  let optionValues: [OptionID: String]
  /// True if it takes the options of all edits.
  let isEdit: Bool
  /// By option, whether the command takes it.
  let isAllowed: [Bool]

  /// The options that every edit takes.
  static let editOptions: [OptionID] = [.name, .dryRun, .out, .expect]
  /// The options that every command takes.
  static let commonOptions: [OptionID] = [.document, .json, .quiet, .wait, .help, .version]

  init(
    _ id: CommandID, _ name: String, group: String? = nil, alsoCalled: [String] = [], operands: String = "",
    operandCount: ClosedRange<Int> = 0...0, summary: String, details: [String] = [], options: [OptionID] = [],
    ignoredOptions: [OptionID] = [], optionHelp: [OptionID: String] = [:], optionValues: [OptionID: String] = [:],
    isEdit: Bool = false
  ) {
    self.id = id
    self.name = name
    self.group = group
    self.alsoCalled = alsoCalled
    self.operands = operands
    self.operandCount = operandCount
    self.summary = summary
    self.details = details
    self.options = options
    self.ignoredOptions = ignoredOptions
    self.optionHelp = optionHelp
    self.optionValues = optionValues
    self.isEdit = isEdit
    var isAllowed = [Bool](repeating: false, count: OptionID.allCases.count)
    for option in options + ignoredOptions + Self.commonOptions { isAllowed[option.rawValue] = true }
    if isEdit { for option in Self.editOptions { isAllowed[option.rawValue] = true } }
    self.isAllowed = isAllowed
  }

  /// The words that name the command: `stroke pencil`.
  var title: String { group.map { "\($0) \(name)" } ?? name }

  /// How to call it: `paint stroke line X,Y X,Y`.
  var usage: String { operands.isEmpty ? "paint \(title)" : "paint \(title) \(operands)" }
}
