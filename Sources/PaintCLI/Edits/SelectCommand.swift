import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster

/// `paint select WHAT`: limits later edits to an area; alone it prints what is selected.
struct SelectCommand: EditCommand {
  static let spec = CommandSpec(
    .select, purpose: .pixels, alsoCalled: ["selection", "mask", "marquee", "lasso", "wand", "deselect"],
    operands: "[WHAT …]",
    operandCount: CommandSpec.anyNumber, operandKinds: [.words(SelectionWord.allCases.map(\.rawValue)), .point],
    summary: "limit later edits to an area, or show what is selected",
    examples: {
      [
        Example(
          "paint select ellipse center,200x200 --feather 8", "what follows only changes a soft circle"),
        Example("paint select color 10,10 --tolerance 20", "the area around a pixel, as fill finds it"),
        Example("paint select rect 0,0,50%x100% --add", "more, in addition to what is selected"),
        Example("paint select invert", "everything else"),
        Example("paint select", "show the box and the number of selected pixels"),
        Example("paint select none", "no limit any more"),
      ]
    },
    answers: { [.receipt, .selection] },
    details: [
      "WHAT is a shape with the points of the brush of that name: rect, ellipse, polygon or path; color X,Y,",
      "the connected area of similar colour; similar C, all pixels of a colour; alpha, as much as the picture",
      "is opaque; a picture FILE of the canvas' size, its grey value times alpha (./all for a file called",
      "all); all; invert; or none, which removes the selection. Without WHAT the options change the current",
      "selection. The area first grows (--expand), then shrinks (--shrink), then gets soft edges (--feather).",
      CommandSpec.toleranceDetail,
      "",
      "A selected pixel changes completely, one that is selected in part by that part, and any other not at",
      "all. That holds for every command that changes pixels, and for undo the selection is a step like any",
      "other. Cropping, resizing, turning and flipping move the selection with the picture.",
    ],
    options: [
      .add, .subtract, .intersect, .expand, .shrink, .feather, .tolerance, .antialias, .fillRule,
    ] + CommandSpec.readingOptions,
    optionHelp: [
      .expand: "grow the area by N pixels in every direction",
      .antialias: "select edge pixels of shapes in part (default), or whole pixels only",
    ], isEdit: true, readsPicture: true, command: SelectCommand.self,
    access: { line in Self.isQuestion(line) && !line.has(.expect) ? .reading : .editing })

  private let line: ParsedLine
  private let word: SelectionWord?
  private let reading: ReadingOptions
  /// The area of a word that names no file; nil for a file.
  private let area: SelectionEdit.Area?
  private var combination = SelectionMask.Combination.replace
  private let expansion, shrinking: Double
  private let feather: Double
  /// The words of the area in the canonical command.
  private let areaWords: String

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    self.line = line
    let first = line.operandText(0)
    word = first.flatMap(SelectionWord.init(rawValue:))
    try SelectionWord.checkOptions(line, word)
    reading = try word == nil && first != nil ? Session.readingOptions(line) : ReadingOptions()
    (area, areaWords) = try SelectionWord.area(word, line, on: context.canvas)
    expansion = try line.chosen(.expand, NumberForm.expansion.value)
    shrinking = try line.chosen(.shrink, NumberForm.expansion.value)
    feather = try line.chosen(.feather, NumberForm.feather.value)
    let combinations: [(OptionID, SelectionMask.Combination)] = [
      (.add, .add), (.subtract, .subtract), (.intersect, .intersect),
    ]
    for (option, combination) in combinations where line.has(option) {
      guard self.combination == .replace else {
        throw Failure(.unexpectedWord, "select takes one of --add, --subtract and --intersect")
      }
      self.combination = combination
    }
    if word == SelectionWord.none, combination != .replace || expansion + shrinking > 0 || feather > 0 {
      throw Failure(
        .unexpectedWord, "select none removes the selection, so it takes no further option",
        hint: "paint select all --subtract selects nothing")
    }
    if first == nil, combination != .replace {
      throw Failure(.missingWord, "select needs the area to combine", hint: "usage: \(Self.spec.usage)")
    }
    for (option, what) in [(OptionID.author, "an author"), (.name, "a name")]
    where Self.isQuestion(line) && line.has(option) {
      throw Failure(
        .missingWord,
        "select needs an area for --\(OptionSpec.spec(option).name): without one it makes no step that could have "
          + what,
        hint: "paint select WHAT --name NAME names a new step, paint name current NAME the current one")
    }
  }

  /// Whether a line only asks what is selected.
  private static func isQuestion(_ line: ParsedLine) -> Bool {
    line.operands.isEmpty
      && ![.add, .subtract, .intersect, .expand, .shrink, .feather].contains { (option: OptionID) in line.has(option) }
  }

  var defaultName: String { word == SelectionWord.none ? "Deselect" : "Select" }

  /// Areas by colour read the picture; all read what is selected, because to select that again is no step.
  var reads: StepReads {
    switch area {
    case .connected, .similar, .alpha: StepReads(picture: .everything)
    case .shape, .picture, .all, .current, .inverse, SelectionEdit.Area.none?, nil: StepReads(picture: .nothing)
    }
  }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult {
    if Self.isQuestion(line) {
      try session.showSelection()
      return CommandResult()
    }
    let name = line.text(.name) ?? session.label ?? defaultName
    let revision = try perform(in: session, name: name)
    return try session.result(line, ofSelection: revision, named: name)
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    var words = areaWords
    var edit: SelectionEdit
    var picture: ReceivedPicture?
    if let area {
      edit = SelectionEdit(area)
    } else {
      let received = try file(in: session)
      picture = received
      edit = SelectionEdit(.picture(received))
      words = " content:\(received.content.digits)"
    }
    edit.combination = combination
    (edit.expansion, edit.shrinking, edit.feather) = (expansion, shrinking, feather)
    let canvas = session.document.size
    let revision = try session.perform(edit, name: name, command: canonical(words))
    if edit.isOutside(canvas) {
      session.console.warn("this is completely outside the canvas of \(canvas.width)x\(canvas.height)")
    }
    if let picture { for warning in session.document.warnings(about: picture) { session.console.warn(warning) } }
    return revision
  }

  /// The picture of the line, with a hint for a keyword that is misspelled.
  private func file(in session: Session) throws -> ReceivedPicture {
    do {
      return try session.picture(line, reading)
    } catch {
      guard var failure = error as? Failure, failure.code == .noInput, failure.hint == nil else { throw error }
      failure.hint = NearestName.hint(
        for: line.operandText(0) ?? "", among: SelectionWord.allCases.map(\.rawValue))
      throw failure
    }
  }

  private func canonical(_ area: String) -> String {
    var text = "select\(area)"
    switch combination {
    case .replace: break
    case .add: text += " --add"
    case .subtract: text += " --subtract"
    case .intersect: text += " --intersect"
    }
    if expansion > 0 { text += " --expand \(NumberText.text(expansion))" }
    if shrinking > 0 { text += " --shrink \(NumberText.text(shrinking))" }
    if feather > 0 { text += " --feather \(NumberText.text(feather))" }
    // Or the command would only ask.
    return text == "select" ? "select --expand 0" : text
  }
}

extension OptionSpec {
  static let expand = OptionSpec(
    .expand, "expand", .value("N"), "grow the area by N pixels in every direction, with round corners",
    forms: "Expansion", number: .expansion, default: "0")
  static let shrink = OptionSpec(
    .shrink, "shrink", .value("N"), "shrink the area by N pixels, except at the canvas' border", forms: "Expansion",
    number: .expansion,
    default: "0")
  static let feather = OptionSpec(
    .feather, "feather", .value("R"), "make the edges soft, as gaussian-blur with this radius does", forms: "Feather",
    number: .feather,
    default: "0")
  static let add = OptionSpec(.add, "add", .flag, "in addition to what is selected")
  static let subtract = OptionSpec(.subtract, "subtract", .flag, "take the area away from what is selected")
  static let intersect = OptionSpec(.intersect, "intersect", .flag, "only what is also in the area")
}
