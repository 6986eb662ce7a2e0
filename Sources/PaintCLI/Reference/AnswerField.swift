/// A field of an object that a command prints with `--json`, for the reference.
struct AnswerField: Sendable {
  /// The kind of a value.
  indirect enum Kind: Sendable {
    case number, text, truth
    /// One of these texts.
    case oneOf([String])
    /// `[x,y,width,height]`.
    case box
    case list(Kind)
    case object([AnswerField])
    /// One of several kinds.
    case either([Kind])
  }

  /// Its key.
  let key: String
  let kind: Kind
  /// Whether the value may be null.
  let isNullable: Bool
  /// When the field is there; nil for always.
  let condition: String?
  /// What the value means, without a full stop.
  let meaning: String

  init(_ key: String, _ kind: Kind, orNull isNullable: Bool = false, only condition: String? = nil, _ meaning: String) {
    self.key = key
    self.kind = kind
    self.isNullable = isNullable
    self.condition = condition
    self.meaning = meaning
  }
}

extension AnswerField {
  /// The fields of a path: the path itself, and its bytes if it is not UTF-8.
  static func path(_ key: String, orNull isNullable: Bool = false, _ meaning: String) -> [AnswerField] {
    [
      AnswerField(key, .text, orNull: isNullable, meaning),
      AnswerField("\(key)_bytes", .text, only: "if that path is not UTF-8", "all bytes of it, in hexadecimal"),
    ]
  }
}

extension AnswerField.Kind {
  /// The name of an error.
  static let errorCode = AnswerField.Kind.oneOf(FailureCode.allCases.map(\.rawValue))

  /// The kind in words: `number`, `list of texts`.
  var words: String {
    switch self {
    case .number: "number"
    case .text: "text"
    // A long list is a table of its own, which the meaning names.
    case .oneOf(let names): names.count > 12 ? "text" : names.map { "`\($0)`" }.joined(separator: ", ")
    case .truth: "true or false"
    case .box: "`[x,y,width,height]`"
    case .object: "object"
    case .list(.object): "list of objects"
    case .list(let kind): "list of \(kind.words)s"
    case .either(let kinds): kinds.map(\.words).joined(separator: " or ")
    }
  }

  /// The fields of the object, or of the objects in the list.
  var fields: [AnswerField] {
    switch self {
    case .object(let fields): fields
    case .list(let kind): kind.fields
    case .either(let kinds): kinds.flatMap(\.fields)
    case .number, .text, .oneOf, .truth, .box: []
    }
  }
}

// Fields that several answers have.
extension AnswerField {
  /// The number of the script's line.
  static let line = AnswerField("line", .number, only: "in a script", "the number of the script's line")
  /// Whether the line is in an open group.
  static let pending = AnswerField(
    "pending", .truth, only: "in an open group of a script, and in a script that is one step",
    "true: it is not kept yet; the answer of the outermost `group end`, or the summary, confirms it")
  static let dryRun = AnswerField("dry_run", .truth, "whether it was a dry run, of which nothing is kept")
  static let warnings = AnswerField("warnings", .list(.text), "warnings, one sentence each")
  static let fingerprint = AnswerField(
    "fingerprint", .text, "32 hexadecimal digits that depend on the size and the stored pixels alone")
  /// What a selection is.
  static let selectionFields = [
    AnswerField("bounds", .box, orNull: true, "the box of the selected pixels; null for none"),
    AnswerField("area", .number, "how many pixels are selected at least in part"),
    AnswerField("fingerprint", .text, "32 hexadecimal digits that depend on the size and the selection alone"),
  ]
  static let selection = AnswerField(
    "selection", .object(selectionFields), orNull: true, "what later edits are limited to; null without a selection")
  static let bounds = AnswerField("bounds", .box, orNull: true, "their bounding box; null for none")
  static let time = AnswerField("time", .text, "when it was made: RFC 3339, UTC")
  static let command = AnswerField(
    "command", .text, "the canonical command: it has the same effect with any settings; percentages are resolved")
  static let typed = AnswerField(
    "typed", .text, orNull: true, "the words as they were typed; null if they are those of the canonical command")
  static let author = AnswerField("author", .text, orNull: true, "who made the step; null if nobody is named")
  static let width = AnswerField("width", .number, "the picture's width in pixels")
  static let height = AnswerField("height", .number, "the picture's height in pixels")
  static let group = AnswerField(
    "group", .number, orNull: true, "the first revision of the group that it is in; null for none")
  static let groupName = AnswerField("group_name", .text, orNull: true, "the name of that group")
  static let branches = AnswerField("branches", .list(.text), "the branches that are on it")
  static let current = AnswerField("current", .truth, "whether the canvas is at this revision")
  static let canUndo = AnswerField("can_undo", .truth, "whether undo has a step to take")
  static let canRedo = AnswerField("can_redo", .truth, "whether redo has a step to take")
  static let undoName = AnswerField("undo_name", .text, orNull: true, "the name of the step that `undo` would undo")
  static let redoName = AnswerField("redo_name", .text, orNull: true, "the name of the step that `redo` would redo")
  static let cache = AnswerField(
    "cache",
    .object([
      AnswerField("resident", .number, "tiles in memory"),
      AnswerField("faults", .number, "tiles that were read from packs"),
      AnswerField("evicted", .number, "tiles that were removed from memory"),
      AnswerField("bytes", .number, "the memory that tiles take"),
      AnswerField(
        "warm", .list(.number), orNull: true,
        "the first and the last revision that undo or redo reach without reading a pack; null if the canvas is not in "
          + "memory"),
    ]), "the fault cache of this process")
  static let settings = AnswerField(
    "settings", .object(StrokeSettings.answers), "the settings of `paint set`; null if not set")
  /// - Parameter condition: when the field is there; nil for always.
  static func heldBy(only condition: String? = nil) -> AnswerField {
    AnswerField(
      "held_by",
      .list(
        .object([
          AnswerField("branch", .text, only: "for a branch", "the branch's name"),
          AnswerField("revision", .number, only: "for a branch", "the revision that its name is on"),
          AnswerField("redo", .truth, only: "for redo", "true: what redo needs is kept"),
        ])), only: condition, "what keeps more of the history than the limits")
  }
}
