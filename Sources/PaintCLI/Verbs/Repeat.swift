import PaintEditing
import PaintHistory

/// `paint repeat REV …`: makes recorded steps again, after the current one.
struct RepeatCommand: Command {
  static let spec = CommandSpec(
    .repeatSteps, purpose: .history, alsoCalled: ["replay", "cherry-pick", "redo-step"],
    operands: "REV | FIRST..LAST …",
    operandCount: 1...Int.max, operandKinds: [.revision],
    summary: "make recorded steps again here, as new steps",
    examples: {
      [
        Example("paint repeat r2 --by 40,0", "the same mark again, 40 pixels further right"),
        Example("paint repeat r2..r4", "three steps once more, with their options and seeds"),
      ]
    },
    answers: { [.receipt] },
    details: [
      "The steps can be on any line of the history, and stay there. They are made with what is recorded,",
      "not with the settings of today, and keep their names, and their authors unless one is named now.",
      "What a program of run made is put here only if the picture is the one from which it was made; otherwise",
      "--rerun runs the program again, after a question, or at once with --yes.",
    ], options: [.by, .rerun, .yes, .author, .dryRun, .out, .force, .expect], command: RepeatCommand.self)

  private let parts: [RevisionRange]
  private let offset: (x: Int, y: Int)?
  private let rerun: ProgramRerun

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    parts = try RevisionRange.operands(line)
    offset = try line.value(.by, PlainValues.offset)
    rerun = ProgramRerun(line)
  }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult {
    let history = session.history
    let before = history.current.number
    var made: Revision?
    for step in try steps(in: session) {
      guard case .edit(var command) = try step.checkedCommand() else {
        throw Failure(.failed, "r\(step.number) is the start, which cannot be made again")
      }
      if let offset { command = command.moved(byX: Double(offset.x), y: Double(offset.y)) }
      session.origin = StepOrigin(by: line.text(.author) ?? session.author ?? step.author)
      made = try make(step, command, in: session) ?? made
    }
    var receipt = try session.receipt(of: history.current, isChanged: made != nil)
    let new = try history.revisions(between: before, and: history.current.number).redone
    try session.writePreview(line, new.reduce(.empty) { $0.union($1.bounds) })
    guard new.count > 1, let last = new.last else { return CommandResult(receipt: receipt, isStep: made != nil) }
    receipt.edits = new.count
    return CommandResult(
      receipt: receipt,
      text: "\(receipt.isDryRun ? "would make" : "made") \(new.count) steps, r\(new[0].number) to r\(last.number)",
      isStep: true)
  }

  /// Makes a step again; nil if no pixel changed.
  private func make(_ step: Revision, _ command: CanonicalCommand, in session: Session) throws -> Revision? {
    let isProgram = try step.program != nil
    let isStored = try !isProgram || isMade(step, fromPictureOf: session)
    if !isStored, let program = try rerun.program(of: step, in: session) {
      return try ProgramRerun.make(step, with: program, in: session, origin: session.origin, keepsUnchanged: false)
    }
    do {
      try step.checkReferences(of: command, in: session.history)
      if !isStored { try step.checkCanRunAgain() }
    } catch var failure as Failure {
      failure.message = "r\(step.number) \(step.name) cannot be made again: \(failure.message); nothing was done"
      throw failure
    }
    if isProgram { session.origin.words = step.typed }
    return try command.edit(on: session.history.current.size).perform(in: session, name: step.name)
  }

  /// Whether the step before was what the canvas shows now, with the same selection.
  private func isMade(_ step: Revision, fromPictureOf session: Session) throws -> Bool {
    guard let parent = step.parent else { return false }
    let (before, here) = (try session.history.snapshot(at: parent), session.history.current)
    guard before.size == here.size, before.revision.fingerprint == here.fingerprint,
      before.revision.background == here.background
    else { return false }
    return try session.document.selection(of: before)?.summary == session.document.selection()?.summary
  }

  /// The steps in the order of the words; a part of a line from its first step on.
  private func steps(in session: Session) throws -> [Revision] {
    var steps: [Revision] = []
    for part in parts {
      steps += try session.steps(
        from: try session.revisions(part.first).lowerBound, to: try session.revisions(part.last).upperBound)
    }
    return steps
  }
}

extension Session {
  /// The steps from one to another that it leads to, with both.
  ///
  /// - Throws: `failed` if it does not lead there, or is the start.
  func steps(from first: Int, to last: Int) throws -> [Revision] {
    _ = try history.revision(last)
    guard let parent = try history.revision(first).parent else {
      throw Failure(.failed, "r\(first) is the start, which cannot be made again")
    }
    guard try history.distance(from: first, to: last).undone == 0 else {
      throw Failure(
        .failed, "r\(first) is not before r\(last) on the same line", hint: "paint history --all shows the lines")
    }
    return try history.revisions(between: parent, and: last).redone
  }
}

extension RevisionRange {
  /// The operands of a line: revisions, or the first and the last one of several.
  static func operands(_ line: ParsedLine) throws(Failure) -> [RevisionRange] {
    var parts: [RevisionRange] = []
    for place in line.operands.indices {
      parts.append(try line.operand(place, parseOrSingle))
    }
    return parts
  }

  /// Reads the whole word as a range, or as a revision, which is both ends; throws `bad_value`.
  static func parseOrSingle(_ word: Span<UInt8>) throws(Failure) -> RevisionRange {
    if isValue(word) { return try parse(word) }
    let revision = try RevisionArgument.parse(word)
    var range = RevisionRange()
    (range.first, range.last) = (revision, revision)
    return range
  }
}
