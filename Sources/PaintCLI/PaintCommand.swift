import PaintFormats
import PaintHistory
import PaintRaster

/// The program as a library: everything that `paint` does.
public enum PaintCommand {
  /// The version, as `paint --version` prints it.
  public static let version = "0.1.0"
  /// The version of the format of drawings.
  public static let formatVersion = History.formatVersion

  /// Runs one command line (without the program's name) and returns the exit code.
  ///
  /// Reads the environment, the current folder and the standard streams.
  public static func run(_ words: [String]) -> Int32 { run(ParsedLine(words)) }

  /// Runs the command line of this process and returns the exit code.
  public static func runProcess() -> Int32 {
    Terminal.fillStandardDescriptors()
    EndingSignals.endAtQuit()
    PictureLibrary.hideMessages()
    EndingSignals.endAtShortage()
    let code = run(ParsedLine(bytes: ProcessArguments.words()))
    if code == ExitCode.interrupted.rawValue { EndingSignals.endByInterrupt() }
    return code
  }

  private static func run(_ typed: ParsedLine) -> Int32 {
    Terminal.ignoreBrokenPipes()
    Terminal.ignoreFileSizeLimit()
    if typed.words.count == 0 {
      Console(typed).note(HelpPage.start)
      return ExitCode.usage.rawValue
    }
    var line = typed
    var parser = LineParser()
    do throws(Failure) {
      try parser.parse(&line)
    } catch {
      let reworded = Rewording.of(typed)
      if let reworded, let meant = reworded.certainLine { return perform(meant, insteadOfTyped: reworded) }
      // After a parsing error, the parsed part of the line need not contain `--json`.
      let words = typed.words.all.lazy.map(typed.words.text)
      if words.prefix(while: { $0 != "--" }).contains("--json") { line[.json] = .on }
      return fail(error.suggesting(reworded, after: "paint"), Console(line))
    }
    return perform(line)
  }

  /// Runs a parsed line and returns the exit code.
  ///
  /// If its command refuses its words, and they can only mean others, it runs those.
  ///
  /// - Parameter reworded: the words that a refused line means, if this is that line.
  private static func perform(_ line: ParsedLine, insteadOfTyped reworded: Rewording? = nil) -> Int32 {
    let console = Console(line)
    if let reworded { console.warn(reworded.note(after: "paint")) }
    if console.isJSON { EndingSignals.answerShortageInJSON() }
    do throws(Failure) {
      let code = try run(line, console)
      do throws(Failure) {
        try console.flush()
      } catch {
        throw error.butDone()
      }
      return code.rawValue
    } catch {
      console.discard()
      let meant = reworded == nil && error.isAboutWords(of: line) ? Rewording.of(line) : nil
      if let meant, error.isRefusal(of: line), let line = meant.certainLine {
        return perform(line, insteadOfTyped: meant)
      }
      return fail(error.naming(line, after: "paint").suggesting(meant, after: "paint"), console)
    }
  }

  private static func fail(_ failure: Failure, _ console: Console) -> Int32 {
    console.show(failure)
    try? console.flush()
    return failure.exitCode.rawValue
  }

  private static func run(_ line: ParsedLine, _ console: Console) throws(Failure) -> ExitCode {
    if line.has(.version) {
      if console.isJSON {
        console.json.beginObject()
        console.json.field("version", version)
        console.json.field("document_format", History.formatVersion)
        console.json.endObject()
        console.json.endLine()
      } else {
        console.print("paint \(version)")
      }
      return .done
    }
    if line.has(.help) {
      try HelpCommand.run(line, console)
      return .done
    }
    guard let command = line.command else { return .done }
    let spec = CommandTable.spec(command)
    switch spec.access(line) {
    case .reading: return try read(line, console)
    case .editing: try edit(line, console)
    case .none:
      guard let standalone = spec.standalone else { throw Failure(.defect, "\(spec.title) cannot run by itself") }
      return try standalone(line, console)
    }
    return .done
  }

  private static func read(_ line: ParsedLine, _ console: Console) throws(Failure) -> ExitCode {
    let session = try Session(line, for: .reading, console: console)
    try session.checkExpectation(line)
    do throws(Failure) {
      let result = try session.run(line)
      session.warnOfCopy()
      // Not all results have warnings in JSON.
      console.endCommand(hasReceipt: false)
      return result.differs ? .failed : .done
    } catch {
      // After a power cut the index may contain steps whose pixels never reached the disk: these are removed, and the
      // command runs again.
      guard error.code == .damagedDocument, session.history.mayHaveLostSteps else { throw error }
      console.discard()
      let repair = try Session(line, for: .editing, console: console)
      try repair.catching {
        try repair.history.beginEditing()
        repair.warnOfUnconfirmed()
        try repair.history.endEditing()
      }
      let again = try Session(line, for: .reading, console: console)
      return try again.run(line).differs ? .failed : .done
    }
  }

  /// Runs one edit as one transaction; its receipt is printed after the commit.
  private static func edit(_ line: ParsedLine, _ console: Console) throws(Failure) {
    if line.has(.out), !line.has(.dryRun) {
      throw Failure(.missingWord, "--out needs --dry-run", hint: "paint export writes the current picture")
    }
    if console.isForPicture { try Session.checkPictureOutput(console) }
    try EarlyInputs.read(for: line)
    let session = try Session(line, for: line.has(.dryRun) ? .dryRun : .editing, console: console)
    let result = try session.catching {
      try session.history.beginEditing()
      session.warnOfUnconfirmed()
      try session.checkExpectation(line)
      let result = try session.showingProgress(of: line) { try session.run(line) }
      try session.history.endEditing()
      return result
    }
    session.printReceipt(result)
  }
}
