import PaintHistory

/// `paint gc`: drops what the limits no longer keep and frees space.
enum CollectCommand {
  static let spec = CommandSpec(
    .gc, purpose: .maintenance, alsoCalled: ["clean", "prune", "compact"],
    summary: "drop what the limits no longer keep, and free unused space",
    examples: {
      [
        Example("paint gc --dry-run", "show what would be freed"),
        Example("paint gc", "free it"),
      ]
    },
    answers: { [.collection] },
    details: ["It also runs automatically, in small parts, if it would free enough space."],
    options: [.dryRun, .expect],
    standalone: { (line, console) throws(Failure) in
      try Session.collect(line, console)
      return .done
    })
}

extension Session {
  fileprivate static func collect(_ line: ParsedLine, _ console: Console) throws(Failure) {
    let isDryRun = line.has(.dryRun)
    let session = try Session(line, for: isDryRun ? .dryRun : .editing, console: console)
    let collected = try session.catching {
      try session.history.beginEditing()
      session.warnOfUnconfirmed()
      try session.checkExpectation(line)
      return try session.showingProgress(of: line, interruption: Progress.partIsDone) {
        try session.history.collect()
      }
    }
    session.warn(of: collected)
    session.warnOfPostponed()
    defer { console.endCommand() }
    guard !console.isQuiet else { return }
    if console.isJSON {
      var json = JSONWriter()
      json.beginObject()
      json.field("dry_run", isDryRun)
      json.field("revisions", collected.revisions)
      json.field("packs_before", collected.packsBefore)
      json.field("packs", collected.packs)
      json.field("orphans", collected.orphans)
      json.field("freed", max(0, collected.bytes))
      json.field("warnings", console.warnings)
      json.endObject()
      return session.printJSON(json)
    }
    var text = isDryRun ? "would drop " : "dropped "
    text += NumberText.counted(collected.revisions, "revision")
    text += ", packs \(collected.packsBefore) to \(collected.packs)"
    if collected.orphans > 0 { text += ", \(NumberText.counted(collected.orphans, "orphan")) removed" }
    // New records can be larger than what they replace.
    text += ", \(isDryRun ? "about " : "")\(NumberText.grouped(max(0, collected.bytes))) bytes freed"
    console.report(text)
  }

  /// Frees space after another change: if that is already saved, an error is only a warning.
  ///
  /// - Parameter isKept: whether something was changed, and is committed.
  func collectLater(
    isKept: Bool, _ collect: () throws(HistoryError) -> CollectionResult
  ) throws(HistoryError) -> CollectionResult? {
    do throws(HistoryError) {
      let collected = try collect()
      warn(of: collected)
      warnOfPostponed()
      return collected
    } catch {
      let failure = Failure(error, document: path)
      guard isKept else { throw error }
      let next: String
      switch error {
      case .outcomeUnknown: throw error
      case .damaged: next = "paint check --repair, then paint gc"
      default: next = "paint gc tries again"
      }
      console.warn("the space was not freed: \(failure.message); \(next)")
      return nil
    }
  }

  /// Warns about packs that a gc could not copy or delete, and about unfinished work.
  func warn(of collected: CollectionResult) {
    if let error = collected.unfinished {
      console.warn("not all was done: \(Failure(error, document: path).message); paint gc does the rest")
    }
    for pack in collected.damaged {
      console.warn("pack \(pack) is damaged and was not changed; paint check shows more")
    }
    guard collected.undeleted > 0 else { return }
    let isOne = collected.undeleted == 1
    console.warn(
      "\(NumberText.counted(collected.undeleted, "pack")) in \(path.appending("packs")) could not be deleted, and what "
        + "\(isOne ? "it contains" : "they contain") is still on the disk; paint gc deletes \(isOne ? "it" : "them") "
        + "when a user who may delete \(isOne ? "it" : "them") runs it")
  }
}
