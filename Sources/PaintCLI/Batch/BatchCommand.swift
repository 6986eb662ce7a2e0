import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// `paint batch SCRIPT`: runs the commands of a script, one per line.
struct BatchCommand {
  static let spec = CommandSpec(
    .batch, purpose: .scripts, alsoCalled: ["script", "source"], operands: "SCRIPT | - | -e LINE …",
    operandCount: 0...1,
    operandKinds: [.file],
    summary: "run the commands of a script, one per line",
    examples: {
      [
        Example("paint batch marks.txt", "run a script: each of its edits is one step of the history"),
        Example("paint batch marks.txt --check", "only look for mistakes"),
        Example("paint batch frame.txt --from photo.png --out framed.png", "a picture in, a picture out, no drawing"),
        Example(
          "paint batch -e 'resize 50%' -e 'text bottom Cat' --from photo.png --out small.png", "lines without a file"),
        Example("paint batch frame.txt --from 'photos/*.png' --out 'framed/{name}'", "the same for many pictures"),
      ]
    },
    answers: { [.summary, .onePicture, .manyPictures, .checkedScript, .skippedLine] },
    details: [
      "The lines have the same words as in the shell, without paint. paint help scripts describes them.",
      "",
      "With --from or --size the script works in memory: nothing is written but the picture. Undo, redo,",
      "goto, groups and branches work as in a drawing. Pixels of its steps beyond PAINT_HISTORY_MEMORY,",
      "512M by default for each picture, are written to a private folder in TMPDIR, removed at the end.",
      "",
      "--from 'in/*.jpg', in quotes, is every picture that matches: * is any characters of a name, ? one,",
      "[a-z] one of a set, and ** in place of a name any folders. A file with exactly that name is not a",
      "pattern. In --out, {name} is the name of the picture, {stem} the name without its ending, {dir} its",
      "folder and {index} its number; {{ is a brace. One picture for each processor is worked on at the same",
      "time. One that fails does not stop the others. Missing folders of outputs are created. An output may",
      "be its own input, but not that of another picture.",
      "",
      "The summary also shows the tile cache: tiles in memory (resident), tiles read from packs (faults),",
      "tiles removed to stay below the bound (evicted), and the first and last revision that undo or redo",
      "can go to without reading a pack (warm). PAINT_CACHE sets the bound, 32M by default: 33554432,",
      "512K, 32M or 2G bytes of pixels, at least 64K.",
    ],
    options: [.edit, .check, .keepGoing, .fromLine, .single, .from, .fromList, .skipExisting, .size]
      + CommandSpec.readingOptions + CommandSpec.writingOptions + CommandSpec.pngOptions,
    optionHelp: [
      .name: "label the steps that have no name of their own; with --single the one step",
      .author: "who makes the steps of lines without an author of their own (default: PAINT_AUTHOR)",
      .from: "run over this picture, or over those of a pattern, and keep no document; needs --out",
      .size: "begin with a blank canvas and keep no document; needs --out",
      .out: "the file for the picture made with --from, --from-list or --size; the first two have placeholders",
      .background: "with --size the canvas' colour (default transparent), otherwise the colour behind the picture",
      .dryRun: "run the whole script and keep nothing",
    ],
    isEdit: true,
    standalone: { (line, console) throws(Failure) in try BatchCommand(line, console: console).run() })

  private let line: ParsedLine
  private let console: Console
  /// The picture of `--from` or `--size`, which needs no document; nil without them.
  private let beginning: PictureRun.Beginning?
  /// The value of `--out`, if there can be several pictures.
  private let template: OutputTemplate?
  /// How the picture of `--out` is written; nil without it, and if it has placeholders.
  private let encoding: PictureEncoding?

  init(_ line: ParsedLine, console: Console) throws(Failure) {
    self.line = line
    self.console = console
    if line.operands.isEmpty, !line.has(.edit) {
      throw Failure(.missingWord, "batch needs \(Self.spec.operands)", hint: "usage: \(Self.spec.usage)")
    }
    if let script = line.operandText(0), line.has(.edit) {
      throw Failure(.unexpectedWord, "--edit is instead of a script, so \(Failure.quoted(script)) has no meaning")
    }
    let source = [OptionID.from, .fromList, .size].first { line.has($0) }
    beginning = line.has(.fromList) ? nil : try PictureRun.Beginning(line)
    try line.checkOutput()
    if let output = line.output {
      template = source == .from || source == .fromList ? try OutputTemplate(output) : nil
      let path = template.map(\.plainPath) ?? output
      encoding = try path.map { (path) throws(Failure) in
        try PictureEncoding(line, to: path, takesBackground: source != .size)
      }
    } else {
      (template, encoding) = (nil, nil)
      try PictureEncoding.refuse(line, "there is no --out")
    }
    if let source {
      try Self.check(line, from: source)
    } else if line.has(.out), !line.has(.dryRun) {
      throw Failure(.missingWord, "batch --out needs --from, --from-list, --size or --dry-run")
    }
    if line.has(.skipExisting), source == nil || source == .size {
      throw Failure(.unexpectedWord, "there is no --from, so --skip-existing has no meaning")
    }
    if line.has(.single), line.has(.keepGoing) {
      throw Failure(.unexpectedWord, "--single keeps nothing if a line fails, so --keep-going has no meaning")
    }
    if console.isForPicture { try Session.checkPictureOutput(console) }
  }

  /// Throws unless the other options make sense with the option that names the picture or pictures.
  private static func check(_ line: ParsedLine, from source: OptionID) throws(Failure) {
    let name = "batch --\(OptionSpec.spec(source).name)"
    for option in [OptionID.from, .size] where line.has(.fromList) && line.has(option) {
      throw Failure(
        .unexpectedWord, "--from-list names the pictures, so --\(OptionSpec.spec(option).name) has no meaning")
    }
    guard line.has(.out) else { throw Failure(.missingWord, "\(name) needs --out, the picture to write") }
    for option in [OptionID.document, .expect, .dryRun] where line.has(option) {
      throw Failure(.unexpectedWord, "\(name) keeps no document, so --\(OptionSpec.spec(option).name) has no meaning")
    }
  }

  /// Runs the script.
  ///
  /// - Returns: `.failed` if lines failed under `--keep-going`.
  func run() throws(Failure) -> ExitCode {
    let input =
      try line.has(.edit)
      ? InputFile(ScriptText(linesOf: line), isShared: false) : InputFile(line.operandPath(0))
    if line.has(.check) {
      if let template, ManyPictures.isMeant(line, template, on: try Session.options(line).disk) {
        _ = try ManyPictures(line, to: template, console: console).plan(script: input)
      }
      var check = try ScriptCheck(line, console: console, input: input)
      return try check.run()
    }
    if let template, ManyPictures.isMeant(line, template, on: try Session.options(line).disk) {
      return try ManyPictures(line, to: template, console: console).run(input)
    }
    if let beginning {
      return try PictureRun(line, encoding: encoding ?? .png, console: console)
        .run(input, on: beginning, to: template?.plainPath ?? line.output ?? "")
    }
    let session = try Session(
      line, for: line.has(.dryRun) ? .dryRun : .editingInGroups, console: console, isScript: true)
    return try session.catching {
      try session.history.beginEditing()
      session.warnOfUnconfirmed()
      console.endPart()
      try session.checkExpectation(line)
      let before = session.history.current.number
      var run = try ScriptRun(line, session: session, input: input)
      let result = try run.run { _ in
        guard line.has(.out) else { return false }
        try writePreview(session, since: before)
        return true
      }
      // After Ctrl-C during the last line everything is done, but a shell's loop must end.
      return result == .done && EndingSignals.isInterrupted ? .interrupted : result
    }
  }

  /// Writes the box that a dry run would change.
  private func writePreview(_ session: Session, since before: Int) throws {
    session.forces = line.has(.force)
    let (undone, redone) = try session.history.revisions(between: before, and: session.history.current.number)
    try session.writePreview(line, (undone + redone).reduce(PixelBox.empty) { $0.union($1.bounds) }, as: encoding)
  }
}

extension OptionSpec {
  static let fromList = OptionSpec(
    .fromList, "from-list", .value("FILE"),
    "run over the pictures whose paths are in this file, one a line; - is standard input", isOnce: true,
    forms: "File")
  static let skipExisting = OptionSpec(.skipExisting, "skip-existing", .flag, "skip pictures whose output exists")
  static let edit = OptionSpec(
    .edit, "edit", .value("LINE"), "run this line instead of a script; for each line once", short: "e", forms: "Line")
  static let check = OptionSpec(.check, "check", .flag, "only check every line")
  static let keepGoing = OptionSpec(.keepGoing, "keep-going", .flag, "continue after a bad line, and exit 1 at the end")
  static let fromLine = OptionSpec(
    .fromLine, "from-line", .value("N"), "begin with this line of the script", forms: "Line number", number: .lineNumber
  )
  static let single = OptionSpec(.single, "single", .flag, "make the whole script one step, or nothing if a line fails")
}
