import PaintHistory

/// Runs a script's lines in one process, in groups of steps.
///
/// A group is one transaction: it ends after 50 ms, and before the script is waited for. What its lines print is printed
/// when it is committed, so an answer stands for a step that survives the death of the process.
struct ScriptRun: ~Copyable {
  private let session: Session
  private let input: InputFile
  private let keepsGoing: Bool
  private let firstLine: Int
  private let isRehearsal: Bool
  private let before: Int
  private let started: Duration
  private var reader: LineReader
  private var parser = LineParser()
  private var line = ParsedLine()
  private var lines = 0
  private var failed = 0
  private var groupBegan: Duration?
  private var synced: Duration
  /// Whether the document could not be worked with any more.
  private var isBroken = false

  /// The longest that a group lasts: what a kill can cost, and how old the picture is that readers see.
  private static let groupLength = Duration.milliseconds(50)
  /// The most that a power cut can cost.
  private static let syncInterval = Duration.seconds(4)

  /// A run of the script over the session's drawing, which is being edited already.
  init(
    _ command: ParsedLine, session: Session, input: InputFile
  ) throws(Failure) {
    self.session = session
    self.input = input
    keepsGoing = command.has(.keepGoing)
    firstLine = try command.value(.fromLine, PlainValues.lineNumber) ?? 1
    isRehearsal = command.has(.dryRun)
    before = session.history.current.number
    reader = LineReader(descriptor: input.descriptor)
    started = session.history.options.disk.monotonicTime()
    synced = started
  }

  /// Runs all lines, then prints the summary; the lines before a bad one stay done.
  mutating func run() throws(Failure) -> ExitCode {
    var result = ExitCode.done
    do throws(Failure) {
      while try nextLine() {
        do throws(Failure) {
          try runLine()
        } catch {
          if isFatal(error) { throw error }
          let failure = asScriptFailure(error)
          failed += 1
          session.console.show(failure, line: reader.lineNumber, where: "\(input.name):\(reader.lineNumber)")
          result = keepsGoing ? .failed : failure.exitCode
          if !keepsGoing { break }
        }
      }
    } catch {
      // The end of the group is lost with it; what was committed before stays.
      session.console.discard()
      session.console.show(error, line: reader.lineNumber, where: "\(input.name):\(max(reader.lineNumber, 1))")
      result = error.exitCode
      isBroken = true
    }
    try finish()
    return result
  }

  /// Goes to the next line; while that has to be waited for, the group is committed and the lock let go of.
  private mutating func nextLine() throws(Failure) -> Bool {
    if let groupBegan {
      let now = session.history.options.disk.monotonicTime()
      if now - groupBegan > Self.groupLength {
        try endGroup(now)
        // A long script; receipts, which are JSON only, tell a step's bytes and so have to wait for them.
        if !session.console.isJSON {
          try session.catching { () throws(HistoryError) in try session.history.writeBehind() }
        }
      }
    }
    // Whoever writes the script may wait for an answer before the next line, to a bad line too.
    if try !reader.isReady() { try endGroup(session.history.options.disk.monotonicTime()) }
    return try reader.advance()
  }

  private mutating func endGroup(_ now: Duration) throws(Failure) {
    groupBegan = nil
    if !isRehearsal, session.history.isEditing {
      let mustSync = now - synced > Self.syncInterval
      if mustSync { synced = now }
      try session.catching { () throws(HistoryError) in
        if mustSync { try session.history.sync() }
        try session.history.endEditing()
      }
    }
    try session.console.flush()
  }

  private mutating func runLine() throws(Failure) {
    if reader.lineNumber < firstLine { return }
    try reader.withLine { (text) throws(Failure) in try ScriptLine.split(text, into: &line.words) }
    if line.words.count == 0 { return }
    lines += 1
    try parser.parse(&line)
    try Self.check(line, of: input)
    if !session.history.isEditing {
      try session.catching { () throws(HistoryError) in try session.history.beginEditing() }
    }
    if groupBegan == nil { groupBegan = session.history.options.disk.monotonicTime() }
    session.lineNumber = reader.lineNumber
    try session.checkExpectation(line)
    try session.run(line)
  }

  /// Throws for words that a script's line must not have.
  static func check(_ line: ParsedLine, of script: InputFile) throws(Failure) {
    if line.has(.help) || line.has(.version) {
      throw Failure(.unexpectedWord, "--help and --version are for the shell")
    }
    if line.has(.document) { throw Failure(.unexpectedWord, "a script has one document: -d goes behind paint batch") }
    if line.has(.dryRun) || line.has(.out) {
      throw Failure(.unexpectedWord, "--dry-run and --out are for a whole script: paint batch --dry-run")
    }
    if line.path(.pointsFrom) == "-", script.name == "-" {
      throw Failure(.unexpectedWord, "the script itself comes from standard input, so its points cannot")
    }
    if line.command == .new || line.command == .batch {
      let name = CommandTable.spec(line.command ?? .new).title
      throw Failure(.unexpectedWord, "\(name) cannot be used in a script")
    }
  }

  /// Whether a failure is of the document rather than of the line.
  private func isFatal(_ failure: Failure) -> Bool {
    switch failure.code {
    case .damagedDocument, .busy, .writeFailed, .defect: !session.history.isEditing
    default: false
    }
  }

  /// A line that would be wrong in the shell is a damaged script here.
  private func asScriptFailure(_ failure: Failure) -> Failure {
    guard failure.exitCode == .usage else { return failure }
    var result = failure
    result.exitCode = .damagedInput
    return result
  }

  private mutating func finish() throws(Failure) {
    let elapsed = session.history.options.disk.monotonicTime() - started
    if !isRehearsal, !isBroken {
      try session.catching { () throws(HistoryError) in
        if session.history.isEditing || session.steps > 0 {
          try session.history.beginEditing()
          try session.history.sync()
          try session.history.endEditing()
        }
      }
    }
    summarize(elapsed)
    try session.console.flush()
  }

  private func summarize(_ elapsed: Duration) {
    let current = session.history.current
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rounded = (seconds * 1_000).rounded() / 1_000
    guard session.console.isJSON else {
      var text = "\(lines) lines, \(session.steps) steps"
      if failed > 0 { text += ", \(failed) failed" }
      text += ", r\(before) to r\(current.number), \(NumberText.text(rounded)) s"
      session.console.report(text)
      return
    }
    if session.console.isQuiet { return }
    var json = JSONWriter()
    json.beginObject()
    json.field("lines", lines)
    json.field("steps", session.steps)
    json.field("failed", failed)
    json.field("before", before)
    json.field("revision", current.number)
    json.field("revisions", session.history.state.revisions)
    json.field("seconds", rounded)
    json.field("fingerprint", current.fingerprint.hex)
    json.key("cache")
    json.write(session.history.cacheStatus)
    json.endObject()
    session.printJSON(json)
  }
}
