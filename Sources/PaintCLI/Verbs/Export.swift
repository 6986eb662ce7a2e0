import PaintEditing
import PaintHistory
import PaintRaster
import SystemPackage

/// `paint export FILE.png | -`: writes the picture, or with `--each` one picture per revision.
struct ExportCommand: Command {
  static let spec = CommandSpec(
    .export, "export", alsoCalled: ["save", "write", "convert"], operands: "FILE.png | -", operandCount: 1...1,
    summary: "write the picture to a PNG file or to standard output",
    options: [.at, .region, .each], command: ExportCommand.self)

  private let at: RevisionArgument?
  private let region: BoxArgument?
  /// The value of `--each`; nil without it.
  private let each: (name: NumberedName, range: RevisionRange)?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let target = line.operandPath(0)
    at = try line.value(.at, RevisionArgument.parse)
    region = try line.value(.region, BoxArgument.parse)
    guard line.has(.each) else {
      each = nil
      if target != "-" { try Session.checkPictureName(target) }
      if target == "-", context.isScript {
        throw Failure(.badValue, "a script exports to files, not to standard output")
      }
      return
    }
    if line.has(.at) { throw Failure(.unexpectedWord, "--each names the revisions, so --at has no meaning") }
    try Session.checkPictureName(target)
    each = (try NumberedName(target), try line.value(.each, RevisionRange.parse) ?? RevisionRange())
  }

  func run(_ line: ParsedLine, in session: Session) throws {
    if let each { return try session.exportEach(each.range, to: each.name, of: line.operandPath(0), region) }
    try session.export(line.operandPath(0), session.snapshot(at), region)
  }
}

extension Session {
  fileprivate func export(_ target: FilePath, _ snapshot: Snapshot, _ box: BoxArgument?) throws {
    let region = try region(box, on: snapshot.size)
    if target == "-" {
      try Self.checkPictureOutput(console)
      try exportToOutput(snapshot, region)
      return
    }
    if isDryRun { try checkTarget(target) } else { try write(snapshot, region, to: target) }
    let size = region ?? snapshot.size.box
    if console.isJSON {
      var json = beginResult()
      json.field("file", target.string)
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
  var isDryRun: Bool { history.access == .dryRun }

  /// The verb for writing a file.
  var wrote: String { isDryRun ? "would write" : "wrote" }

  /// Ends the JSON about a written file, and prints it.
  func finishWritten(_ json: inout JSONWriter) {
    json.field("dry_run", isDryRun)
    json.key("warnings")
    json.write(console.warnings)
    json.endObject()
    if !console.isQuiet { printJSON(json) }
  }

  /// Throws the errors of writing a file that a dry run can detect: its name, and a missing folder.
  func checkTarget(_ file: FilePath) throws(Failure) {
    try Self.checkPictureName(file)
    let folder = file.removingLastComponent()
    guard !folder.isEmpty, (try? history.options.disk.status(of: folder)) == .some(nil) else { return }
    throw Failure(DiskError(.create, file, errno: .noSuchFileOrDirectory))
  }

  /// Writes a picture to standard output; a closed pipe is not an error.
  func exportToOutput(_ snapshot: Snapshot, _ region: PixelBox?) throws {
    let progress = Progress("writing the picture", console: console, clock: history.options.disk)
    if region == nil || region == snapshot.size.box {
      try document.verify(snapshot)
    }
    try writeToOutput { () throws(EditingError) in
      try document.export(snapshot, region: region, to: 1, named: "-") { progress.show($0, of: $1) }
    }
  }

  /// Writes a picture to a file whose name ends in `.png`.
  func write(_ snapshot: Snapshot, _ region: PixelBox?, to file: FilePath) throws {
    try Self.checkPictureName(file)
    let progress = Progress("writing \(file.string)", console: console, clock: history.options.disk)
    let warnings = try document.export(snapshot, region: region, to: file, on: history.options.disk) {
      progress.show($0, of: $1)
    }
    for warning in warnings { console.warn(warning) }
  }

  /// Throws `bad_value` unless the name ends in `.png`.
  static func checkPictureName(_ file: FilePath) throws(Failure) {
    guard file.extension?.lowercased() == "png" else {
      throw Failure(.badValue, "\(Failure.quoted(file.string)) does not end in .png", hint: "paint writes PNG files")
    }
  }

  /// Writes the box that a dry run changed, if `--out` was given.
  func writePreview(_ line: ParsedLine, _ bounds: PixelBox?) throws {
    guard let file = line.path(.out) else { return }
    guard line.has(.dryRun) else {
      throw Failure(.missingWord, "--out needs --dry-run", hint: "paint export writes the current picture")
    }
    guard let bounds, !bounds.isEmpty else {
      console.warn("nothing would change, so \(file.string) was not written")
      return
    }
    let snapshot = try history.snapshot(at: history.current.number)
    if file == "-" {
      try exportToOutput(snapshot, bounds)
    } else {
      try write(snapshot, bounds, to: file)
    }
  }

  /// Throws `bad_value` unless a picture can be written to standard output.
  static func checkPictureOutput(_ console: Console) throws(Failure) {
    if console.isForPicture, console.isJSON {
      throw Failure(.badValue, "--json and --out - both use standard output")
    }
    if console.isTerminal {
      throw Failure(.badValue, "a PNG cannot be written to the terminal", hint: "name a file, or use a pipe: … - | …")
    }
  }

  /// The part of `--region` that is on the canvas.
  func region(_ box: BoxArgument?, on size: CanvasSize) throws(Failure) -> PixelBox? {
    guard let box else { return nil }
    let region: PixelBox
    do throws(Failure) {
      region = try box.wholePixels(on: size).intersection(size.box)
    } catch {
      throw error.at("--region")
    }
    guard !region.isEmpty else {
      throw Failure(.badBox, "--region: the box is outside the canvas of \(size.width)x\(size.height)")
    }
    return region
  }
}
