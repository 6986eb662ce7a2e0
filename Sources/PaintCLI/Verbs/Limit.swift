import PaintHistory

/// `paint limit [--steps N] [--bytes SIZE] [--side-age DURATION]`: how much of the history is kept.
struct LimitCommand: PrintingCommand {
  static let spec = CommandSpec(
    .limit, purpose: .maintenance, alsoCalled: ["limits", "keep"],
    operands: "[--steps N] [--bytes SIZE] [--side-age DURATION]",
    summary: "set how much of the history is kept; alone: show it",
    examples: {
      [
        Example("paint limit", "show how much of the history is kept"),
        Example("paint limit --steps 100 --bytes 200M", "keep the last 100 undo steps, about 200 MiB at most"),
      ]
    },
    answers: { [.limits] },
    details: [
      "Steps beyond a limit are dropped when the next step is made, and immediately when the limit is",
      "lowered. At least 5 steps are kept, and everything that redo or a branch needs.",
    ],
    options: [.steps, .bytes, .sideAge, .dryRun, .expect], command: LimitCommand.self,
    standalone: { (line, console) throws(Failure) in
      try Session.setLimits(line, console)
      return .done
    }, access: { isQuestion($0) ? .reading : .none }, isForScripts: false)

  init(_ line: ParsedLine, in context: LineContext) {}

  func answer(_ line: ParsedLine, in session: Session) throws { try session.showLimits(dropped: nil) }

  /// Whether the line only shows the limits.
  private static func isQuestion(_ line: ParsedLine) -> Bool {
    !line.has(.steps) && !line.has(.bytes) && !line.has(.sideAge)
  }
}

extension Session {
  /// Sets how much of the history is kept.
  fileprivate static func setLimits(_ line: ParsedLine, _ console: Console) throws(Failure) {
    let steps = try line.value(.steps, Self.steps)
    let bytes = try line.value(.bytes, SizeArgument.parse)
    let sideAge = try line.value(.sideAge, DurationArgument.parse)
    let session = try Session(line, for: line.has(.dryRun) ? .dryRun : .editing, console: console)
    var limits = session.history.state.limits
    limits.steps = steps ?? limits.steps
    limits.bytes = bytes ?? limits.bytes
    limits.sideAge = sideAge ?? limits.sideAge
    try session.catching {
      try session.showingProgress(of: line, interruption: Progress.partIsDone) { try session.setLimits(limits, line) }
    }
    console.endCommand()
  }

  private func setLimits(_ limits: Limits, _ line: ParsedLine) throws {
    try history.beginEditing()
    warnOfUnconfirmed()
    try checkExpectation(line)
    let bytesBefore = try history.storedBytes()
    let former = history.state.limits
    let dropped = try history.setLimits(limits, atMost: History.revisionsPerSlice)
    try history.commit()
    // A limit of bytes is about files, so they shrink immediately.
    let isKept = !line.has(.dryRun) && (limits != former || dropped > 0)
    let collected = try collectLater(isKept: isKept) { () throws(HistoryError) in
      try history.collect(thoroughly: dropped > 0, since: bytesBefore)
    }
    try showLimits(
      dropped: (dropped + (collected?.revisions ?? 0), max(0, collected?.bytes ?? 0)), isDryRun: line.has(.dryRun))
  }

  /// Prints the limits, and what setting them dropped.
  func showLimits(dropped: (revisions: Int, bytes: Int)?, isDryRun: Bool = false) throws {
    let limits = history.state.limits
    let blockers = try history.limitBlockers()
    if console.isJSON {
      if dropped != nil, console.isQuiet { return }
      var json = JSONWriter()
      json.beginObject()
      json.field("steps", limits.steps)
      json.field("bytes", limits.bytes)
      json.field("side_age", limits.sideAge / 1_000)
      if limits.steps > 0 || limits.bytes > 0 { write(blockers, to: &json) }
      if let dropped {
        json.field("dry_run", isDryRun)
        json.field("dropped", dropped.revisions)
        json.field("freed", dropped.bytes)
        json.field("warnings", console.warnings)
      }
      json.endObject()
      return printJSON(json)
    }
    if dropped != nil, isDryRun { console.report("would set these limits:") }
    let lines = [
      "steps: \(limits.steps == 0 ? "no limit" : NumberText.grouped(limits.steps))",
      "bytes: \(limits.bytes == 0 ? "no limit" : SizeArgument.text(limits.bytes))",
      "side branches: \(limits.sideAge == 0 ? "kept forever" : DurationArgument.text(limits.sideAge))",
    ]
    for text in lines { if dropped == nil { console.print(text) } else { console.report(text) } }
    if let dropped, dropped.revisions > 0 {
      console.report(
        "\(isDryRun ? "would drop" : "dropped") \(NumberText.counted(dropped.revisions, "revision")), "
          + "\(isDryRun ? "about " : "")\(NumberText.grouped(dropped.bytes)) bytes freed")
    }
    for blocker in blockers {
      let text = Self.text(of: blocker)
      if dropped == nil { console.print(text) } else { console.report(text) }
    }
  }

  /// What keeps more than the limits allow, in words.
  static func text(of blocker: LimitBlocker) -> String {
    switch blocker {
    case .branch(let branch):
      "held by branch \(Failure.oneLine(branch.name)) on r\(branch.revision): more is kept than the limit allows"
    case .redo: "held by redo: more is kept than the limit allows, until an edit or redo"
    }
  }

  /// Writes what keeps more than the limits allow, as `held_by`.
  func write(_ blockers: [LimitBlocker], to json: inout JSONWriter) {
    json.objects("held_by", blockers) { json, blocker in
      switch blocker {
      case .branch(let branch):
        json.field("branch", branch.name)
        json.field("revision", branch.revision)
      case .redo: json.field("redo", true)
      }
    }
  }

  private static func steps(_ word: Span<UInt8>) throws(Failure) -> Int {
    guard let steps = Number.whole(word), steps <= 1 << 40 else {
      throw .notA("a number of steps: \(Limits.minimumSteps) or more, or 0 for no limit", word)
    }
    guard steps == 0 || steps >= Limits.minimumSteps else {
      throw Failure(
        .badValue, "at least \(Limits.minimumSteps) steps are kept, so the limit cannot be \(steps)",
        hint: "\(Limits.minimumSteps) is the lowest limit, 0 is none")
    }
    return steps
  }
}

extension OptionSpec {
  static let steps = OptionSpec(
    .steps, "steps", .value("N"), "keep the last N undo steps, 5 or more; 0 for all", number: .count)
  static let bytes = OptionSpec(
    .bytes, "bytes", .value("SIZE"), "keep about this many bytes: 800K, 200M or 2G; 0 for all", forms: "Bytes")
  static let sideAge = OptionSpec(
    .sideAge, "side-age", .value("DURATION"),
    "keep unnamed side branches this long: 90d, 12h or 2w; 0 (the default) forever", forms: "Duration")
}
