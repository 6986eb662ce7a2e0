import PaintHistory

extension Session {
  /// `paint forget --before REV | --branch NAME | --all`: drops a part of the history for ever.
  static func forget(_ line: ParsedLine, _ console: Console) throws(Failure) {
    let ways = [OptionID.before, .branch, .all].filter { line.has($0) }
    guard ways.count == 1 else {
      throw Failure(
        ways.isEmpty ? .missingWord : .unexpectedWord, "forget takes one of --before REV, --branch NAME and --all")
    }
    let before = try line.value(.before, RevisionArgument.parse)
    let branch = try line.value(.branch, BranchName.parse)
    let session = try Session(line, for: line.has(.dryRun) ? .rehearsing : .editing, console: console)
    let history = session.history
    try session.catching { () throws(HistoryError) in try history.beginEditing() }
    try session.checkExpectation(line)
    let bytesBefore = try session.catching { () throws(HistoryError) in try history.storedBytes() }
    let number = try before.map { (word) throws(Failure) in try session.revision(word) }
    let part = number.map { Forgettable.before($0) } ?? branch.map { .branch($0) } ?? .all
    let forgotten = try session.catching { () throws(HistoryError) in try history.forgetInSlices(part) }
    let collected = try session.catching { () throws(HistoryError) in
      try history.collect(thoroughly: true, since: bytesBefore)
    }
    session.warn(of: collected)
    session.show(forgotten + collected.revisions, freed: max(0, collected.bytes), line)
    console.endCommand()
  }

  private func show(_ forgotten: Int, freed: Int, _ line: ParsedLine) {
    guard !console.isQuiet else { return }
    let current = history.current
    if console.isJSON {
      var json = JSONWriter()
      json.beginObject()
      json.field("dry_run", line.has(.dryRun))
      json.field("forgotten", forgotten)
      json.field("freed", freed)
      json.field("oldest", history.state.root)
      json.field("revision", current.number)
      json.field("revisions", history.state.revisions)
      json.field("fingerprint", current.fingerprint.hex)
      json.field("can_undo", history.canUndo)
      json.field("can_redo", history.canRedo)
      json.key("warnings")
      json.beginArray()
      for warning in console.warnings { json.value(warning) }
      json.endArray()
      json.endObject()
      return printJSON(json)
    }
    let isRehearsal = line.has(.dryRun)
    console.report(
      "\(isRehearsal ? "would forget" : "forgot") \(ScriptRun.counted(forgotten, "revision")), "
        + "\(isRehearsal ? "about " : "")\(NumberText.grouped(freed)) bytes freed; "
        + "the oldest is r\(history.state.root)")
  }
}
