import PaintEditing
import PaintHistory

/// `paint group N [NAME]`: joins the last steps into one; `begin` and `end` are for scripts.
struct GroupCommand: Command {
  static let spec = CommandSpec(
    .group, purpose: .history, alsoCalled: ["join", "squash"], operands: "N [NAME]", operandCount: 1...2,
    summary: "join the last N steps into one",
    examples: {
      [
        Example("paint group 3 'Red frame'", "undo then takes the last three steps back at once"),
        Example("paint group 2", "the new group and the step before it, as one"),
      ]
    },
    answers: { [.group, .groupLine] },
    details: [
      "Undo and redo then treat them as one; groups among them become part of the new one. In a",
      "script also: group begin [NAME] … group end.",
    ], options: [.dryRun, .expect], command: GroupCommand.self, isForGroups: { _ in false })

  private let argument: GroupArgument

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) { argument = try GroupArgument(line) }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult { try session.group(argument, line) }
}

/// `paint ungroup`: dissolves the group that undo would undo.
struct UngroupCommand: Command {
  static let spec = CommandSpec(
    .ungroup, purpose: .history, alsoCalled: ["split"], summary: "dissolve the group that undo would undo",
    examples: {
      [
        Example("paint group 3", "join three steps"),
        Example("paint ungroup", "make them single steps again"),
      ]
    },
    answers: { [.receipt] },
    options: [.dryRun, .expect], command: UngroupCommand.self, isForGroups: { _ in false })

  init(_ line: ParsedLine, in context: LineContext) {}

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult { try session.ungroup() }
}

extension Session {
  fileprivate func group(_ argument: GroupArgument, _ line: ParsedLine) throws -> CommandResult {
    guard case .join(let steps) = argument else {
      throw Failure(
        .unexpectedWord, "group begin and group end are for scripts",
        hint: "paint group N joins the last N steps; paint batch --single makes a whole script one step")
    }
    let joined = try history.join(steps: steps, named: line.operandText(1))
    guard let joined else {
      let there = try history.stepsToUndo()
      throw Failure(
        .nothingToGroup,
        "\(NumberText.counted(steps, "step")) cannot be joined: there \(there == 1 ? "is" : "are") \(there)",
        hint: "paint history lists them")
    }
    return CommandResult(
      receipt: try receipt(of: joined), text: "\(isDryRun ? "would join" : "joined") \(Self.title(joined))")
  }

  fileprivate func ungroup() throws -> CommandResult {
    guard let ungrouped = try history.ungroup() else {
      throw Failure(
        .nothingToUngroup,
        history.canUndo ? "r\(history.current.number) is in no group" : "nothing to undo, so no group")
    }
    let receipt = try receipt(of: history.current, isChanged: true)
    let numbers = ungrouped.first == ungrouped.last ? "r\(ungrouped.first)" : "r\(ungrouped.first)-r\(ungrouped.last)"
    return CommandResult(
      receipt: receipt,
      text: "\(isDryRun ? "would ungroup" : "ungrouped") \(numbers) \(Failure.oneLine(ungrouped.name))")
  }

  /// The receipt of a group as one step; nil for an empty group.
  func receipt(of group: GroupSummary?) throws -> Receipt {
    var revision = history.current
    if let group {
      revision.parent = group.parent
      revision.name = group.group.name
      let difference = try difference(of: group)
      revision.pixels = difference.count
      revision.bounds = difference.bounds
      revision.tileCount = group.tiles
      revision.bytes = group.bytes
      revision.group = group.group.first
    }
    var receipt = try receipt(of: revision, isChanged: group != nil)
    receipt.edits = group?.revisions
    return receipt
  }

  /// The difference between the pictures before and after a group; the latter is the current one.
  private func difference(of group: GroupSummary) throws -> PictureDifference {
    guard let parent = group.parent else { return PictureDifference(tolerance: 0) }
    let (before, after) = (try history.snapshot(at: parent), try history.snapshot(at: history.current.number))
    return try PictureComparison.compare(
      PictureRows(before), PictureRows(after), tolerance: 0, progress: history.progress ?? { _, _ in }
    ).difference
  }

  /// `r3-r7 Tree, 5 edits`.
  static func title(_ group: GroupSummary) -> String {
    let (first, last) = (group.group.first, group.group.last)
    let numbers = first == last ? "r\(first)" : "r\(first)-r\(last)"
    return "\(numbers) \(Failure.oneLine(group.group.name)), \(NumberText.counted(group.revisions, "edit"))"
  }
}
