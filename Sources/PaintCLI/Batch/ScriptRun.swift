import PaintHistory

/// Runs a script's lines in one process, in groups of steps.
///
/// A group of steps is one transaction: it ends after 50 ms, and before waiting for the next line. The output of its
/// lines is printed after the commit, so a receipt means that the step survives the death of the process. `group begin`
/// commits the lines before it. Between it and `group end`, and in a script that is one step, the transaction continues
/// to the end: receipts are printed before waiting for the next line and say that they are pending, until the receipt
/// of the outermost end or the summary confirms them.
struct ScriptRun: ~Copyable {
  let session: Session
  let input: InputFile
  let keepsGoing: Bool
  let firstLine: Int
  /// Whether standard input was read as the picture of `--from -`.
  private let pictureIsStandardInput: Bool
  let isDryRun: Bool
  private let before: Int
  /// The name of the step if the script is one step.
  private let name: String?
  private let started: Duration
  var reader: LineReader
  var parser = LineParser()
  var line = ParsedLine()
  var lines = 0
  private var failed = 0
  private var groupBegan: Duration?
  private var synced: Duration
  /// The number of edits and moves that changed the canvas or the selection.
  var steps = 0
  /// The number of committed steps.
  private var committedSteps = 0
  private let progress: Progress
  /// The length of the script; nil if it is not known.
  private let byteCount: Int?
  /// Whether Ctrl-C ends the script between two lines; not if it is one of many.
  private let notesInterrupts: Bool
  /// The line before which Ctrl-C ended the run; nil if it did not.
  private var interruptedBefore: Int?
  /// Whether the run cannot continue.
  var isBroken = false
  /// Why the output of lines could not be written, which ended the run; nil if it could.
  var outputFailure: Failure?
  var nesting: GroupNesting
  /// Whether answers of lines before the open group are printed after its end, because the lines are not committed yet.
  private var waitsForGroup = false
  /// The name of the open group; nil if it is named after its edits.
  var groupName: String?
  /// The state before the open group.
  var stepsBefore = 0
  var settingsBefore = StrokeSettings()
  /// The settings with which the script began.
  let settingsAtStart: String
  /// Whether lines are skipped up to the end of a discarded group.
  var isSkipping = false

  /// The maximum duration of a group: the work that a kill can lose, and the age of the picture that readers see.
  private static let groupLength = Duration.milliseconds(50)
  /// The maximum work that a power cut can lose.
  private static let syncSeconds = 4
  private static let syncInterval = Duration.seconds(syncSeconds)

  /// Creates a run of a script on the session's drawing, whose transaction is open.
  init(
    _ command: ParsedLine, session: Session, input: InputFile
  ) throws(Failure) {
    self.session = session
    self.input = input
    keepsGoing = command.has(.keepGoing)
    firstLine = try command.value(.fromLine, NumberForm.lineNumber.whole) ?? 1
    pictureIsStandardInput = command.path(.from).map(InputFile.isStandardInput) ?? false
    isDryRun = command.has(.dryRun)
    nesting = GroupNesting(isSingle: command.has(.single))
    name = command.text(.name)
    before = session.history.current.number
    session.scriptName = input.name
    session.readsScriptFromStandardInput = input.isStandardInput
    settingsAtStart = session.settings.words
    reader = input.lineReader()
    started = session.history.options.disk.monotonicTime()
    synced = started
    // The lines of a pipe are waited for, perhaps where the user types.
    progress = Progress(
      "running \(input.name)", console: session.console, clock: session.history.options.disk,
      ticks: input.byteCount != nil, interruption: nil)
    byteCount = progress.isVisible ? input.byteCount : nil
    notesInterrupts = session.console.collected == nil
    let isFile = input.isInMemory || FileStatus(ofDescriptor: input.descriptor)?.kind == .file
    session.console.beginScript(isDialogue: !isFile)
    if notesInterrupts { EndingSignals.noteInterrupts() }
  }

  /// Runs all lines, then prints the summary; the lines before a bad one are kept.
  ///
  /// - Parameter write: writes the picture that the lines made, and returns whether it did; its warnings are in the
  ///   summary.
  /// - Throws: the errors of `write`, after the summary; `write_failed` if the output cannot be written, which says what
  ///   was done nevertheless.
  mutating func run(thenWriting write: (ExitCode) throws -> Bool) throws -> ExitCode {
    defer { session.console.endScript(input.name) }
    let result = try runLines()
    if let outputFailure { throw outputFailure }
    let elapsed = session.history.options.disk.monotonicTime() - started
    // The author of the script may wait for the receipts.
    try flush(after: result, hasWritten: false)
    let written = Result { try write(result) }
    session.console.endPart()
    summarize(elapsed)
    try flush(after: result, hasWritten: (try? written.get()) ?? false)
    _ = try written.get()
    return result
  }

  /// Runs all lines; the lines before a bad one are kept.
  private mutating func runLines() throws -> ExitCode {
    defer { if notesInterrupts { EndingSignals.stopNotingInterrupts() } }
    var result = ExitCode.done
    if nesting.isSingle { try beginStep(named: name) }
    progress.begin()
    while true {
      do {
        guard try nextLine(), !hasBeenInterrupted() else { break }
      } catch {
        if outputFailure != nil {
          result = stopForOutput()
        } else {
          result = show(discardGroup(after: failure(error)))
        }
        break
      }
      do {
        try runLine()
        if let byteCount {
          progress.show(reader.position, of: byteCount)
        } else {
          progress.show(NumberText.counted(lines, "line"))
        }
      } catch {
        let failure = discardGroup(after: failure(error))
        isSkipping = nesting.depth > 0
        let code = show(failure)
        result = keepsGoing && !isBroken ? .failed : code
        if isBroken || !keepsGoing { break }
      }
    }
    progress.clear()
    if let interruptedBefore { result = show(interruption(before: interruptedBefore)) }
    if result == .done { try Self.check(firstLine, isWithin: reader.lineNumber) }
    do throws(Failure) {
      if !isSkipping { try nesting.checkEnd() }
    } catch {
      // Only once, if the line could not be read.
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
    return result
  }

  private func failure(_ error: any Error) -> Failure { Failure(error, document: session.path) }

  /// Shows a failure of the last line.
  ///
  /// - Returns: the exit code of the script.
  private mutating func show(_ failure: Failure) -> ExitCode {
    progress.clear()
    if failure.code != .interrupted { failed += 1 }
    if isBroken {
      // The group is lost; earlier commits are kept.
      session.console.discard()
      steps = committedSteps
    }
    var shown = failure
    // A line that would be wrong in the shell is a damaged script here.
    if failure.exitCode == .usage { shown.exitCode = .damagedInput }
    let line = max(reader.lineNumber, 1)
    session.console.show(shown, line: line, where: "\(input.name):\(line)")
    return shown.exitCode
  }

  /// Whether Ctrl-C ends the script before the line that was read last.
  private mutating func hasBeenInterrupted() -> Bool {
    guard notesInterrupts, EndingSignals.isInterrupted else { return false }
    interruptedBefore = reader.lineNumber
    return true
  }

  /// Goes to the next line when it arrives; false at the end of the script, and after Ctrl-C.
  private mutating func advance() throws(Failure) -> Bool {
    guard notesInterrupts else { return try reader.advance() }
    // Only whole lines are read after this, so that reading does not wait.
    while try !reader.isReady(within: -1, unless: EndingSignals.interruption) {
      if EndingSignals.isInterrupted {
        interruptedBefore = reader.lineNumber + 1
        return false
      }
    }
    return try reader.advance()
  }

  /// Goes to the next line; before waiting for it, commits the group and releases the lock.
  private mutating func nextLine() throws -> Bool {
    if let groupBegan {
      let now = session.history.options.disk.monotonicTime()
      if now - groupBegan > Self.groupLength {
        if session.history.isInGroup {
          if !waitsForGroup { try flush() }
          self.groupBegan = now
        } else {
          try endGroup(now)
        }
        // In a long script; the receipts of JSON contain the bytes of a step, so they wait for the writer.
        if !session.console.isJSON {
          try session.history.writeBehind()
        }
      }
    }
    if session.history.isInGroup {
      // Readers must not see a part of the group, but the author of the script may wait for the receipts.
      if !waitsForGroup, try !reader.isReady() { try flush() }
      return try advance()
    }
    if try !reader.isReady() {
      // The author of the script may wait for an answer before the next line, also to a bad line.
      try endGroup(session.history.options.disk.monotonicTime())
      // The next line may take long, and a power cut may come first.
      if !isDryRun,
        try !reader.isReady(within: Int32(Self.syncSeconds * 1_000), unless: EndingSignals.interruption)
      {
        try session.history.sync()
        synced = session.history.options.disk.monotonicTime()
      }
    }
    return try advance()
  }

  /// Commits the lines before a group and prints their answers, so that they do not depend on the group.
  ///
  /// For a file nobody waits for answers in a group, so they are printed after its end: a commit, and thus a pack, for
  /// each group takes 4 times as long (see `PackWriter.setMark`).
  mutating func commitLinesBefore() throws {
    guard !isDryRun, !session.history.isInMemory else { return }
    if input.byteCount != nil {
      waitsForGroup = true
      return
    }
    try session.history.commit()
    committedSteps = steps
    try flush()
    try session.history.beginEditing()
  }

  mutating func endGroup(_ now: Duration) throws {
    groupBegan = nil
    waitsForGroup = false
    if !isDryRun, session.history.isEditing {
      let mustSync = now - synced > Self.syncInterval
      if mustSync { synced = now }
      do {
        if mustSync { try session.history.sync() }
        // An error that stopped the history then came after the sync.
        if session.history.stopError == nil { try session.history.endEditing() }
      } catch {
        isBroken = true
        throw error
      }
      committedSteps = steps
    }
    try flush()
  }

  /// Splits the line into words and counts it; false if it is blank or a comment.
  mutating func splitLine() throws(Failure) -> Bool { try reader.splitLine(into: &line.words, counting: &lines) }

  private mutating func runLine() throws {
    if reader.lineNumber < firstLine { return }
    if isSkipping { return skipLine() }
    guard try splitLine() else { return }
    do throws(Failure) {
      try parser.parse(&line)
    } catch {
      throw error.suggesting(Rewording.of(line), after: nil)
    }
    try Self.check(line, of: input)
    if pictureIsStandardInput, let spec = line.command.map(CommandTable.spec),
      let things = line.inputFromStandardInput(spec)
    {
      throw Failure(.unexpectedWord, "the picture comes from standard input, so the script's \(things) cannot")
    }
    let hasPipes = try readPipes()
    defer { if hasPipes { EarlyInputs.forget() } }
    if try writePipe() { return }
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
        if line.has(.dryRun) { try rehearse() } else { try runCommand() }
      }
    } catch {
      // A failed write rolls the whole group back.
      isBroken = !session.history.isEditing
      throw error
    }
  }

  /// Runs the line.
  ///
  /// If its command refuses its words, those that it means are suggested, not run: a script is checked before it runs.
  mutating func runCommand() throws(Failure) {
    do throws(Failure) {
      if try session.run(line).isStep { steps += 1 }
    } catch {
      throw error.isAboutWords(of: line) ? error.suggesting(Rewording.of(line), after: nil) : error
    }
  }

  /// Commits the last group and syncs.
  private mutating func finish(after result: ExitCode) throws {
    guard !isBroken else { return }
    if session.history.stopError == nil { try finishEditing(after: result) }
    session.warnOfPostponed()
    session.console.endPart()
  }

  private mutating func finishEditing(after result: ExitCode) throws {
    if nesting.isSingle, session.history.isInGroup {
      if result == .done { _ = try endStep() } else { try discardStep() }
    }
    guard !isDryRun else { return }
    do {
      try session.history.commit()
      committedSteps = steps
      try session.history.sync()
      if session.history.stopError == nil { try session.history.endEditing() }
    } catch {
      isBroken = committedSteps != steps
      throw error
    }
  }

  private func summarize(_ elapsed: Duration) {
    let current = session.history.current
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rounded = (seconds * 1_000).rounded() / 1_000
    // After a failure, what cannot be read is not counted as warm.
    let warm = session.console.isQuiet ? nil : try? session.history.warmRevisions()
    guard session.console.isJSON else {
      var text = NumberText.counted(lines, "line")
      text += "\(isDryRun ? " would make" : ",") \(NumberText.counted(steps, "step"))"
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
    json.field("steps", steps)
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
    json.field("warnings", session.console.scriptWarnings)
    json.key("repeated")
    session.console.writeRepeatedWarnings(to: &json)
    json.endObject()
    session.printJSON(json)
  }
}
