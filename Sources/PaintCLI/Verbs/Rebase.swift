import PaintEditing
import PaintHistory
import SystemPackage

/// `paint rebase`: makes a part of the line again as a script says, or after another revision.
struct RebaseCommand: Command {
  static let spec = CommandSpec(
    .rebase, purpose: .history, alsoCalled: ["transplant"], operands: "[REV | FIRST..LAST]", operandCount: 0...2,
    operandKinds: [.revisions],
    summary: "edit many old steps at once, or make them again elsewhere",
    examples: {
      [
        Example("paint rebase", "print the line as a script"),
        Example("paint rebase >steps.txt", "the same, to be edited"),
        Example("paint rebase --script steps.txt", "make the line as the edited script says"),
        Example("paint rebase r3..r4 --onto r1", "make two steps again after r1, as a line of their own"),
      ]
    },
    answers: { [.amendment, .steps] },
    details: [
      "The script has a line for each step: rN and its command. Change commands, move lines, delete them,",
      "or add lines without rN. Without REV it is the whole line from the start to the end of redo. Steps",
      "are made again as by amend, and the old line stays. With --interactive the script is edited in VISUAL",
      "or EDITOR. An empty script, or an editor that fails, does nothing.",
    ],
    options: [
      .script, .interactive, .onto, .asTyped, .skipFailing, .keepBranches, .rerun, .yes, .dryRun, .out, .force,
      .expect,
    ],
    optionHelp: [.script: "make the line as the script FILE behind this says; - is standard input"],
    command: RebaseCommand.self,
    standalone: { (line, console) throws(Failure) in
      try ScriptEditor(line, console: console).run()
      return .done
    },
    access: { line in
      if line.has(.interactive) { return .none }
      return line.has(.script) || line.has(.onto) || line.has(.expect) ? .editing : .reading
    }, isForGroups: { _ in false })

  private enum Work {
    case print
    case script(FilePath)
    case onto(RevisionArgument)
  }

  private let range: RevisionRange?
  private let work: Work

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) { try self.init(line) }

  /// Reads the line, whose meaning does not depend on a canvas.
  fileprivate init(_ line: ParsedLine) throws(Failure) {
    let (words, file) = Self.parts(of: line)
    guard words.count <= 1 else {
      throw Failure(
        .unexpectedWord, "rebase: unexpected \(Failure.quoted(line.words.text(words[1])))",
        hint: "usage: \(Self.spec.usage)")
    }
    range = try words.first.map { (word) throws(Failure) in
      try RevisionRange.parseOrSingle(line.words.bytes.span.extracting(word))
    }
    let onto = try line.value(.onto, RevisionArgument.parse)
    guard [line.has(.script), line.has(.interactive), onto != nil].count(where: { $0 }) <= 1 else {
      throw Failure(
        .unexpectedWord, "rebase takes one of --script, --interactive and --onto", hint: "usage: \(Self.spec.usage)")
    }
    if let onto {
      guard range != nil else {
        throw Failure(
          .missingWord, "rebase --onto needs the steps", hint: "for example: paint rebase r3..r5 --onto r1")
      }
      work = .onto(onto)
    } else if line.has(.script) {
      guard let file else {
        throw Failure(.missingWord, "--script needs a FILE", hint: "for example: paint rebase --script steps.txt")
      }
      work = .script(FilePath(bytes: line.words.bytes[file]))
    } else {
      work = .print
    }
  }

  /// The operands without the script's file, and that file: the word behind `--script`.
  private static func parts(of line: ParsedLine) -> (words: [Word], file: Word?) {
    guard line.has(.script), let option = line.words.all.firstIndex(where: { line.words.text($0) == "--script" }),
      option + 1 < line.words.count, let place = line.operands.firstIndex(of: line.words.all[option + 1])
    else { return (line.operands, nil) }
    var words = line.operands
    let file = words.remove(at: place)
    return (words, file)
  }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult {
    let amendment = try LineAmendment(session, line)
    let steps = try steps(of: amendment, in: session)
    switch work {
    case .print:
      let text = String(decoding: try RebaseScript.text(of: steps, in: session.history), as: UTF8.self)
      if session.console.isJSON {
        var json = session.beginResult()
        json.field("script", text.split(separator: "\n").map(String.init))
        json.endObject()
        session.printJSON(json)
      } else {
        session.console.print(String(text.dropLast()))
      }
      return CommandResult()
    case .onto(let word):
      return try Self.result(try amendment.make(steps, after: try session.revision(word)), line, session)
    case .script(let path):
      let input = try InputFile(path)
      return try make(try input.allBytes(upTo: Self.longestScript), input.name, line, session)
    }
  }

  /// The most bytes of a script.
  static let longestScript = 256 << 20

  /// The steps as a script.
  func text(_ line: ParsedLine, in session: Session) throws -> [UInt8] {
    try RebaseScript.text(of: try steps(of: LineAmendment(session, line), in: session), in: session.history)
  }

  /// Makes the line as a script says.
  ///
  /// - Throws: a failure that names the line of the script, or the step that cannot be made.
  func make(_ text: [UInt8], _ name: String, _ line: ParsedLine, _ session: Session) throws -> CommandResult {
    var amendment = try LineAmendment(session, line)
    let steps = try steps(of: amendment, in: session)
    guard let items = try RebaseScript.items(in: text, of: steps, named: name) else {
      session.console.warn("the script has no steps, so nothing was changed")
      return try Self.result(nil, line, session)
    }
    try amendment.replace(steps, with: items)
    return try Self.result(try amendment.make(), line, session)
  }

  private static func result(_ made: Amendment?, _ line: ParsedLine, _ session: Session) throws -> CommandResult {
    var receipt = try session.receipt(of: session.history.current, isChanged: made != nil)
    receipt.amendment = made ?? Amendment(oldLine: session.history.state.tip)
    guard let made else { return CommandResult(receipt: receipt) }
    try session.writePreview(line, made.bounds)
    return CommandResult(receipt: receipt, text: made.text(of: nil, receipt), isStep: true)
  }

  private func steps(of amendment: LineAmendment, in session: Session) throws -> [Revision] {
    guard let range else { return amendment.line }
    let (first, last) = (try session.revisions(range.first).lowerBound, try session.revisions(range.last).upperBound)
    if case .onto = work { return try session.steps(from: first, to: last) }
    // The start is no step.
    let isStart = first == session.history.state.root
    return try amendment.steps(from: isStart ? amendment.line.first?.number ?? first : first, to: last)
  }
}

/// `paint rebase --interactive`: the drawing is not locked while the user edits.
private struct ScriptEditor {
  private let line: ParsedLine
  private let console: Console
  private let command: RebaseCommand
  private let options: History.Options

  /// The state of the drawing that the script is about.
  private struct Position: Equatable {
    let document: String
    let tip: Int

    init(_ session: Session) { (document, tip) = (session.history.state.identity, session.history.state.tip) }
  }

  init(_ line: ParsedLine, console: Console) throws(Failure) {
    self.line = line
    self.console = console
    command = try RebaseCommand(line)
    options = try Session.options(line)
  }

  func run() throws(Failure) {
    let reader = try Session(line, for: .reading, console: console)
    try reader.checkExpectation(line)
    let (before, text) = try reader.catching { (Position(reader), try command.text(line, in: reader)) }
    let edited = try reader.catching { try edit(text) }
    let session = try Session(
      line, for: line.has(.dryRun) ? .dryRun : .editing, console: console, at: reader.path)
    let result = try session.catching {
      try session.history.beginEditing()
      guard Position(session) == before else {
        console.print(String(decoding: edited, as: UTF8.self))
        throw session.unexpected(
          "\(session.path.string) was changed while its steps were edited; nothing was done, and the script is above")
      }
      let result = try command.make(edited, "the script", line, session)
      try session.history.endEditing()
      return result
    }
    session.printReceipt(result)
  }

  /// Lets the user edit a text.
  ///
  /// - Throws: `program_failed` if the editor fails.
  private func edit(_ text: [UInt8]) throws -> [UInt8] {
    let disk = options.disk
    let chosen = [EnvironmentVariable.visual, .editor].lazy.compactMap { Terminal.variable($0) }
    let editor = chosen.first { !$0.isEmpty } ?? "vi"
    let folder = try ScratchFolder(in: options.temporaryFolder, on: disk)
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path.appending("steps.txt")
    let file = try disk.open(path, .createNew)
    try disk.write(file, text.span)
    try disk.close(file)
    let signals = HeldSignals()
    defer { signals.release() }
    // As git does it: the variable can have options.
    let words = ["sh", "-c", "\(editor) \"$@\"", editor].map { Array($0.utf8) } + [path.bytes]
    var program = ChildProgram(words: words)
    program.output = 1
    guard case .exited(0) = program.run(holding: signals) else {
      throw Failure(.programFailed, "the editor \(Failure.quoted(editor)) failed; nothing was done")
    }
    return try InputFile(path).allBytes(upTo: RebaseCommand.longestScript)
  }
}

extension OptionSpec {
  static let onto = OptionSpec(
    .onto, "onto", .value("REV"), "make the steps again after this revision", forms: "Revision")
  static let interactive = OptionSpec(
    .interactive, "interactive", .flag, "edit the script in VISUAL or EDITOR", short: "i")
}
