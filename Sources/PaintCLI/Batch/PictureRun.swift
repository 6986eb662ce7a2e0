import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import PaintText
import SystemPackage

/// Runs a script over one picture and writes the result.
///
/// The document of the script is in memory and ends with the run: nothing is written to disk but the result, unless the
/// script's history does not fit in memory.
struct PictureRun {
  /// The picture with which the script begins.
  enum Beginning {
    /// A picture file, which is read with these options.
    case file(FilePath, ReadingOptions)
    /// A blank canvas.
    case blank(BlankCanvas)
  }

  /// The line of the batch.
  let line: ParsedLine
  /// How the result is written.
  let encoding: PictureEncoding
  let console: Console
  /// The fonts that were found for other pictures; nil to find them anew.
  var fonts: FontLibrary?

  init(_ line: ParsedLine, encoding: PictureEncoding, console: Console) {
    self.line = line
    self.encoding = encoding
    self.console = console
  }

  /// Runs the script on a picture and writes the result, except after a failure without `--keep-going`.
  ///
  /// - Returns: the exit code of the script.
  func run(_ input: InputFile, on beginning: Beginning, to output: FilePath) throws(Failure) -> ExitCode {
    if case .file(let picture, _) = beginning, InputFile.isStandardInput(picture), input.isStandardInput {
      throw Failure(.badValue, "the script and the picture cannot both come from standard input")
    }
    // Before the script is read any further: its length is only known then.
    let (keepsPast, script) = ScriptPast.isNeeded(by: input, of: line)
    let (reduced, input) = ReducedReading.ahead(in: script, of: line)
    let (document, picture) = try document(beginning, reduced, keepsPast: keepsPast)
    document.keepsPast = keepsPast
    console.endPart()
    let session = Session(line, inMemory: document, console: console)
    session.reduced = picture
    if let fonts { session.fonts = fonts }
    return try session.catching {
      try session.history.beginEditing()
      var run = try ScriptRun(line, session: session, input: input)
      return try run.run { (result) in
        // Ctrl-C during the last line; from now on it ends the process.
        if result != .interrupted, EndingSignals.isInterrupted {
          throw Failure(.interrupted, "interrupted; no picture was written")
        }
        // After a failure the output would be incomplete, so an existing file is kept.
        guard result == .done || line.has(.keepGoing) && result != .interrupted else { return false }
        try write(session, to: output)
        return true
      }
    }
  }

  /// Writes the picture that the script made.
  private func write(_ session: Session, to output: FilePath) throws {
    let snapshot = try session.history.snapshot(at: session.history.current.number)
    if output == "-" { return try session.exportToOutput(snapshot, nil, as: encoding) }
    try session.history.options.disk.createFolders(output.removingLastComponent())
    session.forces = line.has(.force)
    try session.write(snapshot, nil, as: encoding, to: output)
    console.collectSize(snapshot.size)
  }

  /// The document with which a script begins, and how its picture was read smaller, if it was; warns about content of a
  /// picture that could not be read.
  ///
  /// - Parameter keepsPast: whether a picture before the current one may be shown or used again.
  private func document(
    _ beginning: Beginning, _ reduced: ReducedReading?, keepsPast: Bool
  ) throws(Failure) -> (Document, ReducedPicture?) {
    let options = try Session.options(line)
    switch beginning {
    case .blank(let canvas):
      return try Failure.catching("") {
        let document = try Document.inMemory(
          size: canvas.size, background: canvas.background, command: NewCommand.command(for: canvas), named: "new",
          options: options)
        return (document, nil)
      }
    case .file(let file, var reading):
      reading.minimumSize = reduced?.minimumSize
      let input = try PictureInput(
        InputFile(file), in: options.temporaryFolder, on: options.disk, inMemory: true)
      let progress = Progress("reading \(input.name)", console: console, clock: options.disk)
      return try Failure.catching(file) {
        let reader = try input.reader(reading)
        let document = try Document.inMemory(
          from: reader, named: input.name, command: NewCommand.command(for: file), options: options,
          expecting: reduced?.edit(of: reader.fullSize, content: reader.content), keepingPicture: keepsPast
        ) { progress.show($0, of: $1) }
        for warning in reader.warnings { console.warn(warning) }
        let isReduced = reader.fullSize != reader.size
        return (document, isReduced ? ReducedPicture(fullSize: reader.fullSize, content: reader.content) : nil)
      }
    }
  }
}
