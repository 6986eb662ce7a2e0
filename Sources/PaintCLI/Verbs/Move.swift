import PaintHistory
import PaintRaster

/// `paint undo [N]`.
struct UndoCommand: Command {
  static let spec = CommandSpec(
    .undo, purpose: .history, operands: "[N]", operandCount: 0...1,
    summary: "go N steps back, one if not given",
    examples: {
      [
        Example("paint undo", "one step back"),
        Example("paint undo 3", "three steps back; paint redo goes forward again"),
      ]
    },
    answers: { [.move] },
    options: [.dryRun, .out, .force, .expect], command: UndoCommand.self, isForGroups: { _ in false })

  private let steps: Int

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    steps = try line.operands.isEmpty ? 1 : line.operand(0, NumberForm.steps.whole)
  }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult { try session.undo(steps, line) }
}

/// `paint redo [N]`.
struct RedoCommand: Command {
  static let spec = CommandSpec(
    .redo, purpose: .history, operands: "[N]", operandCount: 0...1,
    summary: "go N steps forward again, one if not given",
    examples: {
      [
        Example("paint redo", "one step forward"),
        Example("paint redo 99", "as far as there are steps"),
      ]
    },
    answers: { [.move] },
    options: [.dryRun, .out, .force, .expect], command: RedoCommand.self, isForGroups: { _ in false })

  private let steps: Int

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    steps = try line.operands.isEmpty ? 1 : line.operand(0, NumberForm.steps.whole)
  }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult { try session.redo(steps, line) }
}

/// `paint goto REV`.
struct GoToCommand: Command {
  static let spec = CommandSpec(
    .goto, purpose: .history, alsoCalled: ["checkout", "jump", "switch"], operands: "REV", operandCount: 1...1,
    operandKinds: [.revision],
    summary: "go to any revision",
    examples: {
      [
        Example("paint goto r3", "the picture as it was at revision 3; nothing is lost"),
        Example("paint goto latest", "forward to the end of redo"),
        Example("paint goto sketch", "to the revision that the branch sketch names"),
        Example("paint goto -1", "the same as paint undo 1; goto +1 is paint redo 1"),
        Example("paint goto 10m", "where the drawing stood ten minutes ago (here exit 66)", exitCode: .noInput),
      ]
    },
    answers: { [.move] },
    details: [CommandSpec.revisionDetail], options: [.dryRun, .out, .force, .expect], command: GoToCommand.self,
    isForGroups: { _ in false })

  private let target: RevisionArgument

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    target = try line.operand(0, RevisionArgument.parse)
  }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult {
    switch target {
    case .undone(let steps): try session.undo(steps, line)
    case .redone(let steps): try session.redo(steps, line)
    default: try session.goTo(target, line)
    }
  }
}

extension Session {
  fileprivate func undo(_ steps: Int, _ line: ParsedLine) throws -> CommandResult {
    let start = history.current.number
    let move = try history.undo(steps)
    guard move.steps > 0 else { throw Failure(.nothingToUndo, "nothing to undo") }
    let text = Self.names(move.named.map { ($0.last, $0.first, $0.name) }, count: move.steps)
    return try moved(line, text: "\(undid) \(text)", try crossedBounds(line, from: start), steps: move.steps)
  }

  fileprivate func redo(_ steps: Int, _ line: ParsedLine) throws -> CommandResult {
    let start = history.current.number
    let move = try history.redo(steps)
    guard move.steps > 0 else { throw Failure(.nothingToRedo, "nothing to redo") }
    let text = Self.names(move.named.map { ($0.first, $0.last, $0.name) }, count: move.steps)
    return try moved(line, text: "\(redid) \(text)", try crossedBounds(line, from: start), steps: move.steps)
  }

  fileprivate func goTo(_ target: RevisionArgument, _ line: ParsedLine) throws -> CommandResult {
    let start = history.current.number
    let number = try revision(target)
    // An unknown number is reported before the distance is determined.
    _ = try history.revision(number)
    let distance = try history.distance(from: start, to: number)
    let (undone, redone) = (distance.undone, distance.redone)
    var parts: [String] = []
    if undone > 0 { parts.append("\(undid) " + (try names(from: start, back: undone, isForward: false))) }
    if redone > 0 { parts.append("\(redid) " + (try names(from: number, back: redone, isForward: true))) }
    try history.goTo(number)
    return try moved(
      line, text: parts.joined(separator: ", "), try crossedBounds(line, from: start), steps: undone + redone)
  }

  /// The box of all crossed revisions, which is only computed for `--out`.
  private func crossedBounds(_ line: ParsedLine, from start: Int) throws -> PixelBox {
    guard line.has(.out) else { return .empty }
    let path = try history.revisions(between: start, and: history.current.number)
    return (path.undone + path.redone).reduce(.empty) { $0.union($1.bounds) }
  }

  /// The names of the steps that lead to a revision, in the order in which they are taken.
  private func names(from number: Int, back steps: Int, isForward: Bool) throws(HistoryError) -> String {
    let places = steps > 3 ? [0, steps - 1] : Array(0..<steps)
    var revisions: [Revision] = []
    for place in places { revisions.append(try history.ancestor(of: number, stepsBack: place)) }
    if isForward { revisions.reverse() }
    return Self.names(revisions.map { ($0.number, $0.number, $0.name) }, count: steps)
  }

  /// The result of a move; for a dry run it also writes the preview.
  private func moved(
    _ line: ParsedLine, text: String, _ bounds: PixelBox, steps: Int
  ) throws -> CommandResult {
    try writePreview(line, bounds)
    var receipt = try receipt(of: history.current, isChanged: steps > 0)
    receipt.steps = steps
    let here = "\(isDryRun ? text.isEmpty ? "stay at" : "then be at" : "now") r\(history.current.number)"
    return CommandResult(
      receipt: receipt, text: (isDryRun ? "would " : "") + (text.isEmpty ? here : "\(text), \(here)"),
      isStep: steps > 0)
  }

  private var undid: String { isDryRun ? "undo" : "undid" }
  private var redid: String { isDryRun ? "redo" : "redid" }

  /// `r42 Pencil`, for a group `r42-r40 Tree`, or for many `12 steps (r42 to r31)`; for many only the first and the last
  /// are needed.
  static func names(_ steps: [(from: Int, to: Int, name: String)], count: Int) -> String {
    guard count > 3, let first = steps.first, let last = steps.last else {
      // Not `joined`, for which Swift's library looks up a type by its name: 4 % of an undo.
      var names = ""
      for step in steps {
        let numbers = step.from == step.to ? "r\(step.from)" : "r\(step.from)-r\(step.to)"
        names += "\(names.isEmpty ? "" : ", ")\(numbers) \(Failure.oneLine(step.name))"
      }
      return names
    }
    return "\(count) steps (r\(first.from) to r\(last.to))"
  }
}
