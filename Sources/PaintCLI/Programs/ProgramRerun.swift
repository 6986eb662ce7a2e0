import PaintEditing
import PaintHistory
import PaintRaster

/// `--rerun`: whether the program of a recorded `run` is run again on another picture than before.
struct ProgramRerun {
  private let isWanted: Bool
  /// Whether nobody is asked.
  private let isConfirmed: Bool

  /// Reads the options.
  init(_ line: ParsedLine) {
    isWanted = line.has(.rerun)
    isConfirmed = line.has(.yes)
  }

  /// The program that is to make a step again; nil if no program made it, and without `--rerun`.
  ///
  /// The program is shown, and without `--yes` the user is asked on the terminal.
  ///
  /// - Throws: a failure without `--yes` if there is no terminal, and if the user does not agree.
  func program(of step: Revision, in session: Session) throws(Failure) -> PictureProgram? {
    guard isWanted, let program = try step.program else { return nil }
    let console = session.console
    let shown = "r\(step.number) \(Failure.oneLine(step.name)) was made by: \(Failure.oneLine(program.text))"
    if isConfirmed {
      if !console.isQuiet { console.note(shown) }
      return program
    }
    guard !session.isScript, Terminal.isTerminal(0), Terminal.isTerminal(2) else {
      var failure = Failure(.failed, "\(shown); without a terminal, --rerun needs --yes; nothing was done")
      failure.remedy = .yes
      throw failure
    }
    console.note(shown)
    console.note("Run this program again? [y/N]")
    guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
      throw Failure(.failed, "the program of r\(step.number) was not run again; nothing was done")
    }
    return program
  }

  /// Runs the program of a step on the current picture, and makes its result a step.
  ///
  /// - Parameters:
  ///   - origin: where the new step comes from; its words are those of the step.
  ///   - keepsUnchanged: whether it is a step even if no pixel changes.
  /// - Returns: the step; nil if no pixel changed.
  static func make(
    _ step: Revision, with program: PictureProgram, in session: Session, origin: StepOrigin, keepsUnchanged: Bool
  ) throws -> Revision? {
    let picture = try program.receive(program.run(on: session), in: session)
    var origin = origin
    origin.words = step.typed
    let former = session.origin
    session.origin = origin
    session.document.keepsUnchanged = keepsUnchanged
    defer {
      session.document.keepsUnchanged = false
      session.origin = former
    }
    return try session.importPicture(picture, named: step.name)
  }
}

extension Revision {
  /// The program that made it; nil if none did.
  ///
  /// - Throws: `damaged_document` if its words as typed are none.
  var program: PictureProgram? {
    get throws(Failure) {
      guard typed.hasPrefix("run "), let line = try typedLine(), line.command == .run else { return nil }
      return PictureProgram(line)
    }
  }

  /// Throws a failure if a program made the step: what that would make of another picture is not known.
  func checkCanRunAgain() throws(Failure) {
    guard try program != nil else { return }
    var failure = Failure(.failed, "a program made it from another picture")
    failure.remedy = .rerun
    throw failure
  }

  /// Throws a failure if a command of this step refers to a revision that is forgotten.
  ///
  /// - Parameter command: the command, with the numbers of the new line.
  func checkReferences(of command: CanonicalCommand, in history: History) throws {
    for reference in command.references {
      do {
        _ = try history.revision(reference)
      } catch HistoryError.unknownRevision {
        var failure = Failure(
          .noRevision, "it takes pixels of r\(reference), which is forgotten", hint: "leave r\(number) out, too")
        failure.revisions = [reference, number]
        throw failure
      }
    }
  }
}

extension OptionSpec {
  static let rerun = OptionSpec(
    .rerun, "rerun", .flag, "run the programs of run again where their picture is another one")
  static let yes = OptionSpec(.yes, "yes", .flag, "with --rerun: do not ask before a program runs")
}
