import PaintEditing
import PaintHistory

/// `paint amend`: changes an old step, and makes all later ones again on a new line.
struct AmendCommand: Command {
  static let spec = CommandSpec(
    .amend, purpose: .history, alsoCalled: ["modify", "reedit", "reorder", "fixup"],
    operands: "REV [--OPTION VALUE …] | REV -- COMMAND …", operandCount: CommandSpec.anyNumber,
    operandKinds: [.revision, .anything],
    summary: "change an old step, and make all later ones again",
    examples: {
      [
        Example("paint amend r2 --fill red", "the same step in another colour"),
        Example("paint amend latest --by 10,0", "10 pixels further right"),
        Example("paint amend latest --drop", "without the step; paint revert latest adds a step instead"),
        Example("paint amend latest --before r1", "another order"),
        Example("paint amend current -- stroke line 10,10 90,60 --color red", "another step in its place"),
        Example("paint amend --after start -- fill 5,5 --color gold", "one more step in between"),
        Example("paint amend start --from photo.png", "the same steps on another picture"),
      ]
    },
    answers: { [.amendment] },
    details: [
      "REV is a step between the start and the end of redo; @X,Y is the newest one that painted this pixel.",
      "All options of the step's own command are allowed. The step and all later ones get new numbers; those",
      "that read nothing that differs keep their pixels, the others are drawn again as recorded. The old line",
      "stays as a side line, and the receipt says how to go back to it. A picture that an earlier crop, canvas",
      "or trim puts elsewhere takes the later steps with it. Names of branches move with their steps. Lines that",
      "fork from these steps stay on the old line; with --descendants they are made again on the new one.",
      "What a program of run made stays while its picture is the same; otherwise amend stops, or runs the",
      "program again with --rerun, which shows it and asks first; --yes does not ask. The drawing is locked",
      "meanwhile, so the program cannot change it.",
    ],
    options: [
      .drop, .before, .after, .by, .texts, .points, .file, .from, .asTyped, .skipFailing, .keepBranches, .descendants,
      .rerun, .yes, .name, .author, .dryRun, .out, .force, .expect,
    ],
    optionHelp: [
      .before: "move the step, or put COMMAND, before this one",
      .from: "with start: the same steps on this picture",
      .name: "the step's new name",
      .author: "the step's new author; a new step is made by PAINT_AUTHOR otherwise",
    ], takesForeignOptions: true, command: AmendCommand.self, access: { _ in .editing },
    isForGroups: { _ in false })

  /// What is done.
  private enum Work {
    case drop
    case change(ChangedStep)
    case move
    case insert(TypedStep)
    /// Another picture behind the start.
    case start(TypedStep)
  }

  private enum Target {
    case revision(RevisionArgument)
    /// The newest step that painted a pixel.
    case pixel(PointArgument)
  }

  /// Where a step is put.
  private enum Side {
    case before(RevisionArgument)
    case after(RevisionArgument)
  }

  private let target: Target?
  private let work: Work
  private let side: Side?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    var words = line.operands.map { Array(line.words.bytes[$0]) }
    var command: [[UInt8]]?
    if let dashes = line.words.all.firstIndex(where: { line.words.text($0) == "--" }) {
      let behind = line.words.all[(dashes + 1)...].map { Array(line.words.bytes[$0]) }
      words.removeLast(behind.count)
      command = behind
    }
    let before = try line.value(.before, RevisionArgument.parse)
    let after = try line.value(.after, RevisionArgument.parse)
    if before != nil, after != nil { throw Self.usage("--before and --after are two places") }
    side = before.map { .before($0) } ?? after.map { .after($0) }
    let first = words.first.flatMap { LineParser.isOption(String(decoding: $0, as: UTF8.self)) ? nil : $0 }
    target = try first.map { (word) throws(Failure) in
      if word.first == UInt8(ascii: "@"), word.count > 1, word[1] != UInt8(ascii: "{") {
        return .pixel(try PointArgument.parse(word.span.extracting(1..<word.count)))
      }
      return .revision(try RevisionArgument.parse(word.span))
    }
    let options = Array(words.dropFirst(first == nil ? 0 : 1))
    var change = ChangedStep(name: line.text(.name), author: line.text(.author))
    change.offset = try line.value(.by, PlainValues.offset).map { (Double($0.x), Double($0.y)) }
    change.texts = line.bytes(.texts).map { [$0] } ?? []
    change.points = line.bytes(.points)?.split(separator: UInt8(ascii: " ")).map(Array.init) ?? []
    change.file = line.bytes(.file)
    change.options = options
    let changes =
      !options.isEmpty || change.offset != nil || !change.texts.isEmpty || !change.points.isEmpty
      || change.file != nil
    if let file = line.bytes(.from) {
      guard case .revision(.start)? = target, command == nil, side == nil, !changes, !line.has(.drop) else {
        throw Self.usage("--from FILE gives start another picture: paint amend start --from FILE")
      }
      work = .start(try TypedStep([Array("import".utf8), file, Array("--replace".utf8)]))
      return
    }
    switch (target, command) {
    case (nil, let words?):
      guard side != nil, !changes, !line.has(.drop) else {
        throw Self.usage("a command without REV needs --before or --after, and no other options")
      }
      work = .insert(try TypedStep(words))
    case (nil, nil): throw Failure(.missingWord, "amend needs REV", hint: "usage: \(Self.spec.usage)")
    case (.some, let words?):
      guard side == nil, !changes, !line.has(.drop) else {
        throw Self.usage("a command takes the place of REV; options of the step go behind the command")
      }
      change.replacement = try TypedStep(words)
      work = .change(change)
    case (.some, nil):
      let ways = [line.has(.drop), side != nil, changes || change.name != nil || change.author != nil].count { $0 }
      guard ways == 1 else {
        throw Self.usage(
          ways == 0 ? "amend needs to know what is to change" : "--drop, a new place and other options go one by one")
      }
      work = line.has(.drop) ? .drop : side == nil ? .change(change) : .move
    }
  }

  private static func usage(_ message: String) -> Failure {
    Failure(.unexpectedWord, "amend: \(message)", hint: "usage: \(spec.usage)")
  }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult {
    let history = session.history
    var amendment = try LineAmendment(session, line)
    var step: Revision?
    if case .start(let typed) = work {
      try amendment.insert(typed, at: 0)
    } else {
      step = try target.map { try find($0, in: session, amendment) }
    }
    let name = step?.name ?? ""
    switch work {
    case .start: break
    case .drop: if let step { try amendment.drop(step) }
    case .change(let change):
      guard let step else { break }
      // What is wrong with the words is told without the step.
      try change.check(on: step)
      try amendment.change(step, change)
    case .move:
      guard let step, let side else { break }
      try amendment.move(step, to: try place(side, in: session, amendment))
    case .insert(let typed):
      guard let side else { break }
      try amendment.insert(typed, at: try place(side, in: session, amendment))
    }
    let made = try amendment.make()
    var receipt = try session.receipt(of: history.current, isChanged: made != nil)
    receipt.amendment = made ?? Amendment(oldLine: history.state.tip)
    receipt.unusedName = name
    guard let made else { return CommandResult(receipt: receipt) }
    try session.writePreview(line, made.bounds)
    return CommandResult(receipt: receipt, text: made.text(of: step, receipt), isStep: true)
  }

  private func find(_ target: Target, in session: Session, _ amendment: LineAmendment) throws -> Revision {
    switch target {
    case .revision(let word): return try amendment.step(try session.revision(word))
    case .pixel(let point):
      let place = point.resolved(on: session.document.size)
      let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
      guard session.document.size.box.contains(x: x, y: y) else {
        throw Failure(.badPoint, "\(x),\(y) is outside the canvas")
      }
      guard let number = try session.newestPainter(ofX: x, y: y) else {
        throw Failure(.failed, "no step on this canvas has painted the pixel \(x),\(y)", hint: "paint blame \(x),\(y)")
      }
      return try amendment.step(number)
    }
  }

  /// The place among the steps of the line, by the number of steps before it.
  private func place(_ side: Side, in session: Session, _ amendment: LineAmendment) throws -> Int {
    switch side {
    case .before(let word): return try amendment.place(before: try session.revision(word))
    case .after(let word): return try amendment.place(after: try session.revision(word))
    }
  }
}

extension OptionSpec {
  static let drop = OptionSpec(.drop, "drop", .flag, "leave the step out")
  static let after = OptionSpec(
    .after, "after", .value("REV"), "move the step, or put COMMAND, after this one", forms: "Revision")
  static let by = OptionSpec(
    .by, "by", .value("DX,DY"), "move its points so many pixels right and down", forms: "Offset")
  static let texts = OptionSpec(
    .texts, "text", .value("TEXT"), "other words of a text; more lines follow", forms: "Name")
  static let points = OptionSpec(
    .points, "points", .value("X,Y"), "other points, or another box; more points follow", forms: "Point")
  static let file = OptionSpec(
    .file, "file", .value("FILE"), "another picture of place or import", forms: "Picture file")
  static let asTyped = OptionSpec(
    .asTyped, "as-typed", .flag, "leave positions as they are where the picture is elsewhere")
  static let skipFailing = OptionSpec(.skipFailing, "skip-failing", .flag, "leave out later steps that fail")
  static let keepBranches = OptionSpec(
    .keepBranches, "keep-branches", .flag, "leave the names of branches on the old line")
  static let descendants = OptionSpec(
    .descendants, "descendants", .flag, "also make the lines again that fork from the steps")
}
