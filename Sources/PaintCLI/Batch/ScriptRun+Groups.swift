import PaintHistory

extension ScriptRun {
  /// `group begin [NAME]`: of nested groups only the outermost is one.
  mutating func runGroupBegin() throws {
    if nesting.begin(line: reader.lineNumber), !nesting.isSingle {
      groupName = line.operandText(1)
      try beginStep(named: groupName)
    }
    printDepth()
  }

  /// `group end`: the outermost one answers for the whole group.
  mutating func runGroupEnd() throws {
    let isOutermost = try nesting.end()
    guard isOutermost, !nesting.isSingle else { return printDepth() }
    let summary = try endStep()
    var receipt = try session.receipt(of: summary)
    receipt.unusedName = groupName ?? "0 edits"
    session.show(receipt)
    session.console.endCommand()
  }

  /// Begins what becomes one step or nothing.
  mutating func beginStep(named name: String?) throws {
    stepsBefore = session.steps
    settingsBefore = session.settings
    try session.history.beginGroup(named: name)
  }

  /// Ends it; nil where it is empty.
  mutating func endStep() throws -> GroupSummary? {
    let summary = try session.history.endGroup()
    session.steps = stepsBefore + (summary == nil ? 0 : 1)
    return summary
  }

  /// Takes it back: nothing of it remains, settings neither.
  mutating func discardStep() throws {
    try session.history.abandonGroup()
    session.steps = stepsBefore
    session.settings = settingsBefore
  }

  /// Takes back the group that a failure happened in, and says so behind what happened.
  mutating func discardGroup(after failure: Failure) -> Failure {
    guard session.history.isInGroup else { return failure }
    do {
      try discardStep()
    } catch {
      isBroken = true
      return Failure(error, document: session.path)
    }
    var shown = failure
    shown.message +=
      nesting.isSingle ? "; nothing of the script is kept" : "; the group of line \(nesting.firstLine) is taken back"
    return shown
  }

  /// Passes over a line of a group that was taken back; only where the group ends matters.
  mutating func skipLine() {
    do throws(Failure) {
      guard try splitLine() else { return }
      try parser.parse(&line)
      switch try line.groupArgument() {
      case .begin: _ = nesting.begin(line: reader.lineNumber)
      case .end: isSkipping = try !nesting.end()
      default: break
      }
    } catch {
      // It would have been a bad line, but it is not run anyway.
    }
    guard session.console.isJSON, !session.console.isQuiet else { return }
    var json = JSONWriter()
    json.beginObject()
    json.field("line", reader.lineNumber)
    json.field("skipped", true)
    json.endObject()
    session.printJSON(json)
  }

  /// Answers a line that only begins or ends a part of a group.
  private func printDepth() {
    guard session.console.isJSON, !session.console.isQuiet else { return }
    var json = JSONWriter()
    json.beginObject()
    json.field("line", reader.lineNumber)
    json.field("depth", nesting.depth)
    json.endObject()
    session.printJSON(json)
  }
}
