import PaintFormats

/// One command: its names, operands and options, where it is allowed, and its help.
///
/// Declared once, next to the code that runs it; `CommandTable` has all of them. A class, because it is looked up for
/// every line of a script.
final class CommandSpec: Sendable {
  /// A command that runs without an open drawing, or opens it itself.
  typealias Standalone = @Sendable (ParsedLine, Console) throws(Failure) -> ExitCode

  /// The identity of the command.
  let id: CommandID
  /// Its name; for a brush the word after `stroke`.
  var name: String { id.rawValue }
  /// The word before its name, for commands in a group.
  let group: String?
  /// What it is for: its heading in the overview.
  let purpose: CommandPurpose
  /// Names in other programs, only used for hints.
  let alsoCalled: [String]
  /// Its operands as the usage line shows them.
  let operands: String
  /// The number of operands.
  let operandCount: ClosedRange<Int>
  /// What each operand can be, for completion; the last one stands for all that follow.
  let operandKinds: [CompletionKind]
  /// A summary, without a full stop.
  let summary: String
  private let makeExamples: @Sendable () -> [Example]
  private let makeAnswers: (@Sendable () -> [Answer])?
  private let makeDetails: @Sendable () -> [String]
  /// Its own options, without those of all edits and of all commands.
  let options: [OptionID]
  private let makeOptionHelp: @Sendable () -> OptionTexts
  /// The names of values that differ from those of their options.
  let optionValues: OptionTexts
  /// The default values, as typed, that differ from those of the options of other commands.
  let optionDefaults: OptionTexts
  /// Whether it takes the options of all edits.
  let isEdit: Bool
  /// Whether unknown options are operands: the parameters of filters.
  let takesForeignOptions: Bool
  /// Whether its first operand is a picture file.
  let readsPicture: Bool
  /// The word that names another revision, whose pixels the edit uses.
  let reference: Reference?
  /// Its brush.
  let brush: Brush?
  /// For each option, whether the command takes it.
  private let isAllowed: [Bool]

  /// The type that reads and runs its lines in an open drawing; nil if it never needs one.
  let command: (any Command.Type)?
  /// How it runs without an open drawing; nil if it always needs one.
  let standalone: Standalone?
  /// The access that a line needs.
  let access: @Sendable (ParsedLine) -> DocumentAccess
  /// Whether it is allowed in scripts.
  let isForScripts: Bool
  /// An alternative for scripts.
  let scriptHint: String?
  /// Whether a line is allowed in a group: it does not move in the history or change it.
  let isForGroups: @Sendable (ParsedLine) -> Bool

  /// The position of a word in a line.
  enum Reference: Sendable {
    /// All its operands.
    case operands
    /// The value of that option.
    case option(OptionID)
  }

  /// The options that every edit takes.
  static let editOptions: [OptionID] = [.name, .author, .dryRun, .out, .force, .expect]
  /// The options that every command takes.
  static let commonOptions: [OptionID] = [.document, .json, .quiet, .wait, .help, .version]

  /// Whether an option is about one run of an edit, and not about what the edit does: it is no part of the words that
  /// the history keeps.
  static func isAboutRun(_ option: OptionID) -> Bool {
    editOptions.contains(option) || commonOptions.contains(option)
  }

  /// - Parameters:
  ///   - examples: two or more lines that a user can run, the most useful first.
  ///
  ///     They run in a folder with `photo.png`, `before.png`, `after.png`, `logo.png`, `photos/*.png`, the scripts
  ///     `marks.txt` and `frame.txt`, and a drawing of 400 x 300 pixels with some steps, two of them undone. They are
  ///     made when they are asked for, because most starts need none.
  ///   - answers: what it prints with `--json` if nothing fails; by default the receipt of an edit, otherwise nothing.
  ///   - command: the type that reads and runs its lines in an open drawing.
  ///   - standalone: how it runs without one.
  ///   - access: the access that a line needs; by default `none` without `command`, `editing` with `--expect`, otherwise
  ///     `reading`.
  init(
    _ id: CommandID, group: String? = nil, purpose: CommandPurpose, alsoCalled: [String] = [],
    operands: String = "",
    operandCount: ClosedRange<Int> = 0...0, operandKinds: [CompletionKind] = [], summary: String,
    examples: @escaping @Sendable () -> [Example], answers: (@Sendable () -> [Answer])? = nil,
    details: @autoclosure @escaping @Sendable () -> [String] = [],
    options: [OptionID] = [], optionHelp: @autoclosure @escaping @Sendable () -> OptionTexts = [:],
    optionValues: OptionTexts = [:],
    optionDefaults: OptionTexts = [:], isEdit: Bool = false, takesForeignOptions: Bool = false,
    readsPicture: Bool = false,
    reference: Reference? = nil, brush: Brush? = nil,
    command: (any Command.Type)? = nil, standalone: Standalone? = nil,
    access: (@Sendable (ParsedLine) -> DocumentAccess)? = nil, isForScripts: Bool? = nil, scriptHint: String? = nil,
    isForGroups: @escaping @Sendable (ParsedLine) -> Bool = { _ in true }
  ) {
    self.id = id
    self.group = group
    self.purpose = purpose
    self.alsoCalled = alsoCalled
    self.operands = operands
    self.operandCount = operandCount
    self.operandKinds = operandKinds
    self.summary = summary
    makeExamples = examples
    makeAnswers = answers
    makeDetails = details
    self.options = options
    makeOptionHelp = optionHelp
    self.optionValues = optionValues
    self.optionDefaults = optionDefaults
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

  /// Command lines that a user can run, the most useful first.
  var examples: [Example] { makeExamples() }
  /// Details, one string per line.
  var details: [String] { makeDetails() }
  /// The help of options that differs from their general help.
  var optionHelp: OptionTexts { makeOptionHelp() }
  /// What it prints with `--json` if nothing fails; empty for a command that prints no JSON.
  var answers: [Answer] { makeAnswers?() ?? (isEdit ? [.receipt] : []) }

  /// The words that name the command: `stroke pencil`.
  var title: String { group.map { "\($0) \(name)" } ?? name }

  /// The usage: `paint stroke line X,Y X,Y`.
  var usage: String { operands.isEmpty ? "paint \(title)" : "paint \(title) \(operands)" }
}

// Shared declarations.
extension CommandSpec {
  static let anyNumber = 0...Int.max
  static let boxDetails = [
    "A box is X,Y,WxH, or two opposite corners in any order, or an anchor and a size, as in",
    "center,100x100 or bottom-right,100x100. Numbers are pixels; 50% is half of the canvas, 100%-60",
    "the whole canvas minus 60 pixels.",
  ]
  static let alignHelp = "where the outline is: inside, center or outside of the border (default inside)"
  /// Of every brush with a box.
  static let alignDetails = [
    "The outline is inside of the box and as wide everywhere, so a fill and its outline cover what the fill",
    "alone covers. With --align center half of the width is outside; an odd width of pixels then lies half a",
    "pixel to the right and below, on whole pixels, unless with --no-snap. A box without area draws nothing.",
  ]
  /// Of every brush with dashes.
  static let dashDetail = "Around a closed shape the gaps are fitted, so that the pattern fits a whole number of times."
  /// Of every brush.
  static let pixelDetails = [
    "Lines 1 pixel wide fill the pixels of their end points, if all numbers are whole. Without smooth",
    "edges they have one pixel in each column or row, and their dashes count pixels.",
  ]
  static let arrowDetails = [
    "An arrow head is 3.5 line widths long, at least 9 pixels, and 6/7 as wide; --arrow-size changes it. A",
    "dot or a bar is about the line's end. If the line is too short for its heads, the arrow is drawn smaller.",
  ]
  static let softDetails = [
    "With a hardness H below 1 the line falls off smoothly from H of half its width to its edge, over",
    "a pixel or more. Such a line, and one with --taper, is round and has no dashes, heads and fill.",
    "With --flow or --spacing the brush is stamped along the line, and dabs that overlap add up, at most",
    "to the opacity of the stroke.",
  ]
  static let toleranceDetail =
    "The difference is the largest of those of alpha and of each channel times its alpha, 0 to 255."
  static let revisionDetail =
    "REV is 12, r12, start, current, latest, -1, r12~3, 10m, or a branch's or step's name: paint help history."
  /// Of every command that reads a picture file.
  static let readingOptions: [OptionID] = [.page, .orientation, .lenient, .range, .maxPixels]
  /// Of every command that writes a picture file of any format.
  static let writingOptions: [OptionID] = [.format, .quality, .subsampling, .progressive, .lossless, .background]
  /// Of every command that writes a picture of a document; only for PNG.
  static let pngOptions: [OptionID] = [.compression, .rgba, .strip, .colors, .dither]
  static let backgroundHelp = "the colour behind the picture (default none, white where a format has no transparency)"
  static let writingDetail = "The ending of its name, or --format, decides the format of the written file."
  static var formatsDetail: String {
    let names = PictureFormat.all.flatMap { [$0.name] + ($0.readOnly?.endings.map { $0.uppercased() } ?? []) }
    return "Known formats are \(names.listed("and"))."
  }
}
