/// What a command prints with `--json`, for the reference: one object or one list per line.
enum Answer: CaseIterable, Sendable {
  // Commands that change something.
  case receipt, move, event, group
  case settings, name, branch
  case limits, collection, forgetting
  // Commands that only read.
  case history, script, revision, blame, comparison
  case status, selection, disk, colors, branches, check, pictureFile, fonts
  case filters, filter, view
  // Commands that write files.
  case file, animation
  // Scripts.
  case summary, onePicture, manyPictures, checkedScript, groupLine, skippedLine
  // About the program.
  case version, commandHelp, topicHelp, completion
  // Failures.
  case error

  /// Its heading.
  var title: String { declaration.title }
  /// Which commands print it, and when, in a sentence.
  var occasion: String { declaration.occasion }
  /// An object with fields, or a list of such objects.
  var kind: AnswerField.Kind { declaration.kind }
  /// The key of the answer in a script, whose answers are objects with a `line`; nil for an answer that has a `line`
  /// itself, or that does not occur in scripts.
  var scriptKey: String? { declaration.scriptKey }

  /// The data of an answer.
  struct Declaration {
    let title: String
    let occasion: String
    let kind: AnswerField.Kind
    let scriptKey: String?

    /// An answer that is an object.
    init(_ title: String, _ occasion: String, inScript key: String? = nil, _ fields: [AnswerField]) {
      self.title = title
      self.occasion = occasion
      kind = .object(fields)
      scriptKey = key
    }

    /// An answer that is a list of objects.
    init(_ title: String, _ occasion: String, listOf fields: [AnswerField], inScript key: String?) {
      self.title = title
      self.occasion = occasion
      kind = .list(.object(fields))
      scriptKey = key
    }
  }

  private var declaration: Declaration {
    switch self {
    case .receipt: Self.receiptDeclaration
    case .move: Self.moveDeclaration
    case .event: Self.eventDeclaration
    case .group: Self.groupDeclaration
    case .settings: Self.settingsDeclaration
    case .name: Self.nameDeclaration
    case .branch: Self.branchDeclaration
    case .limits: Self.limitsDeclaration
    case .collection: Self.collectionDeclaration
    case .forgetting: Self.forgettingDeclaration
    case .history: Self.historyDeclaration
    case .script: Self.scriptDeclaration
    case .revision: Self.revisionDeclaration
    case .blame: Self.blameDeclaration
    case .comparison: Self.comparisonDeclaration
    case .status: Self.statusDeclaration
    case .selection: Self.selectionDeclaration
    case .disk: Self.diskDeclaration
    case .colors: Self.colorsDeclaration
    case .branches: Self.branchesDeclaration
    case .check: Self.checkDeclaration
    case .pictureFile: Self.pictureFileDeclaration
    case .fonts: Self.fontsDeclaration
    case .filters: Self.filtersDeclaration
    case .filter: Self.filterDeclaration
    case .view: Self.viewDeclaration
    case .file: Self.fileDeclaration
    case .animation: Self.animationDeclaration
    case .summary: Self.summaryDeclaration
    case .onePicture: Self.onePictureDeclaration
    case .manyPictures: Self.manyPicturesDeclaration
    case .checkedScript: Self.checkedScriptDeclaration
    case .groupLine: Self.groupLineDeclaration
    case .skippedLine: Self.skippedLineDeclaration
    case .version: Self.versionDeclaration
    case .commandHelp: Self.commandHelpDeclaration
    case .topicHelp: Self.topicHelpDeclaration
    case .completion: Self.completionDeclaration
    case .error: Self.errorDeclaration
    }
  }
}
