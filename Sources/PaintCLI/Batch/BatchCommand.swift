import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// `paint batch SCRIPT`: runs the commands of a script, one per line.
struct BatchCommand {
  static let spec = CommandSpec(
    .batch, "batch", alsoCalled: ["script", "source"], operands: "SCRIPT | -", operandCount: 1...1,
    summary: "run the commands of a script, one per line",
    details: [
      "The summary also shows the tile cache: tiles in memory (resident), tiles read from packs (faults),",
      "tiles removed to stay below the bound (evicted), and the first and last revision that undo or redo",
      "can go to without reading a pack (warm). PAINT_CACHE sets the bound, 32M by default: 33554432,",
      "512K, 32M or 2G bytes of pixels, at least 64K.",
      "With --from or --size the script works in memory: nothing is written but the picture. Undo, redo,",
      "goto, groups and branches work as in a drawing. Pixels of its steps beyond PAINT_HISTORY_MEMORY,",
      "512M by default, are written to a private folder in TMPDIR, which is removed at the end.",
    ],
    options: [.check, .keepGoing, .fromLine, .single, .from, .size] + CommandSpec.readingOptions
      + CommandSpec.writingOptions + CommandSpec.pngOptions,
    optionHelp: [
      .name: "label the steps that have no name of their own; with --single the one step",
      .from: "run over this picture and keep no document; needs --out",
      .size: "begin with a blank canvas and keep no document; needs --out",
      .out: "the file for the picture made with --from or --size",
      .background: "with --size the canvas' colour (default transparent), otherwise the colour behind the picture",
      .dryRun: "run the whole script and keep nothing",
    ],
    isEdit: true,
    standalone: { (line, console) throws(Failure) in try BatchCommand(line, console: console).run() })

  private let line: ParsedLine
  private let console: Console
  private let script: FilePath
  /// The picture of `--from` or `--size`, which needs no document; nil without them.
  private let beginning: PictureRun.Beginning?
  /// How the picture of `--out` is written; nil without it.
  private let encoding: PictureEncoding?

  init(_ line: ParsedLine, console: Console) throws(Failure) {
    self.line = line
    self.console = console
    script = line.operandPath(0)
    beginning = try PictureRun.Beginning(line)
    if let output = line.path(.out) {
      encoding = try PictureEncoding(line, to: output, takesBackground: !line.has(.size))
    } else {
      encoding = nil
      try PictureEncoding.refuse(line, "there is no --out")
    }
    if beginning != nil {
      let name = OptionSpec.spec(line.has(.from) ? .from : .size).name
      guard line.has(.out) else {
        throw Failure(.missingWord, "batch --\(name) needs --out, the picture to write")
      }
      for option in [OptionID.document, .expect, .dryRun] where line.has(option) {
        throw Failure(
          .unexpectedWord, "batch --\(name) keeps no document, so --\(OptionSpec.spec(option).name) has no meaning")
      }
    } else if line.has(.out), !line.has(.dryRun) {
      throw Failure(.missingWord, "batch --out needs --from, --size or --dry-run")
    }
    if line.has(.single), line.has(.keepGoing) {
      throw Failure(.unexpectedWord, "--single keeps nothing if a line fails, so --keep-going has no meaning")
    }
    if console.isForPicture { try Session.checkPictureOutput(console) }
  }

  /// Runs the script.
  ///
  /// - Returns: `.failed` if lines failed under `--keep-going`.
  func run() throws(Failure) -> ExitCode {
    let input = try InputFile(script)
    if line.has(.check) {
      var check = try ScriptCheck(line, console: console, input: input)
      return try check.run()
    }
    if let beginning {
      return try PictureRun(line, encoding: encoding ?? .png, console: console)
        .run(input, on: beginning, to: line.path(.out) ?? "")
    }
    let session = try Session(
      line, for: line.has(.dryRun) ? .dryRun : .editingInGroups, console: console, isScript: true)
    return try session.catching {
      try session.history.beginEditing()
      session.warnOfUnconfirmed()
      console.endCommand()
      try session.checkExpectation(line)
      let before = session.history.current.number
      var run = try ScriptRun(line, session: session, input: input)
      let result = try run.run()
      if line.has(.out) { try writePreview(session, since: before) }
      return result
    }
  }

  /// Writes the box that a dry run would change.
  private func writePreview(_ session: Session, since before: Int) throws {
    let (undone, redone) = try session.history.revisions(between: before, and: session.history.current.number)
    try session.writePreview(line, (undone + redone).reduce(PixelBox.empty) { $0.union($1.bounds) }, as: encoding)
    console.endCommand(hasReceipt: false)
  }
}
