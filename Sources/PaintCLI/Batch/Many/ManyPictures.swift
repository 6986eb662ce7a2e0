import PaintFormats
import PaintHistory
import PaintRaster
import PaintText
import Synchronization
import SystemPackage

/// Runs a script over many pictures, one for each processor at a time.
struct ManyPictures {
  private let line: ParsedLine
  private let reading: ReadingOptions
  private let template: OutputTemplate
  private let console: Console
  private let disk: any Disk

  init(_ line: ParsedLine, to template: OutputTemplate, console: Console) throws(Failure) {
    self.line = line
    reading = try ReadingOptions(line)
    self.template = template
    self.console = console
    disk = try Session.options(line).disk
  }

  /// Whether a line means many pictures, even if it turns out to be one: a pattern, a list, placeholders, or
  /// `--skip-existing`.
  static func isMeant(_ line: ParsedLine, _ template: OutputTemplate, on disk: any Disk) -> Bool {
    if line.has(.fromList) || line.has(.skipExisting) || template.plainPath == nil { return true }
    return line.path(.from).map { FilePattern.isPattern($0, on: disk) } ?? false
  }

  /// Runs the script over each picture; one that fails does not stop the others.
  ///
  /// - Returns: `.failed` if a picture or, under `--keep-going`, a line of one failed.
  func run(_ input: InputFile) throws(Failure) -> ExitCode {
    let started = disk.monotonicTime()
    let pictures = try plan(script: input).pictures
    let script = try ScriptText(readingAll: input)
    if !line.has(.keepGoing) { try check(script) }
    let reports = PictureReports(
      running: script.name, of: pictures.count, isJSON: console.isJSON, isQuiet: console.isQuiet, clock: disk)
    let next = Atomic<Int>(0)
    let (line, reading, disk) = (line, reading, disk)
    Workers.all.divide(among: pictures.count) {
      // Fonts are for one thread.
      let fonts = FontLibrary()
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < pictures.count else { return }
        let picture = pictures[number]
        reports.add(Self.run(script, over: picture, line, reading, fonts, on: disk), number: number)
      }
    }
    let counts = try reports.finish()
    summarize(counts, disk.monotonicTime() - started)
    return counts.exitCode
  }

  /// Which pictures are read and written.
  ///
  /// Throws `no_input` if there are none, and what `PicturePlan` throws; nothing was read or written then but the list.
  func plan(script: InputFile) throws(Failure) -> PicturePlan {
    if console.isForPicture {
      throw Failure(.badValue, "--out - is for one picture, but there can be several")
    }
    let plan = try PicturePlan(inputs(script: script), to: template, on: disk) { (output) throws(Failure) in
      try PictureEncoding(self.line, to: output)
    }
    for picture in plan.pictures where InputFile.isStandardInput(picture.input) {
      throw Failure(.badValue, "standard input can only be read as the one picture of --from -")
    }
    return plan
  }

  /// The paths of the pictures: a list, the files of a pattern, or one.
  private func inputs(script: InputFile) throws(Failure) -> [FilePath] {
    if let list = line.path(.fromList) {
      if InputFile.isStandardInput(list), script.isStandardInput {
        throw Failure(.badValue, "the script and the list cannot both come from standard input")
      }
      return try PathList.read(InputFile(list))
    }
    let path = line.path(.from) ?? ""
    if InputFile.isStandardInput(path) {
      throw Failure(
        .badValue, "--from - is one picture without a name, so placeholders and --skip-existing have no meaning")
    }
    guard FilePattern.isPattern(path, on: disk) else {
      // One picture is not one of many that may fail: its absence is known before anything is done.
      guard case .some(.none) = try? disk.status(of: path) else { return [path] }
      throw Failure(.noInput, "no such file: \(path.string)")
    }
    let files = FilePattern(path).files(on: disk)
    guard !files.isEmpty else { throw Failure(.noInput, "no file matches \(Failure.quoted(path.string))") }
    return files
  }

  /// Throws `bad_script` and other errors of lines that are wrong for every picture, whatever its size.
  private func check(_ script: ScriptText) throws(Failure) {
    let input = InputFile(script)
    let firstLine = try line.value(.fromLine, NumberForm.lineNumber.whole) ?? 1
    var reader = input.lineReader()
    var parser = LineParser()
    var read = ParsedLine()
    var lines = 0
    var check = LineCheck(of: input, line, canvases: LineCheck.anyCanvas)
    do throws(Failure) {
      while try reader.advance() {
        guard reader.lineNumber >= firstLine, try reader.splitLine(into: &read.words, counting: &lines) else {
          continue
        }
        try parser.parse(&read)
        try check.check(read, number: reader.lineNumber)
      }
      try check.checkEnd()
    } catch {
      var failure = error.at("\(script.name):\(max(reader.lineNumber, 1))")
      // As in a run: a line that would be wrong in the shell is a damaged script here.
      if failure.exitCode == .usage { failure.exitCode = .damagedInput }
      throw failure
    }
    try ScriptRun.check(firstLine, isWithin: reader.lineNumber)
  }

  /// Runs the script over one picture.
  private static func run(
    _ script: ScriptText, over picture: PicturePlan.Picture, _ line: ParsedLine, _ reading: ReadingOptions,
    _ fonts: FontLibrary, on disk: any Disk
  ) -> PictureReport {
    let console = Console(collecting: PictureMessages())
    do throws(Failure) {
      let existing = try Failure.catching(picture.output) {
        try line.has(.skipExisting) ? disk.status(of: picture.output) : nil
      }
      if let existing, existing.kind != .directory {
        return PictureReport(picture: picture, result: .skipped, messages: PictureMessages())
      }
      if existing != nil { throw Failure(DiskError(.write, picture.output, errno: .isDirectory)) }
      var run = PictureRun(line, encoding: try picture.encoding.get(), console: console)
      run.fonts = fonts
      _ = try run.run(InputFile(script), on: .file(picture.input, reading), to: picture.output)
    } catch {
      console.show(error)
    }
    let messages = console.collected ?? PictureMessages()
    return PictureReport(picture: picture, result: messages.size == nil ? .failed : .written, messages: messages)
  }

  private func summarize(_ counts: PictureCounts, _ elapsed: Duration) {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rounded = (seconds * 1_000).rounded() / 1_000
    if console.isJSON {
      if !console.isQuiet { console.json.append(counts.json(seconds: rounded)) }
    } else {
      console.report(counts.text(seconds: rounded))
    }
  }
}
