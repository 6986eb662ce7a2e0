import PaintEditing
import PaintHistory

/// `paint revert REV`: reverts the change of one old step, as a new step.
struct RevertCommand: Command {
  static let spec = CommandSpec(
    .revert, purpose: .history, alsoCalled: ["backout"], operands: "REV", operandCount: 1...1,
    operandKinds: [.revision],
    summary: "revert the change of one old step, as a new step",
    examples: {
      [
        Example("paint revert r2", "take the change of r2 back and keep all later steps"),
        Example("paint revert r3 --dry-run", "only show what would change"),
      ]
    },
    details: [
      "Only possible if no later step changed any of its pixels; otherwise these steps are listed",
      "(exit 1). A step that chose what is selected is reverted by a step that selects as before it,",
      "if no later step chose the selection. Steps that replace the whole canvas, such as crop, clear",
      "and background without a selection, can only be undone.",
    ], isEdit: true, reference: .operand, command: RevertCommand.self)

  private let revision: RevisionArgument

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    revision = try line.operand(0, RevisionArgument.parse)
  }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult { try session.revert(revision, line) }
}

extension Session {
  fileprivate func revert(_ argument: RevisionArgument, _ line: ParsedLine) throws -> CommandResult {
    let number = try existing(revision(argument))
    let reverted = try history.revision(number)
    guard reverted.parent != nil else {
      throw Failure(.failed, "r\(number) is the start, so there is nothing to revert")
    }
    let here = history.current.number
    let distance = try history.distance(from: number, to: here)
    guard distance.undone == 0 else {
      throw Failure(
        .failed, "r\(number) is not an ancestor of the current revision r\(here), so there is nothing to revert",
        hint: "paint history lists its ancestors")
    }
    let name = line.text(.name) ?? label ?? Self.revertName(of: reverted.name)
    switch try document.reversal(of: number) {
    case .edit(let edit):
      let revision = try perform(edit, name: name, command: edit.command)
      if edit.isOfSelection { return try result(line, ofSelection: revision, named: name) }
      return try result(line, ofEdit: revision, named: name)
    case .conflicts(let revisions):
      let isOfSelection = try document.choosesSelection(number)
      throw Self.conflict(revisions, of: reverted, isOfSelection: isOfSelection)
    case .replacesCanvas:
      throw Failure(.failed, "r\(number) \(reverted.name) changed the whole canvas, which only undo can revert")
    }
  }

  /// The name of the reversal of a step.
  static func revertName(of name: String) -> String { "Revert \(name)" }

  private static func conflict(_ revisions: [Revision], of reverted: Revision, isOfSelection: Bool) -> Failure {
    let few = revisions.prefix(5).map { "r\($0.number) \($0.name)" }
    let rest = revisions.count - few.count
    let names = few.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    var failure = Failure(
      .revisionsInTheWay,
      "r\(reverted.number) \(reverted.name) cannot be reverted alone: \(names) changed "
        + (isOfSelection ? "the selection since" : "some of its pixels since"))
    if let last = revisions.last {
      // A step that replaced the whole canvas cannot be reverted either.
      failure.hint =
        last.base == last.number
        ? "only paint undo takes back r\(last.number)" : "paint revert r\(last.number) first, or paint undo"
    }
    failure.revisions = revisions.map(\.number)
    return failure
  }

  /// The number of a revision that exists.
  func existing(_ number: Int) throws -> Int {
    try history.revision(number).number
  }
}
