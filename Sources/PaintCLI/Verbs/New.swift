import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// `paint new art.paint`: creates a drawing, blank or from a picture.
enum NewCommand {
  static let spec = CommandSpec(
    .new, purpose: .start, alsoCalled: ["create", "init", "open"],
    operands: "FILE.paint --size WxH | --from FILE",
    operandCount: 1...1, operandKinds: [.folder], summary: "create a drawing, blank or from a picture",
    examples: {
      [
        Example("paint new art.paint --size 800x600 --background white", "a blank white canvas"),
        Example("paint new photo.paint --from photo.png", "a canvas from a picture; photo.png never changes"),
        Example("paint new art.paint --size 64x64 --replace", "start again: deletes the old drawing and its history"),
      ]
    },
    answers: { [.receipt] },
    details: [CommandSpec.formatsDetail],
    options: [.size, .background, .from] + CommandSpec.readingOptions + [.replace, .author],
    optionHelp: [.author: "who makes the drawing (default: PAINT_AUTHOR)"],
    optionDefaults: [.background: "none"],
    standalone: { (line, console) throws(Failure) in
      try run(line, console: console)
      return .done
    })

  private static func run(_ line: ParsedLine, console: Console) throws(Failure) {
    let path = line.operandPath(0)
    guard path.lastComponent != nil else { throw Failure(.badValue, "'' is not a name for a drawing") }
    if line.has(.document) {
      throw Failure(
        .unexpectedWord, "new creates the drawing of its operand; -d is for existing ones",
        hint: spec.usage)
    }
    if path.extension != "paint" {
      console.warn("\(path.string) does not end in .paint, so commands find it only with -d")
    }
    let options = try Session.options(line)
    try checkFolder(of: path, on: options.disk)
    let replaces = line.has(.replace)
    let origin = StepOrigin(creationBy: line)
    let size = try line.value(.size, PlainValues.size)
    let background = try line.value(.background, ColorArgument.parse)
    if let file = line.path(.from) {
      guard size == nil, background == nil else {
        throw Failure(
          .unexpectedWord, "--from brings its own size and background",
          hint: "leave --size and --background out")
      }
      try create(
        path, from: file, ReadingOptions(line), origin, replacing: replaces, options: options, console: console)
    } else {
      try ReadingOptions.refuse(line, "there is no --from")
      guard let size else {
        throw Failure(
          .missingWord, "new needs --size WxH or --from FILE",
          hint: "for example: paint new \(ShellQuoting.quoted(path)) --size 1920x1080")
      }
      let color = background ?? .transparent
      let command = command(for: BlankCanvas(size: size, background: color))
      _ = try Failure.catching(path) {
        try Document.create(
          at: path, size: size, background: color, author: origin.author, command: command,
          typed: origin.typed(for: command), replacing: replaces, options: options)
      }
    }
    try report(path, console: console, options: options)
  }

  /// The command that creates a drawing with a blank canvas.
  static func command(for canvas: BlankCanvas) -> String {
    "new --size \(canvas.size.width)x\(canvas.size.height) --background \(HexadecimalColor.digits(canvas.background))"
  }

  /// The command that creates a drawing from a picture file.
  static func command(for file: FilePath) -> String { "new --from \(ShellQuoting.quoted(file.string))" }

  /// Throws `cannot_create` if the folder of the drawing does not exist.
  private static func checkFolder(of path: FilePath, on disk: any Disk) throws(Failure) {
    let folder = path.removingLastComponent()
    guard !folder.isEmpty, try Failure.catching(path, { try disk.status(of: folder) == nil }) else { return }
    throw Failure(
      .cannotCreate, "cannot create \(path.string): there is no folder \(folder.string)",
      hint: "mkdir -p \(ShellQuoting.quoted(folder))")
  }

  /// Creates a drawing from a picture file, or from standard input for `-`; warns about lost content.
  private static func create(
    _ path: FilePath, from file: FilePath, _ reading: ReadingOptions, _ origin: StepOrigin, replacing: Bool,
    options: History.Options, console: Console
  ) throws(Failure) {
    let input = try PictureInput(InputFile(file), in: options.temporaryFolder, on: options.disk)
    let progress = Progress("reading \(input.name)", console: console, clock: options.disk)
    let command = command(for: file)
    let imported = try Failure.catching(path) {
      try Document.create(
        at: path, from: input.reader(reading), named: input.name,
        author: origin.author, command: command, typed: origin.typed(for: command), replacing: replacing,
        options: options
      ) { progress.show($0, of: $1) }
    }
    withExtendedLifetime(input) {}
    for warning in imported.warnings { console.warn(warning) }
  }

  private static func report(_ path: FilePath, console: Console, options: History.Options) throws(Failure) {
    let history: History
    do throws(HistoryError) {
      history = try History(at: path, for: .reading, options: options)
    } catch {
      // It is created and saved.
      guard error.isDiskFailure else { throw Failure(error, document: path) }
      console.warn("the drawing was created, but cannot be read: \(Failure(error, document: path).message)")
      return console.endCommand()
    }
    let receipt = Receipt(revision: history.current, isChanged: true)
    if console.isJSON {
      if !console.isQuiet { receipt.write(to: &console.json, warnings: console.warnings) }
    } else {
      let size = history.current.size
      console.report("r0 \(history.current.name), \(size.width)x\(size.height), \(Failure.oneLine(path.string))")
    }
    console.endCommand()
  }
}

extension OptionSpec {
  static let replace = OptionSpec(.replace, "replace", .flag, "replace an existing document")
}
