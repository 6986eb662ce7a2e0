/// One command: the words that name it, what it takes, what it may do, and what `--help` says.
///
/// Declared once, next to the code that runs it; `CommandTable` has all of them. A class, because every line of a script
/// looks its own up.
final class CommandSpec: Sendable {
  /// A command that runs without an open drawing, or opens it in its own way.
  typealias Standalone = @Sendable (ParsedLine, Console) throws(Failure) -> ExitCode

  /// Which command this is.
  let id: CommandID
  /// The word that names it, for a brush the word after `stroke`.
  let name: String
  /// The word before its name, for those that come in a group.
  let group: String?
  /// Other programs' words for it, only used for a hint.
  let alsoCalled: [String]
  /// Its operands as the usage line shows them.
  let operands: String
  /// How many operands it takes.
  let operandCount: ClosedRange<Int>
  /// Words that an operand may be, for completion.
  let operandWords: [String]
  /// What it does, in a sentence without a full stop.
  let summary: String
  /// More to know, a line each.
  let details: [String]
  /// Its own options, without those of all edits and of all commands.
  let options: [OptionID]
  /// What an option means to this command, where that differs from the option's own help.
  let optionHelp: [OptionID: String]
  /// What an option's value is called to this command, where that differs from the option's own word.
  let optionValues: [OptionID: String]
  /// True if it takes the options of all edits.
  let isEdit: Bool
  /// True if words that look like options, and are none of its own, are operands: the parameters of filters.
  let takesForeignOptions: Bool
  /// True if its first operand is a picture's file.
  let readsPicture: Bool
  /// The word that names another revision, whose pixels its edit takes.
  let reference: Reference?
  /// The brush that it draws with.
  let brush: Brush?
  /// By option, whether the command takes it.
  private let isAllowed: [Bool]

  /// How a line of it is read and run in an open drawing; nil if it never is.
  let command: (any Command.Type)?
  /// How it runs where it needs no open drawing; nil if it always needs one.
  let standalone: Standalone?
  /// What a line of it needs of the drawing.
  let access: @Sendable (ParsedLine) -> DocumentAccess
  /// Whether a script may have it.
  let isForScripts: Bool
  /// What to do in a script instead.
  let scriptHint: String?
  /// Whether a line of it may be part of a group: it does not move in the history, nor change it.
  let isForGroups: @Sendable (ParsedLine) -> Bool

  /// A word of a line.
  enum Reference: Sendable {
    /// Its first operand.
    case operand
    /// The value of that option.
    case option(OptionID)
  }

  /// The options that every edit takes.
  static let editOptions: [OptionID] = [.name, .dryRun, .out, .expect]
  /// The options that every command takes.
  static let commonOptions: [OptionID] = [.document, .json, .quiet, .wait, .help, .version]

  /// - Parameters:
  ///   - command: how a line of it is read and run in an open drawing.
  ///   - standalone: how it runs without one.
  ///   - access: what a line needs of the drawing; by default `none` without `command`, `editing` with `--expect`, else `reading`.
  init(
    _ id: CommandID, _ name: String, group: String? = nil, alsoCalled: [String] = [], operands: String = "",
    operandCount: ClosedRange<Int> = 0...0, operandWords: [String] = [], summary: String, details: [String] = [],
    options: [OptionID] = [], optionHelp: [OptionID: String] = [:], optionValues: [OptionID: String] = [:],
    isEdit: Bool = false, takesForeignOptions: Bool = false, readsPicture: Bool = false,
    reference: Reference? = nil, brush: Brush? = nil,
    command: (any Command.Type)? = nil, standalone: Standalone? = nil,
    access: (@Sendable (ParsedLine) -> DocumentAccess)? = nil, isForScripts: Bool? = nil, scriptHint: String? = nil,
    isForGroups: @escaping @Sendable (ParsedLine) -> Bool = { _ in true }
  ) {
    self.id = id
    self.name = name
    self.group = group
    self.alsoCalled = alsoCalled
    self.operands = operands
    self.operandCount = operandCount
    self.operandWords = operandWords
    self.summary = summary
    self.details = details
    self.options = options
    self.optionHelp = optionHelp
    self.optionValues = optionValues
    self.isEdit = isEdit
    self.takesForeignOptions = takesForeignOptions
    self.readsPicture = readsPicture
    self.reference = reference
    self.brush = brush
    self.command = command
    self.standalone = standalone
    let changes = isEdit || options.contains(.expect)
    let usual: DocumentAccess = command == nil ? .none : changes ? .editing : .reading
    self.access = access ?? { _ in usual }
    self.isForScripts = isForScripts ?? (command != nil)
    self.scriptHint = scriptHint
    self.isForGroups = isForGroups
    var isAllowed = [Bool](repeating: false, count: OptionID.allCases.count)
    for option in options + Self.commonOptions { isAllowed[option.rawValue] = true }
    if isEdit { for option in Self.editOptions { isAllowed[option.rawValue] = true } }
    self.isAllowed = isAllowed
  }

  /// Whether it takes an option.
  func takes(_ option: OptionID) -> Bool { isAllowed[option.rawValue] }

  /// The words that name the command: `stroke pencil`.
  var title: String { group.map { "\($0) \(name)" } ?? name }

  /// How to call it: `paint stroke line X,Y X,Y`.
  var usage: String { operands.isEmpty ? "paint \(title)" : "paint \(title) \(operands)" }
}

// What several commands declare.
extension CommandSpec {
  static let anyNumber = 0...Int.max
  static let boxDetails = [
    "A box is X,Y,WxH, or two opposite corners in any order, or a place of the canvas and a size:",
    "center,100x100 or bottom-right,100x100. Numbers are pixels; 50% is half of the canvas, 100%-60",
    "sixty pixels less than all of it.",
  ]
  /// Of every brush.
  static let pixelDetails = [
    "Lines 1 pixel wide fill the pixels of their end points, if all numbers are whole. Without smooth",
    "edges they have one pixel in each column or row, and their dashes count pixels. Steps drawn before",
    "--rules existed are repeated with --rules 1.",
  ]
  static let arrowDetails = [
    "An arrow head is 3.5 widths long and 3 broad. Heads that the line is too short for share its length."
  ]
  static let revisionDetail = "REV is 12, r12, start, current, latest (where redo ends) or a branch's name."
  static let styleOptions: [OptionID] = [.color, .width] + PaintSettings.compositingOptions
  static let edgeOptions: [OptionID] = [.antialias, .snap, .rules, .pointsFrom]
  static let dashOptions: [OptionID] = [.cap, .join, .dash, .dashOffset]
}
