import PaintEditing
import PaintHistory
import SystemPackage

/// `paint run -- COMMAND {}`: lets another program change the picture, and imports the result as one step.
///
/// The drawing is not locked while the program runs, because the program may use paint. If the drawing was moved or
/// changed meanwhile, by that program or any other command, the result would undo that, so it is not imported.
struct RunCommand {
  static let spec = CommandSpec(
    .run, purpose: .pixels, alsoCalled: ["pipe", "exec"], operands: "-- COMMAND {} …",
    operandCount: CommandSpec.anyNumber,
    operandKinds: [.program, .file],
    summary: "let another program change the picture, as one step",
    examples: {
      [
        Example("paint run -- ./sharpen.sh {}", "a program of your own changes the file that {} stands for"),
        Example("paint run --name Retouched -- cp edited.png {}", "a label for the step in the history"),
      ]
    },
    details: [
      "{} becomes the name of a PNG file with the picture, which the program changes in place; without",
      "{} the name is the last word. Nothing is done if the program fails or the size changes. The program may",
      "use paint on the same drawing; if that changes the current revision, the result is not imported.",
    ], optionHelp: [.name: "the step's label in the history (default: the command)"], isEdit: true,
    standalone: { (line, console) throws(Failure) in
      try RunCommand(line, console: console).run()
      return .done
    }, scriptHint: "run the program first, and import its picture")

  private let line: ParsedLine
  private let console: Console
  private let program: PictureProgram

  /// The document and revision of the exported picture; the result is only imported there.
  private struct Position: Equatable {
    var document: String
    var revision: Int

    init(_ session: Session) {
      document = session.history.state.identity
      revision = session.history.current.number
    }
  }

  init(_ line: ParsedLine, console: Console) throws(Failure) {
    guard !line.operands.isEmpty else {
      throw Failure(
        .missingWord, "run needs a command", hint: "for example: paint run -- mogrify -negate {}")
    }
    if line.has(.out), !line.has(.dryRun) {
      throw Failure(.missingWord, "--out needs --dry-run", hint: "paint export writes the current picture")
    }
    if console.isForPicture { try Session.checkPictureOutput(console) }
    self.line = line
    self.console = console
    program = PictureProgram(line)
  }

  /// Runs the program, then imports its result in one transaction.
  func run() throws(Failure) {
    let (path, before, result) = try runProgram()
    let session = try Session(
      line, for: line.has(.dryRun) ? .dryRun : .editing, console: console, at: path)
    let imported = try session.catching { try importResult(result, of: session, expecting: before) }
    session.printReceipt(imported)
  }

  private func importResult(
    _ result: OpenFile, of session: Session, expecting before: Position
  ) throws -> CommandResult {
    try session.history.beginEditing()
    let now = Position(session)
    guard now == before else {
      let isSame = now.document == before.document
      let change = isSame ? "is at r\(now.revision) now, not at r\(before.revision)" : "was replaced by another one"
      throw session.unexpected(
        "\(session.path.string) \(change); the result of \(program.title) was not imported")
    }
    let picture = try program.receive(result, in: session)
    session.origin = StepOrigin(line, in: session)
    var result = try session.result(line, ofEdit: session.importPicture(picture, named: name), named: name)
    result.warnings = console.warnings
    console.endCommand()
    try session.history.endEditing()
    return result
  }

  /// Exports the picture, runs the program and opens its result, whose name is already removed.
  private func runProgram() throws(Failure) -> (FilePath, Position, OpenFile) {
    let session = try Session(line, for: .reading, console: console)
    try session.checkExpectation(line)
    let result = try session.catching {
      do {
        return try program.run(on: session)
      } catch var failure as Failure where failure.code == .programFailed {
        failure.message += "; nothing was done"
        throw failure
      }
    }
    return (session.path, Position(session), result)
  }

  /// The name of the step: `--name`, or the command as typed, shortened if it is too long.
  private var name: String {
    if let name = line.text(.name) { return name }
    let text = NameArgument.oneLine(line.operands.map { line.words.text($0) }.joined(separator: " "))
    guard text.unicodeScalars.count > 80 else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(79))) + "…"
  }
}
