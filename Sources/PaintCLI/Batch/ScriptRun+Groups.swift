import PaintHistory

extension ScriptRun {
  /// `group begin [NAME]`: of nested groups only the outermost becomes a group.
  mutating func runGroupBegin() throws {
    if nesting.begin(line: reader.lineNumber), !nesting.isSingle {
      try commitLinesBefore()
      groupName = line.operandText(1)
      try beginStep(named: groupName)
    }
    printDepth()
  }

  /// `group end`: the outermost one prints the receipt of the whole group.
  mutating func runGroupEnd() throws {
    let isOutermost = try nesting.end()
    guard isOutermost, !nesting.isSingle else { return printDepth() }
    let summary = try endStep()
    var receipt = try session.receipt(of: summary)
    receipt.unusedName = groupName ?? "0 edits"
    session.show(CommandResult(receipt: receipt, warnings: session.console.warnings))
    session.console.endCommand()
  }

  /// Runs a line that is a dry run: a group that is discarded.
  mutating func rehearse() throws {
    try commitLinesBefore()
    try beginStep(named: nil)
    session.isRehearsing = true
    defer { session.isRehearsing = false }
    let result = Result { try runCommand() }
    try discardStep()
    try result.get()
  }

  /// Begins lines that become one step or nothing.
  mutating func beginStep(named name: String?) throws {
    stepsBefore = steps
    settingsBefore = session.settings
    try session.history.beginGroup(named: name)
  }

  /// Ends the step; nil if it is empty.
  mutating func endStep() throws -> GroupSummary? {
    let summary = try session.history.endGroup()
    steps = stepsBefore + (summary == nil ? 0 : 1)
    return summary
  }

  /// Discards the step, including its settings.
  mutating func discardStep() throws {
    try session.history.abandonGroup()
    steps = stepsBefore
    session.settings = settingsBefore
  }

  /// Discards the group in which a failure happened, and adds that to the failure's message.
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
      nesting.isSingle ? "; nothing of the script is kept" : "; the group from line \(nesting.firstLine) is discarded"
    return shown
  }

  /// Skips a line of a discarded group; only the end of the group matters.
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
      // The line is bad, but it is not run anyway.
    }
    guard session.console.isJSON, !session.console.isQuiet else { return }
    var json = JSONWriter()
    json.beginObject()
    json.field("line", reader.lineNumber)
    json.field("skipped", true)
    json.endObject()
    session.printJSON(json)
  }

  /// Prints the depth after a line that only begins or ends an inner group.
  private func printDepth() {
    guard session.console.isJSON, !session.console.isQuiet else { return }
    var json = session.beginResult()
    json.field("depth", nesting.depth)
    json.endObject()
    session.printJSON(json)
  }
}
