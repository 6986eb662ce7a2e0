import PaintHistory

/// Runs a script's lines in one process, in groups of steps.
///
/// A group of steps is one transaction: it ends after 50 ms, and before the script is waited for. What its lines print
/// is printed when it is committed, so an answer stands for a step that survives the death of the process. Within
/// `group begin` … `group end`, and in a script that is one step, the transaction goes on to the end: answers are
/// printed when the script is waited for, but only the outermost end's stands for what survives.
struct ScriptRun: ~Copyable {
  let session: Session
  private let input: InputFile
  private let keepsGoing: Bool
  private let firstLine: Int
  private let isDryRun: Bool
  private let before: Int
  /// What the script is called that is one step.
  private let name: String?
  private let started: Duration
  var reader: LineReader
  var parser = LineParser()
  var line = ParsedLine()
  var lines = 0
  private var failed = 0
  private var groupBegan: Duration?
  private var synced: Duration
  /// Steps that are part of the document.
  private var committedSteps = 0
  private let progress: Progress
  /// Whether the document could not be worked with any more.
  var isBroken = false
  var nesting: GroupNesting
  /// The name that the group has which is being made; nil where it is to be called after its edits.
  var groupName: String?
  /// What there was before the group that is being made.
  var stepsBefore = 0
  var settingsBefore = StrokeSettings()
  /// Whether lines are passed over up to the end of a group that was taken back.
  var isSkipping = false

  /// The longest that a group lasts: what a kill can cost, and how old the picture is that readers see.
  private static let groupLength = Duration.milliseconds(50)
  /// The most that a power cut can cost.
  private static let syncSeconds = 4
  private static let syncInterval = Duration.seconds(syncSeconds)

  /// A run of the script over the session's drawing, which is being edited already.
  init(
    _ command: ParsedLine, session: Session, input: InputFile
  ) throws(Failure) {
    self.session = session
    self.input = input
    keepsGoing = command.has(.keepGoing)
    firstLine = try command.value(.fromLine, PlainValues.lineNumber) ?? 1
    isDryRun = command.has(.dryRun)
    nesting = GroupNesting(isSingle: command.has(.single))
    name = command.text(.name)
    before = session.history.current.number
    reader = LineReader(descriptor: input.descriptor)
    started = session.history.options.disk.monotonicTime()
    synced = started
    progress = Progress("running \(input.name)", console: session.console, clock: session.history.options.disk)
  }

  /// Runs all lines, then prints the summary; the lines before a bad one stay done.
  mutating func run() throws -> ExitCode {
    var result = ExitCode.done
    if nesting.isSingle { try beginStep(named: name) }
    while true {
      do {
        guard try nextLine() else { break }
      } catch {
        result = show(discardGroup(after: failure(error)))
        break
      }
      do {
        try runLine()
        progress.show(Self.counted(lines, "line"))
      } catch {
        let failure = discardGroup(after: failure(error))
        isSkipping = nesting.depth > 0
        let code = show(failure)
        result = keepsGoing && !isBroken ? .failed : code
        if isBroken || !keepsGoing { break }
      }
    }
    progress.clear()
    if result == .done { try Self.check(firstLine, isWithin: reader.lineNumber) }
    do throws(Failure) {
      if !isSkipping { try nesting.checkEnd() }
    } catch {
      // Not twice, where the line could not be read.
      if session.history.isInGroup {
        let code = show(discardGroup(after: error))
        result = keepsGoing && !isBroken ? .failed : code
      }
    }
    do {
      try finish(after: result)
    } catch {
      result = show(failure(error))
    }
    summarize(session.history.options.disk.monotonicTime() - started)
    try session.console.flush()
    return result
  }

  private func failure(_ error: any Error) -> Failure { Failure(error, document: session.path) }

  /// Shows what went wrong at the line that was read last; returns the exit code that a script has for it.
  private mutating func show(_ failure: Failure) -> ExitCode {
    progress.clear()
    failed += 1
    if isBroken {
      // The group is lost; what was committed before stays.
      session.console.discard()
      session.steps = committedSteps
    }
    var shown = failure
    // A line that would be wrong in the shell is a damaged script here.
    if failure.exitCode == .usage { shown.exitCode = .damagedInput }
    let line = max(reader.lineNumber, 1)
    session.console.show(shown, line: line, where: "\(input.name):\(line)")
    return shown.exitCode
  }

  /// Goes to the next line; while that has to be waited for, the group is committed and the lock let go of.
  private mutating func nextLine() throws -> Bool {
    if let groupBegan {
      let now = session.history.options.disk.monotonicTime()
      if now - groupBegan > Self.groupLength {
        if session.history.isInGroup {
          try session.console.flush()
          self.groupBegan = now
        } else {
          try endGroup(now)
        }
        // A long script; receipts, which are JSON only, tell a step's bytes and so have to wait for them.
        if !session.console.isJSON {
          try session.history.writeBehind()
        }
      }
    }
    if session.history.isInGroup {
      // Nothing of it may be seen before it ends, but whoever writes the script waits for answers all the same.
      if try !reader.isReady() { try session.console.flush() }
      return try reader.advance()
    }
    if try !reader.isReady() {
      // Whoever writes the script may wait for an answer before the next line, to a bad line too.
      try endGroup(session.history.options.disk.monotonicTime())
      // The next line may be long in coming, and a power cut come first.
      if !isDryRun, try !reader.isReady(within: Int32(Self.syncSeconds * 1_000)) {
        try session.history.sync()
        synced = session.history.options.disk.monotonicTime()
      }
    }
    return try reader.advance()
  }

  private mutating func endGroup(_ now: Duration) throws {
    groupBegan = nil
    if !isDryRun, session.history.isEditing {
      let mustSync = now - synced > Self.syncInterval
      if mustSync { synced = now }
      do {
        if mustSync { try session.history.sync() }
        // What ended it then came after everything was on the disk.
        if session.history.stopError == nil { try session.history.endEditing() }
      } catch {
        isBroken = true
        throw error
      }
      committedSteps = session.steps
    }
    try session.console.flush()
  }

  /// Takes the line that was read apart and counts it; false where it is blank or a comment.
  mutating func splitLine() throws(Failure) -> Bool {
    do throws(Failure) {
      try reader.withLine { (text) throws(Failure) in try ScriptLine.split(text, into: &line.words) }
    } catch {
      lines += 1
      throw error
    }
    if line.words.count == 0 { return false }
    lines += 1
    return true
  }

  private mutating func runLine() throws {
    if reader.lineNumber < firstLine { return }
    if isSkipping { return skipLine() }
    guard try splitLine() else { return }
    try parser.parse(&line)
    try Self.check(line, of: input)
    do {
      try session.history.beginEditing()
    } catch {
      isBroken = true
      throw error
    }
    if groupBegan == nil { groupBegan = session.history.options.disk.monotonicTime() }
    session.lineNumber = reader.lineNumber
    do {
      try session.checkExpectation(line)
      switch try line.groupArgument() {
      case .begin: try runGroupBegin()
      case .end: try runGroupEnd()
      default:
        try nesting.check(line)
        try session.run(line)
      }
    } catch {
      // A failed write takes the whole group back.
      isBroken = !session.history.isEditing
      throw error
    }
  }

  /// Throws where a script ends before the line that it is to begin with.
  static func check(_ firstLine: Int, isWithin lines: Int) throws(Failure) {
    guard firstLine > max(lines, 1) else { return }
    throw Failure(.badValue, "--from-line: the script has only \(counted(lines, "line"))")
  }

  /// Throws for words that a script's line must not have.
  static func check(_ line: ParsedLine, of script: InputFile) throws(Failure) {
    if line.has(.help) || line.has(.version) {
      throw Failure(.unexpectedWord, "--help and --version are for the shell")
    }
    if line.has(.document) { throw Failure(.unexpectedWord, "a script has one document: -d goes behind paint batch") }
    guard let spec = line.command.map(CommandTable.spec) else { return }
    guard spec.isForScripts else {
      throw Failure(.unexpectedWord, "\(spec.title) cannot be used in a script", hint: spec.scriptHint)
    }
    // Where there are dry runs --out belongs to them; a diff has none, and writes its map there.
    if line.has(.dryRun) || line.has(.out) && spec.takes(.dryRun) {
      throw Failure(.unexpectedWord, "--dry-run and --out are for a whole script: paint batch --dry-run")
    }
    if script.isStandardInput, let things = inputFromStandardInput(line, spec) {
      throw Failure(.unexpectedWord, "the script itself comes from standard input, so its \(things) cannot")
    }
  }

  /// What a line would read from standard input, in words; nil for nothing.
  private static func inputFromStandardInput(_ line: ParsedLine, _ spec: CommandSpec) -> String? {
    if let points = line.path(.pointsFrom), InputFile.isStandardInput(points) { return "points" }
    if let font = line.path(.font), InputFile.isStandardInput(font), font != "-" { return "fonts" }
    guard spec.readsPicture else { return nil }
    return InputFile.isStandardInput(line.operandPath(0)) ? "pictures" : nil
  }

  /// Commits the last group and brings everything to the disk.
  private mutating func finish(after result: ExitCode) throws {
    guard !isBroken else { return }
    if session.history.stopError == nil { try finishEditing(after: result) }
    session.warnOfPostponed()
    session.console.endCommand()
  }

  private mutating func finishEditing(after result: ExitCode) throws {
    if nesting.isSingle, session.history.isInGroup {
      if result == .done { _ = try endStep() } else { try discardStep() }
    }
    guard !isDryRun else { return }
    do {
      try session.history.commit()
      committedSteps = session.steps
      try session.history.sync()
      if session.history.stopError == nil { try session.history.endEditing() }
    } catch {
      isBroken = committedSteps != session.steps
      throw error
    }
  }

  /// `1 line`, `2 lines`.
  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private func summarize(_ elapsed: Duration) {
    let current = session.history.current
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rounded = (seconds * 1_000).rounded() / 1_000
    // After a failure, what cannot be read is not counted as warm.
    let warm = session.console.isQuiet ? nil : try? session.history.warmRevisions()
    guard session.console.isJSON else {
      var text = Self.counted(lines, "line")
      text += "\(isDryRun ? " would make" : ",") \(Self.counted(session.steps, "step"))"
      if failed > 0 { text += ", \(failed) failed" }
      text += ", r\(before) to r\(current.number), \(NumberText.text(rounded)) s"
      text += Receipt.clause(ofDropped: session.history.droppedByLimits)
      session.console.report(text)
      session.console.report(session.cacheText(warm))
      return
    }
    if session.console.isQuiet { return }
    var json = JSONWriter()
    json.beginObject()
    json.field("lines", lines)
    json.field("steps", session.steps)
    json.field("failed", failed)
    json.field("dry_run", isDryRun)
    json.field("before", before)
    json.field("revision", current.number)
    json.field("revisions", session.history.state.revisions)
    json.field("dropped", session.history.droppedByLimits)
    json.field("seconds", rounded)
    json.field("fingerprint", current.fingerprint.hex)
    json.key("cache")
    json.write(session.history.cacheStatus, warm)
    json.endObject()
    session.printJSON(json)
  }
}
