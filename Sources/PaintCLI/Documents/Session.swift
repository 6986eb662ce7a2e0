import PaintEditing
import PaintHistory
import PaintRaster
import PaintText
import SystemPackage

/// An open drawing and what else commands need; a shell command has one, a script one for all its lines.
final class Session {
  /// Where the drawing is, for messages.
  let path: FilePath
  let document: Document
  let console: Console
  /// What strokes use that they do not say themselves; in a script its `set` lines change them.
  var settings: StrokeSettings
  /// True in a script: `set` then changes nothing that lasts.
  let isScript: Bool
  /// What edits are called that have no name of their own.
  let label: String?
  /// The script's line that runs now, for receipts.
  var lineNumber: Int?
  /// How many edits and moves changed the canvas.
  var steps = 0
  /// The receipt of a command that is not committed yet; a script tells its lines' at once.
  var pendingReceipt: PendingReceipt?
  /// The fonts of the texts so far.
  lazy var fonts = FontLibrary()
  /// What a command that only looks has found, as an exit code.
  var finding = ExitCode.done

  var history: History { document.history }

  /// Opens the drawing that the line means.
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
    // A script that is one step has the name for that step.
    label = isScript && !line.has(.single) ? line.text(.name) : nil
    document = Document(try Failure.catching(path) { try History(at: path, for: access, options: options) })
    settings = StrokeSettings(stored: document.history.state.settings)
  }

  /// What surrounds the process, for the library, which does not look there itself.
  static func options(_ line: ParsedLine) throws(Failure) -> History.Options {
    var options = History.Options()
    options.disk = SystemDisk(temporaryItems: EndingSignals.temporaryItems)
    if let wait = try line.value(.wait, PlainValues.wait) { options.wait = wait }
    if let folder = Terminal.path("TMPDIR") { options.temporaryFolder = folder }
    if let size = Terminal.variable("PAINT_CACHE"), !size.isEmpty {
      options.cacheBytes = try ByteCount.parse(size, variable: "PAINT_CACHE")
    }
    return options
  }

  /// Runs `body` on the drawing, converting the libraries' errors to failures.
  func catching<R>(_ body: () throws -> R) throws(Failure) -> R { try Failure.catching(path, body) }

  /// Says that packs were found of which the index does not know.
  func warnOfUnconfirmed() {
    let packs = history.unconfirmedPacks
    guard packs > 0 else { return }
    console.warnImmediately(
      "\(ScriptRun.counted(packs, "pack")) that the index does not know \(packs == 1 ? "was" : "were") put aside: "
        + "paint check --recover adds their complete steps, paint forget --unconfirmed deletes them")
  }

  /// Says that something was left to a later command, once all that was asked for is kept.
  func warnOfPostponed() {
    guard let postponed = history.postponed else { return }
    console.warn("all steps are saved, but cleaning up failed: \(Failure(postponed, document: path).message)")
  }

  /// The number of the revision that a word means; the one place where it is looked up.
  ///
  /// Throws `no_revision` for a name that is no branch's. Whether there is a revision of that number is not looked at.
  func revision(_ argument: RevisionArgument) throws -> Int {
    switch argument {
    case .number(let number): return number
    case .start: return history.state.root
    case .current: return history.current.number
    case .latest: return history.state.tip
    case .branch(let name):
      if let number = try history.branch(name) { return number }
      throw try unknownBranch(name, "there is no revision or branch \(Failure.quoted(name))", RevisionArgument.words)
    }
  }

  /// The failure for a name that is no branch's, with the nearest one and `others` as a hint.
  func unknownBranch(_ name: String, _ message: String, _ others: [String] = []) throws -> Failure {
    let names = try history.branches().map(\.name)
    let hint = NearestName.hint(for: name, among: names + others)
    return Failure(.noRevision, message, hint: hint ?? "paint branch lists the branches, paint history the revisions")
  }

  /// The picture that `--at` means, or the current one.
  func snapshot(_ argument: RevisionArgument?) throws -> Snapshot {
    let number = try revision(argument ?? .current)
    return try history.snapshot(at: number)
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

  /// The failure for a canvas that is not in the state that was expected; tells programs which state it is in.
  func unexpected(_ message: String) -> Failure {
    var failure = Failure(.expectationFailed, message)
    failure.state = Failure.State(revision: history.current.number, fingerprint: history.current.fingerprint.hex)
    return failure
  }

  /// Runs a command that works on an open drawing.
  func run(_ line: ParsedLine) throws(Failure) {
    guard let id = line.command else { return }
    let spec = CommandTable.spec(id)
    guard let command = spec.command else {
      throw Failure(.unknownCommand, "\(spec.title) cannot be used in a script", hint: spec.scriptHint)
    }
    let context = LineContext(settings: settings, canvas: document.size, isScript: isScript)
    try catching { try command.init(line, in: context).run(line, in: self) }
    console.endCommand()
  }
}
