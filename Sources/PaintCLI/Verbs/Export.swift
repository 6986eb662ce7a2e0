import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// `paint export FILE | -`: writes the picture, or with `--each` one picture per revision.
struct ExportCommand: PrintingCommand {
  static let spec = CommandSpec(
    .export, purpose: .start, alsoCalled: ["save", "write", "convert"], operands: "FILE | -",
    operandCount: 1...1,
    operandKinds: [.picture],
    summary: "write the picture to a file or to standard output",
    examples: {
      [
        Example("paint export art.png", "the current picture as a PNG"),
        Example("paint export small.jpg --quality 85", "the ending of the name decides the format"),
        Example("paint export part.png --at r3 --region 0,0,200x150", "a part of an older revision"),
        Example(
          "paint select ellipse center,200x200 -q && paint export cutout.png --masked",
          "only what is selected, on transparency"),
        Example("paint export mask.png --mask", "the selection in grey, which paint select mask.png reads again"),
      ]
    },
    answers: { [.file] },
    details: [
      CommandSpec.writingDetail,
      "A PNG has the fewest channels and bits that keep every pixel: grey, RGB, a palette or RGBA.",
      "An existing file is replaced, but keeps its permissions; a read-only one only with --force, except by root. A",
      "symbolic link is followed where the system follows it.",
      "",
      "With --masked each pixel keeps its colour, and its alpha is multiplied by how much of it is selected; a",
      "format without transparency shows the background there. Both options need a selection: paint help select.",
    ],
    options: [.at, .region, .mask, .masked, .each, .force] + CommandSpec.writingOptions + CommandSpec.pngOptions,
    optionHelp: [.background: CommandSpec.backgroundHelp],
    optionDefaults: [.background: "none", .at: "current"], command: ExportCommand.self)

  private let encoding: PictureEncoding
  private let at: RevisionArgument?
  private let region: BoxArgument?
  private let content: ExportedContent
  /// The value of `--each`; nil without it.
  private let each: (name: NumberedName, range: RevisionRange)?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let target = line.outputOperand
    try line.checkOutputOperand()
    encoding = try PictureEncoding(line, to: target)
    at = try line.value(.at, RevisionArgument.parse)
    region = try line.value(.region, BoxArgument.parse)
    if line.has(.mask), line.has(.masked) {
      throw Failure(.unexpectedWord, "--mask writes the selection, and --masked the picture, so only one is possible")
    }
    content = line.has(.mask) ? .mask : line.has(.masked) ? .cutOut : .picture
    guard line.has(.each) else {
      each = nil
      if target == "-", context.isScript {
        throw Failure(.badValue, "a script exports to files, not to standard output")
      }
      return
    }
    if content != .picture {
      throw Failure(
        .unexpectedWord, "--each writes whole pictures, so --\(content == .mask ? "mask" : "masked") has no meaning")
    }
    if line.has(.at) { throw Failure(.unexpectedWord, "--each names the revisions, so --at has no meaning") }
    each = (try NumberedName(target), try line.value(.each, RevisionRange.parse) ?? RevisionRange())
  }

  func answer(_ line: ParsedLine, in session: Session) throws {
    if let each {
      return try session.exportEach(each.range, to: each.name, of: line.outputOperand, region, as: encoding)
    }
    let snapshot = try session.snapshot(at)
    try session.checkSelection(of: snapshot, for: content)
    try session.export(line.outputOperand, snapshot, content, region, as: encoding)
  }
}

extension Session {
  fileprivate func export(
    _ target: FilePath, _ snapshot: Snapshot, _ content: ExportedContent, _ box: BoxArgument?,
    as encoding: PictureEncoding
  ) throws {
    let region = try region(box, on: snapshot.size)
    if target == "-" {
      try Self.checkPictureOutput(console)
      try exportToOutput(snapshot, showing: content, region, as: encoding)
      return
    }
    if isDryRun {
      try checkTarget(target)
    } else {
      try write(snapshot, showing: content, region, as: encoding, to: target)
    }
    let size = region ?? snapshot.size.box
    if console.isJSON {
      var json = beginResult()
      json.field("file", target)
      json.field("revision", snapshot.revision.number)
      json.field("width", size.width)
      json.field("height", size.height)
      finishWritten(&json)
    } else if !isScript || isDryRun {
      let name = Failure.oneLine(target.string)
      console.report("\(wrote) \(name), \(size.width)x\(size.height), r\(snapshot.revision.number)")
    }
  }

  /// Whether it is a dry run: nothing is kept and no file is written.
  var isDryRun: Bool { isRehearsing || history.access == .dryRun }

  /// The verb for writing a file.
  var wrote: String { isDryRun ? "would write" : "wrote" }

  /// Ends the JSON about a written file, and prints it.
  func finishWritten(_ json: inout JSONWriter) {
    json.field("dry_run", isDryRun)
    json.field("warnings", console.warnings)
    json.endObject()
    if !console.isQuiet { printJSON(json) }
  }

  /// Throws the errors of writing a file that a dry run can detect: a missing folder, or a read-only file.
  func checkTarget(_ file: FilePath) throws(Failure) {
    let disk = history.options.disk
    if !forces, try catching({ try disk.status(of: file)?.kind == .file }) {
      try catching { try disk.checkWritable(file) }
    }
    let folder = file.removingLastComponent()
    guard !folder.isEmpty, try catching({ try disk.status(of: folder) == nil }) else { return }
    throw Failure(DiskError(.create, file, errno: .noSuchFileOrDirectory))
  }

  /// Writes a picture to standard output; a closed pipe is not an error.
  func exportToOutput(
    _ snapshot: Snapshot, showing content: ExportedContent = .picture, _ region: PixelBox?, as encoding: PictureEncoding
  ) throws {
    let progress = Progress("writing the picture", console: console, clock: history.options.disk)
    if content == .picture, region == nil || region == snapshot.size.box {
      try document.verify(snapshot)
    }
    var warnings: [String] = []
    try writeToOutput { () throws(EditingError) in
      warnings = try document.export(
        snapshot, showing: content, region: region, as: encoding, to: 1, named: "standard output"
      ) {
        progress.show($0, of: $1)
      }
    }
    for warning in warnings { console.warn(warning) }
  }

  /// Writes a picture to a file.
  func write(
    _ snapshot: Snapshot, showing content: ExportedContent = .picture, _ region: PixelBox?,
    as encoding: PictureEncoding,
    to file: FilePath
  ) throws {
    let progress = Progress("writing \(file.string)", console: console, clock: history.options.disk)
    let warnings = try document.export(
      snapshot, showing: content, region: region, as: encoding, to: file, on: history.options.disk, force: forces
    ) { progress.show($0, of: $1) }
    for warning in warnings { console.warn(warning) }
  }

  /// Writes the box that a dry run changed, if `--out` was given.
  ///
  /// - Parameter encoding: how it is written; nil for as the file's name ends.
  func writePreview(_ line: ParsedLine, _ bounds: PixelBox?, as encoding: PictureEncoding? = nil) throws {
    guard let file = line.output else { return }
    guard line.has(.dryRun) else {
      throw Failure(.missingWord, "--out needs --dry-run", hint: "paint export writes the current picture")
    }
    guard let bounds, !bounds.isEmpty else {
      console.warn("no pixel would change, so \(file.string) was not written")
      return
    }
    let chosen: PictureEncoding
    if let encoding { chosen = encoding } else { chosen = try PictureEncoding(endingOf: file) }
    let snapshot = try history.snapshot(at: history.current.number)
    if file == "-" {
      try exportToOutput(snapshot, bounds, as: chosen)
    } else {
      try write(snapshot, bounds, as: chosen, to: file)
    }
  }

  /// Throws `bad_value` unless a picture can be written to standard output.
  static func checkPictureOutput(_ console: Console) throws(Failure) {
    if console.isForPicture, console.isJSON {
      throw Failure(.badValue, "--json and --out - both use standard output")
    }
    if console.isTerminal {
      throw Failure(
        .badValue, "a picture cannot be written to the terminal", hint: "name a file, or use a pipe: … - | …")
    }
  }

  /// The part of `--region` that is on the canvas.
  func region(_ box: BoxArgument?, on size: CanvasSize) throws(Failure) -> PixelBox? {
    try box?.part(of: size)
  }
}

extension BoxArgument {
  /// The part of `--region` that is on a canvas; throws `bad_box`.
  func part(of size: CanvasSize) throws(Failure) -> PixelBox {
    let region: PixelBox
    do throws(Failure) {
      region = try wholePixels(on: size).intersection(size.box)
    } catch {
      throw error.at("--region")
    }
    guard !region.isEmpty else {
      throw Failure(.badBox, "--region: the box is outside the canvas of \(size.width)x\(size.height)")
    }
    return region
  }
}

extension OptionSpec {
  static let each = OptionSpec(
    .each, "each", .optionalValue("A..B", isValue: RevisionRange.isValue),
    "one picture per revision; %05d in the file name is its number (default start..current)", forms: "Revisions")
  static let mask = OptionSpec(
    .mask, "mask", .flag, "write the selection's mask in grey: black where nothing is selected, to white")
  static let masked = OptionSpec(
    .masked, "masked", .flag, "write the selected part of the picture; the rest is transparent")
}
