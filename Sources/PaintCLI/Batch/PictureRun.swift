import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// Runs a script over one picture and writes the result, without a document that the user sees.
struct PictureRun {
  /// The line of the batch.
  let line: ParsedLine
  /// How the picture is read.
  let reading: ReadingOptions
  /// How the result is written.
  let encoding: PictureEncoding
  let console: Console

  init(_ line: ParsedLine, reading: ReadingOptions, encoding: PictureEncoding, console: Console) {
    self.line = line
    self.reading = reading
    self.encoding = encoding
    self.console = console
  }

  /// Runs the script on a picture, in a private document that is removed at the end.
  ///
  /// - Returns: the exit code of the script.
  func run(_ input: InputFile, over picture: FilePath, to output: FilePath) throws(Failure) -> ExitCode {
    if InputFile.isStandardInput(picture), input.isStandardInput {
      throw Failure(.badValue, "the script and the picture cannot both come from standard input")
    }
    let options = try Session.options(line)
    let folder: ScratchFolder
    do {
      folder = try ScratchFolder(in: options.temporaryFolder, on: options.disk)
    } catch {
      throw Failure(error)
    }
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path.appending("picture.paint")
    var reading = reading
    reading.minimumSize = ReducedReading(aheadIn: input, of: line)?.minimumSize
    let imported = try NewCommand.create(
      path, from: picture, reading, replacing: false, options: options, console: console)
    console.endCommand(hasReceipt: false)
    let session = try Session(line, for: .editingInGroups, console: console, at: path, isScript: true)
    if imported.fullSize != imported.size { session.fullSize = imported.fullSize }
    return try session.catching {
      try session.history.beginEditing()
      var run = try ScriptRun(line, session: session, input: input)
      let result = try run.run()
      // After a failure the output would be incomplete, so an existing file is kept.
      guard result == .done || line.has(.keepGoing) else { return result }
      let snapshot = try session.history.snapshot(at: session.history.current.number)
      if output == "-" {
        try session.exportToOutput(snapshot, nil, as: encoding)
      } else {
        try session.write(snapshot, nil, as: encoding, to: output)
      }
      console.endCommand(hasReceipt: false)
      return result
    }
  }
}
