import PaintFilters

/// The table of all commands.
enum CommandTable {
  /// The command with that identity; constant time.
  static func spec(_ id: CommandID) -> CommandSpec { id.declaration }

  /// The command with a name, in a group or without one.
  ///
  /// Only its own declaration is made: a start runs one command, and those of all would be a tenth of it.
  static func command(named name: String, in group: String?) -> CommandSpec? {
    guard let id = CommandID.allCases.first(where: { $0.rawValue == name }), id.declaration.group == group
    else { return nil }
    return id.declaration
  }

  /// Whether the word is the name of a group, such as `stroke`.
  static func isGroup(_ name: String) -> Bool { name == "stroke" }

  /// The names of groups.
  static var groups: [String] { Set(all.compactMap(\.group)).sorted() }

  /// The commands of a group by name: `pencil, line, … and eraser`.
  static func names(in group: String, joinedBy conjunction: String) -> String {
    let names = all.filter { $0.group == group }.map(\.name)
    return "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(names.last ?? "")"
  }

  /// The hint for an unknown command; nil if no name is similar.
  static func hint(for word: String, in group: String?) -> String? {
    let candidates = all.filter { $0.group == group }
    let meant = candidates.filter { $0.alsoCalled.contains(word) }.map(\.title) + (group == nil ? deeper(word) : [])
    if !meant.isEmpty { return "did you mean \(meant.joined(separator: " or "))?" }
    if group == nil, word.hasSuffix(".paint") {
      // A name that is not UTF-8 cannot be typed as it is shown.
      let name = word.unicodeScalars.contains("\u{fffd}") ? "DOCUMENT" : ShellQuoting.quoted(word)
      return "a document is named with -d: paint -d \(name) …"
    }
    return NearestName.hint(for: word, among: candidates.map(\.name) + (group == nil ? ["stroke", "help"] : []))
  }

  /// What a word means that is no command, but the name of a brush, of a filter, or of strokes in other programs.
  private static func deeper(_ word: String) -> [String] {
    let brushes = all.filter { $0.group == "stroke" && ($0.name == word || $0.alsoCalled.contains(word)) }.map(\.title)
    let filters = FilterCatalog.descriptions.filter { $0.name == word || $0.aliases.contains(word) }
    return (strokesAlsoCalled.contains(word) ? ["stroke"] : []) + brushes + filters.map { "filter \($0.name)" }
  }

  /// Names of `stroke` in other programs, only used for hints.
  private static let strokesAlsoCalled = ["draw", "sketch", "doodle", "shape"]

  /// All commands, in the order of their identities.
  static let all: [CommandSpec] = CommandID.allCases.map(\.declaration)
}

/// Every command by its name; the brushes of `stroke` are one each.
enum CommandID: String, CaseIterable, Sendable {
  case new
  case pencil, line, rect, ellipse, polygon, path, curve, spray, eraser, clone, blur, smudge
  case undo, redo, goto
  case history, show, diff, blame
  case status, pick, export, view, info, watch
  case batch, set
  case group, ungroup, name, branch
  // Areas of colour and whole pictures.
  case fill, clear, background, replace, filter, select
  case text
  // The canvas as a whole.
  case crop, canvas, resize, rotate, flip, trim
  // Pictures and programs from outside.
  case place, importPicture = "import", run
  // Older revisions and what they contain.
  case revert, restore, timelapse
  case check
  case limit, gc, forget
  // For the shell.
  case fonts, completion, schema
}

extension CommandID {
  /// The declaration of the command.
  fileprivate var declaration: CommandSpec {
    switch self {
    case .new: NewCommand.spec
    case .pencil: Brush.pencilSpec
    case .line: Brush.lineSpec
    case .rect: Brush.rectSpec
    case .ellipse: Brush.ellipseSpec
    case .polygon: Brush.polygonSpec
    case .path: Brush.pathSpec
    case .curve: Brush.curveSpec
    case .eraser: Brush.eraserSpec
    case .spray: Brush.spraySpec
    case .clone: Brush.cloneSpec
    case .blur: Brush.blurSpec
    case .smudge: Brush.smudgeSpec
    case .undo: UndoCommand.spec
    case .redo: RedoCommand.spec
    case .goto: GoToCommand.spec
    case .history: HistoryCommand.spec
    case .show: ShowCommand.spec
    case .diff: DiffCommand.spec
    case .blame: BlameCommand.spec
    case .status: StatusCommand.spec
    case .pick: PickCommand.spec
    case .export: ExportCommand.spec
    case .view: ViewCommand.spec
    case .info: InfoCommand.spec
    case .watch: WatchCommand.spec
    case .batch: BatchCommand.spec
    case .set: SetCommand.spec
    case .group: GroupCommand.spec
    case .ungroup: UngroupCommand.spec
    case .name: NameCommand.spec
    case .branch: BranchCommand.spec
    case .fill: FillCommand.spec
    case .clear: ClearCommand.spec
    case .background: BackgroundCommand.spec
    case .replace: ReplaceCommand.spec
    case .filter: FilterCommand.spec
    case .select: SelectCommand.spec
    case .text: TextCommand.spec
    case .crop: CropCommand.spec
    case .canvas: CanvasCommand.spec
    case .resize: ResizeCommand.spec
    case .rotate: RotateCommand.spec
    case .flip: FlipCommand.spec
    case .trim: TrimCommand.spec
    case .place: PlaceCommand.spec
    case .importPicture: ImportCommand.spec
    case .run: RunCommand.spec
    case .revert: RevertCommand.spec
    case .restore: RestoreCommand.spec
    case .timelapse: TimelapseCommand.spec
    case .check: CheckCommand.spec
    case .limit: LimitCommand.spec
    case .gc: CollectCommand.spec
    case .forget: ForgetCommand.spec
    case .fonts: FontsCommand.spec
    case .completion: CompletionCommand.spec
    case .schema: SchemaCommand.spec
    }
  }
}
