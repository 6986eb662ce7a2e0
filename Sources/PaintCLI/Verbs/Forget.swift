import PaintHistory

/// `paint forget --before REV | --branch NAME | --all | --unconfirmed`: deletes a part of the history permanently.
enum ForgetCommand {
  static let spec = CommandSpec(
    .forget, purpose: .maintenance, alsoCalled: ["purge", "delete"],
    operands: "--before REV | --branch NAME | --all | --unconfirmed",
    summary: "delete a part of the history permanently; the picture stays",
    examples: {
      [
        Example("paint forget --before r3 --dry-run", "show what would be deleted"),
        Example("paint forget --before r3", "delete the revisions before r3 for ever"),
        Example("paint forget --branch sketch", "delete a branch and the revisions that only it leads to"),
      ]
    },
    answers: { [.forgetting] },
    details: [
      CommandSpec.revisionDetail,
      "The eraser still brings back the picture that the canvas began with, or was last cleared to: that",
      "picture stays in the drawing. To give a picture away without it, export it.",
    ], options: [.before, .branch, .all, .unconfirmed, .dryRun, .expect],
    optionHelp: [.all: "everything except the picture and what the eraser brings back; unconfirmed packs stay"],
    standalone: { (line, console) throws(Failure) in
      try Session.forget(line, console)
      return .done
    })
}

extension Session {
  fileprivate static func forget(_ line: ParsedLine, _ console: Console) throws(Failure) {
    let ways = [OptionID.before, .branch, .all, .unconfirmed].filter { line.has($0) }
    guard ways.count == 1 else {
      throw Failure(
        ways.isEmpty ? .missingWord : .unexpectedWord,
        "forget takes one of --before REV, --branch NAME, --all and --unconfirmed")
    }
    let before = try line.value(.before, RevisionArgument.parse)
    let branch = try line.value(.branch, BranchName.parse)
    let session = try Session(line, for: line.has(.dryRun) ? .dryRun : .editing, console: console)
    try session.catching {
      try session.showingProgress(of: line, interruption: Progress.partIsDone) {
        try session.forget(before: before, branch, line)
      }
    }
    console.endCommand()
  }

  private func forget(before: RevisionArgument?, _ branch: String?, _ line: ParsedLine) throws {
    try history.beginEditing()
    if !line.has(.unconfirmed) { warnOfUnconfirmed() }
    try checkExpectation(line)
    if line.has(.unconfirmed) {
      let (packs, bytes) = try history.forgetUnconfirmed()
      try history.endEditing()
      return show(0, freed: bytes, unconfirmed: packs, line)
    }
    let bytesBefore = try history.storedBytes()
    let number = try before.map { try revision($0) }
    let part = number.map { Forgettable.before($0) } ?? branch.map { .branch($0) } ?? .all
    let forgotten = try history.forgetInSlices(part)
    let collected = try collectLater(isKept: !line.has(.dryRun)) { () throws(HistoryError) in
      try history.collect(thoroughly: true, since: bytesBefore)
    }
    show(forgotten + (collected?.revisions ?? 0), freed: max(0, collected?.bytes ?? 0), unconfirmed: 0, line)
  }

  private func show(_ forgotten: Int, freed: Int, unconfirmed: Int, _ line: ParsedLine) {
    guard !console.isQuiet else { return }
    let current = history.current
    if console.isJSON {
      var json = JSONWriter()
      json.beginObject()
      json.field("dry_run", line.has(.dryRun))
      json.field("forgotten", forgotten)
      json.field("unconfirmed", unconfirmed)
      json.field("freed", freed)
      json.field("oldest", history.state.root)
      json.field("revision", current.number)
      json.field("revisions", history.state.revisions)
      json.field("fingerprint", current.fingerprint.hex)
      json.field("can_undo", history.canUndo)
      json.field("can_redo", history.canRedo)
      json.field("warnings", console.warnings)
      json.endObject()
      return printJSON(json)
    }
    let isDryRun = line.has(.dryRun)
    let dropped =
      line.has(.unconfirmed)
      ? NumberText.counted(unconfirmed, "unconfirmed pack") : NumberText.counted(forgotten, "revision")
    console.report(
      "\(isDryRun ? "would forget" : "forgot") \(dropped), "
        + "\(isDryRun ? "about " : "")\(NumberText.grouped(freed)) bytes freed; "
        + "the oldest is r\(history.state.root)")
  }
}

extension OptionSpec {
  static let unconfirmed = OptionSpec(.unconfirmed, "unconfirmed", .flag, "the packs that are not in the index")
  static let before = OptionSpec(.before, "before", .value("REV"), "make this the oldest revision", forms: "Revision")
  static let branch = OptionSpec(
    .branch, "branch", .value("NAME"), "the branch, and the revisions that only it leads to", forms: "Branch")
}
