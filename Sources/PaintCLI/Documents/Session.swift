import PaintEditing
import PaintHistory
import PaintRaster
import PaintText
import SystemPackage

/// An open drawing and the other state that commands need: one for a shell command, or for all lines of a script.
final class Session {
  /// The path of the drawing, for messages.
  let path: FilePath
  let document: Document
  let console: Console
  /// Defaults for the options of strokes; the `set` lines of a script change them.
  var settings: StrokeSettings
  /// Whether this is a script: `set` then does not change the document.
  let isScript: Bool
  /// The name of edits without a name of their own.
  let label: String?
  /// Who makes the steps of lines that name nobody: `--author` of the command, or PAINT_AUTHOR; nil if that is nobody.
  let author: String?
  /// What is recorded of the step that is made now.
  var origin = StepOrigin()
  /// The number of the current script line, for receipts.
  var lineNumber: Int?
  /// The name of the script that runs, for messages.
  var scriptName: String?
  /// Whether that script comes from standard input, which then nothing else can be read from.
  var readsScriptFromStandardInput = false
  /// Whether the line that runs is a dry run in a script, of which nothing is kept.
  var isRehearsing = false
  /// How the picture was read smaller, if it was, until the script's first edit.
  var reduced: ReducedPicture?
  /// The fonts of the texts so far.
  lazy var fonts = FontLibrary()
  /// The pictures that lines of a dry run received, which the document does not get, and whether each states an
  /// orientation.
  var received: [ContentName: Bool] = [:]
  /// The patterns that were used last.
  var recentPatterns = RecentPatterns()
  /// The steps that moved the canvas, as far as lines looked at them.
  var knownMoves = KnownMoves()
  /// Whether the command may replace read-only files: `--force`.
  var forces = false

  var history: History { document.history }

  /// Opens the drawing of a line.
  init(
    _ line: ParsedLine, for access: History.Access, console: Console, at given: FilePath? = nil,
    isScript: Bool = false
  ) throws(Failure) {
    let options = try Self.options(line)
    let path: FilePath
    if let given { path = given } else { path = try DocumentLocator.path(line, on: options.disk) }
    self.path = path
    self.console = console
    self.isScript = isScript
    // In a script that is one step, the name is that of the step.
    label = isScript && !line.has(.single) ? line.text(.name) : nil
    author = StepOrigin.author(of: line)
    document = Document(try Failure.catching(path) { try History(at: path, for: access, options: options) })
    if let stored = StrokeSettings(stored: document.history.state.settings) {
      settings = stored
    } else {
      settings = StrokeSettings()
      console.warn(
        "the settings of \(path.string) are damaged or name a file, so they are ignored: paint set --reset removes them"
      )
    }
  }

  /// Continues with a document in memory, for all lines of a script.
  init(_ line: ParsedLine, inMemory document: Document, console: Console) {
    self.document = document
    self.console = console
    path = document.history.path
    isScript = true
    label = line.has(.single) ? nil : line.text(.name)
    author = StepOrigin.author(of: line)
    settings = StrokeSettings()
  }

  /// The options from the environment, which the library does not read itself.
  static func options(_ line: ParsedLine) throws(Failure) -> History.Options {
    var options = History.Options()
    options.disk = SystemDisk(temporaryItems: EndingSignals.temporaryItems)
    if let wait = try line.value(.wait, PlainValues.wait) { options.wait = wait }
    if let folder = Terminal.path(.temporaryFolder) { options.temporaryFolder = folder }
    if let size = Terminal.variable(.cache), !size.isEmpty {
      options.cacheBytes = try ByteCount.parse(size, variable: .cache)
    }
    if let size = Terminal.variable(.historyMemory), !size.isEmpty {
      options.memoryBytes = try ByteCount.parse(size, variable: .historyMemory)
    }
    return options
  }

  /// Runs `body` on the drawing, converting the libraries' errors to failures.
  func catching<R>(_ body: () throws -> R) throws(Failure) -> R { try Failure.catching(path, body) }

  /// Warns about packs that are not in the index, and about steps that were cut off because they are not whole.
  func warnOfUnconfirmed() {
    if let lost = history.lostSteps { console.warnImmediately(lost.message) }
    let packs = history.unconfirmedPacks
    guard packs > 0 else { return }
    console.warnImmediately(
      "\(NumberText.counted(packs, "pack")) that the index does not know \(packs == 1 ? "was" : "were") set aside: "
        + "paint check --recover adds their complete steps, paint forget --unconfirmed deletes them")
  }

  /// Warns about work that was postponed to a later command, after everything requested is saved.
  func warnOfPostponed() {
    guard let postponed = history.postponed else { return }
    // The steps are saved; what is not known is only whether the cleaning up was kept.
    var message = Failure(postponed, document: path).message
    if case .outcomeUnknown(let reason) = postponed { message = reason }
    console.warn("all steps are saved, but cleaning up failed: \(message)")
  }

  /// Throws `expectation_failed` unless the canvas is in the state that `--expect` names.
  func checkExpectation(_ line: ParsedLine) throws(Failure) {
    guard let expected = try line.value(.expect, ExpectedState.parse) else { return }
    let current = history.current
    switch expected {
    case .revision(let number) where number != current.number:
      throw unexpected("expected r\(number), but the canvas is at r\(current.number); nothing was done")
    case .fingerprint(let high, let low) where Fingerprint(high: high, low: low) != current.fingerprint:
      throw unexpected(
        "expected the fingerprint \(Fingerprint(high: high, low: low).hex), but the canvas has "
          + "\(current.fingerprint.hex); nothing was done")
    default: return
    }
  }

  /// The failure for a canvas that is not in the expected state, with its state in JSON.
  func unexpected(_ message: String) -> Failure {
    var failure = Failure(.expectationFailed, message)
    failure.state = Failure.State(revision: history.current.number, fingerprint: history.current.fingerprint.hex)
    return failure
  }

  /// Runs a command that works on an open drawing; a script prints its receipt immediately.
  func run(_ line: ParsedLine) throws(Failure) -> CommandResult {
    guard let id = line.command else { return CommandResult() }
    let spec = CommandTable.spec(id)
    guard let command = spec.command else {
      throw Failure(.unknownCommand, "\(spec.title) cannot be used in a script", hint: spec.scriptHint)
    }
    let context = LineContext(
      settings: settings, canvas: reduced?.fullSize ?? document.size, content: reduced?.content, isScript: isScript)
    if id != .set { reduced = nil }
    origin = spec.isEdit ? StepOrigin(line, in: self) : StepOrigin(by: line.text(.author) ?? author)
    forces = line.has(.force)
    var result: CommandResult
    do throws(Failure) {
      result = try catching { try command.init(line, in: context).run(line, in: self) }
      // A line of a script has no exit code, so a difference is a failure of the line.
      if isScript, result.differs { throw Failure(.failed, "the pictures differ") }
    } catch {
      throw isScript ? error.naming(line) : error
    }
    result.warnings = console.warnings
    if isScript { show(result) }
    console.endCommand(at: scriptName.flatMap { name in lineNumber.map { ScriptPlace(script: name, line: $0) } })
    return result
  }
}
