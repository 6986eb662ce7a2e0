import PaintHistory

// Answers of commands that change something.
extension Answer {
  /// - Parameter isInGroups: whether a line in an open group of a script prints it.
  private static func receiptFields(_ more: [AnswerField], isInGroups: Bool = false) -> [AnswerField] {
    [.line] + (isInGroups ? [.pending] : []) + [
      AnswerField("revision", .number, "the revision that the canvas is at now"),
      AnswerField("parent", .number, orNull: true, "the revision before it; null for the start"),
      AnswerField("name", .text, "the step's name; for an edit without a change, the name that it would have had"),
      .author, AnswerField("changed", .truth, "whether the canvas changed"),
      .dryRun,
      AnswerField("bounds", .box, orNull: true, "exactly the box of the pixels that differ; null for none"),
      AnswerField("pixels", .number, "how many pixels differ; if the size changed, all pixels"),
      AnswerField("tiles", .number, "how many tiles the step wrote"),
      AnswerField("bytes", .number, "what the step added to the packs"),
      .fingerprint, .selection, .canUndo, .canRedo, .undoName, .redoName, .group,
    ] + more + [
      AnswerField(
        "dropped", .number,
        "how many old revisions the limits dropped; 0 in a script, because its summary has the number"),
      .warnings,
    ]
  }

  static var receipt: Answer {
    Answer(
      "receipt",
      "Receipt", "Every command that makes a step prints its receipt; `new` and `ungroup` print one too.",
      receiptFields([], isInGroups: true))
  }

  static var move: Answer {
    Answer(
      "move",
      "Receipt of a move", "`undo`, `redo` and `goto` print the receipt of the revision at which they arrive.",
      receiptFields([AnswerField("steps", .number, "how many steps were undone and redone")]))
  }

  static var amendment: Answer {
    Answer(
      "amendment",
      "Receipt of a changed line", "`amend` prints the receipt of the revision at which the canvas is then.",
      receiptFields([
        AnswerField("old_line", .number, "the last revision of the line before; `goto` goes back to it"),
        AnswerField("map", .list(.list(.number)), "old and new number of each step that was made again or taken over"),
        AnswerField("made_again", .number, "how many steps ran again, new ones included"),
        AnswerField("taken_over", .number, "how many steps kept their tiles"),
        AnswerField("left_out", .list(.number), "the steps that failed and were left out"),
        AnswerField("lines", .number, "how many other lines were made again, with `--descendants`"),
        AnswerField("differs", .box, orNull: true, "the box in which the canvas differs from before; null for none"),
      ]))
  }

  static var event: Answer {
    var fields = receiptFields([
      AnswerField("steps", .number, only: "for a move", "how many steps were undone and redone"),
      AnswerField(
        "map", .list(.list(.number)), only: "for a line that was made again", "old and new number of each of its steps"),
    ])
    // Not in scripts.
    fields[0] = AnswerField(
      "event", .oneOf(HistoryEvent.Kind.allCases.map(\.rawValue)),
      "`step`; `undo` or `redo` for a move by whole steps on one line of the history, whichever command made it; `goto` "
        + "for any other move; `amend` for a part of the line that was made again, in place of its steps")
    return Answer(
      "event",
      "Event", "`watch` prints this for each step and each move: the receipt of the command, and what happened.", fields
    )
  }

  static var group: Answer {
    Answer(
      "group",
      "Receipt of a group", "`group N` and, in a script, `group end` print the receipt of the group as one step.",
      receiptFields([
        AnswerField("edits", .number, only: "for a group with a revision", "how many revisions the group has")
      ]))
  }

  static var settings: Answer {
    Answer(
      "settings",
      "Settings", "`set` prints all settings.",
      [
        .line, .pending, .settings,
        AnswerField(
          "dry_run", .truth, only: "if the line sets something",
          "whether it was a dry run, of which nothing is kept"),
      ])
  }

  static var name: Answer {
    Answer(
      "name",
      "Name", "`name` prints what was renamed.",
      [
        .line, .pending, AnswerField("revision", .number, "the revision"), .group,
        AnswerField("name", .text, "the new name"), AnswerField("before", .text, "the former name"), .dryRun,
      ])
  }

  static var branch: Answer {
    Answer(
      "branch",
      "Branch", "`branch NAME` prints the revision that the name is on.",
      [
        .line, AnswerField("branch", .text, "the branch's name"),
        AnswerField("revision", .number, orNull: true, "the revision that the name is on now; null if it was removed"),
        AnswerField("before", .number, orNull: true, "the revision that it was on; null if it is new"), .dryRun,
      ])
  }

  static var limits: Answer {
    let condition = "if the line sets a limit"
    return Answer(
      "limits",
      "Limits", "`limit` prints the limits; if it sets one, also what was dropped.",
      [
        AnswerField("steps", .number, "how many undo steps are kept; 0 for all"),
        AnswerField("bytes", .number, "how many bytes are kept; 0 for all"),
        AnswerField("side_age", .number, "how long side branches without a name are kept, in seconds; 0 forever"),
        .heldBy(only: "with a limit of steps or bytes"),
        AnswerField("dry_run", .truth, only: condition, "whether it was a dry run, of which nothing is kept"),
        AnswerField("dropped", .number, only: condition, "how many revisions were dropped"),
        AnswerField("freed", .number, only: condition, "how many bytes that freed"),
        AnswerField("warnings", .list(.text), only: condition, "warnings, one sentence each"),
      ])
  }

  static var collection: Answer {
    Answer(
      "collection",
      "Collection", "`gc` prints what it dropped and freed.",
      [
        .dryRun, AnswerField("revisions", .number, "how many revisions were dropped"),
        AnswerField("packs_before", .number, "how many packs there were"),
        AnswerField("packs", .number, "how many packs there are now"),
        AnswerField("orphans", .number, "how many files without an owner were removed"),
        AnswerField("freed", .number, "how many bytes that freed"), .warnings,
      ])
  }

  static var forgetting: Answer {
    Answer(
      "forgetting",
      "Forgetting", "`forget` prints what it dropped and what is left.",
      [
        .dryRun, AnswerField("forgotten", .number, "how many revisions were dropped"),
        AnswerField("unconfirmed", .number, "how many unconfirmed packs were removed"),
        AnswerField("freed", .number, "how many bytes that freed"),
        AnswerField("oldest", .number, "the oldest revision that is kept"),
        AnswerField("revision", .number, "the revision that the canvas is at"),
        AnswerField("revisions", .number, "how many revisions are kept"), .fingerprint, .canUndo, .canRedo, .warnings,
      ])
  }
}
