import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// `paint diff A [B]`: compares revisions and picture files.
struct DiffCommand: Command {
  static let spec = CommandSpec(
    .diff, purpose: .look, alsoCalled: ["compare", "cmp"], operands: "A [B]", operandCount: 1...2,
    operandKinds: [.revisionOrPicture],
    summary: "count the pixels in which two pictures differ",
    examples: {
      [
        Example("paint diff start", "what has changed since the beginning"),
        Example("paint diff before.png after.png --out changes.png", "a picture that shows where two files differ"),
        Example(
          "paint diff before.png after.png --tolerance 2 --exit-code", "for tests: exits 1 because these differ",
          exitCode: .failed),
      ]
    },
    answers: { [.comparison] },
    details: [
      "A and B are revisions or picture files; B is the current one if not given. A word with a / in it,",
      "with the ending of a picture such as .png, or with a . in it if there is such a file, is a file; - is",
      "standard input. --page is the page of each file that has several.", CommandSpec.formatsDetail,
      CommandSpec.writingDetail, CommandSpec.revisionDetail,
      "Without a tolerance, pixels are compared by their four bytes, including hidden colours under alpha 0.",
      CommandSpec.toleranceDetail, "If the sizes differ, pixels that only one picture has differ.",
      "--metric compares pictures of one size over red, green and blue, each times its alpha, so that",
      "hidden colours do not count, and over alpha if a pixel is not opaque; --tolerance does not matter.",
      "rmse is the root of the mean squared difference, from 0, equal, to 255. psnr is 20 log10(255 / rmse)",
      "in dB, inf if equal. ssim is the mean structural similarity, 1 if equal: windows of 11x11 pixels with",
      "Gaussian weights of sigma 1.5, K1 0.01, K2 0.03, only inside the picture.",
    ],
    options: [.tolerance, .metric, .out, .force, .exitCode] + CommandSpec.readingOptions + CommandSpec.writingOptions,
    optionHelp: [
      .out: "write a picture that shows where: equal pixels are pale grey, others yellow to red",
      .background: CommandSpec.backgroundHelp,
    ], optionDefaults: [.background: "none"],
    command: DiffCommand.self,
    standalone: { (line, console) throws(Failure) in
      try Failure.catching("") { try PictureDiff(line, console: console, session: nil).run() } ? .done : .failed
    }, access: { PictureWord.needDocument($0) ? .reading : .none })

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    try PictureDiff.check(line, isScript: context.isScript)
  }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult {
    CommandResult(differs: try !PictureDiff(line, console: session.console, session: session).run())
  }
}

/// `paint diff A [B]`: compares revisions and picture files, in a document or, where both are files, without any.
struct PictureDiff {
  private let line: ParsedLine
  private let console: Console
  private let session: Session?
  private let options: History.Options

  init(_ line: ParsedLine, console: Console, session: Session?) throws(Failure) {
    self.line = line
    self.console = console
    self.session = session
    if let session { options = session.history.options } else { options = try Session.options(line) }
  }

  /// Throws the errors of the words that do not depend on the pictures.
  static func check(_ line: ParsedLine, isScript: Bool) throws(Failure) {
    let words = [try PictureWord.operand(0, of: line), try PictureWord.operand(1, of: line)]
    _ = try line.value(.tolerance, NumberForm.tolerance.whole)
    _ = try line.value(.metric, PictureMetric.parse)
    _ = try ReadingOptions(line)
    let readsFile = words.contains { if case .file = $0 { true } else { false } }
    if !readsFile { try ReadingOptions.refuse(line, "both pictures are revisions") }
    try line.checkOutput()
    if let file = line.output {
      _ = try PictureEncoding(line, to: file)
    } else {
      try PictureEncoding.refuse(line, "there is no --out")
    }
    let readsStandardInput = words.contains {
      if case .file(let path) = $0 { InputFile.isStandardInput(path) } else { false }
    }
    if isScript, readsStandardInput || line.output == "-" {
      throw Failure(.badValue, "a script compares files, not the standard streams")
    }
    if words == [.file("-"), .file("-")] {
      throw Failure(.badValue, "the two pictures cannot both come from standard input")
    }
  }

  /// Compares and prints; false if the pictures differ and `--exit-code` was given.
  func run() throws -> Bool {
    try Self.check(line, isScript: session?.isScript ?? false)
    let tolerance = try line.chosen(.tolerance, NumberForm.tolerance.whole)
    let metric = try line.value(.metric, PictureMetric.parse)
    if console.isForPicture { try Session.checkPictureOutput(console) }
    let reading = try ReadingOptions(line)
    let first = try DiffSide(PictureWord.operand(0, of: line), reading, in: session, options)
    let second = try DiffSide(PictureWord.operand(1, of: line), reading, in: session, options)
    if metric != nil, first.rows.size != second.rows.size {
      throw Failure(
        .badValue, "--metric compares pictures of one size; \(Self.sizes(first, second))",
        hint: "without --metric, diff compares the pixels that both have")
    }
    var encoding: PictureEncoding?
    if let out = line.output { encoding = try PictureEncoding(line, to: out) }
    let progress = Progress("comparing", console: console, clock: options.disk)
    let compared: ComparedPictures
    do {
      compared = try compare(first, second, tolerance: tolerance, metric, as: encoding, progress)
    } catch {
      // The reader of the pipe has closed it; there is no complete result.
      if line.output == "-", case .picture(.io(let number, _), _) = error,
        number == Errno.brokenPipe.rawValue
      {
        return true
      }
      throw error
    }
    progress.clear()
    for warning in compared.warnings { console.warn(warning) }
    if let out = line.output, let session, session.isDryRun { try session.checkTarget(out) }
    show(first, second, compared, metric)
    if session == nil { console.endCommand() }
    return compared.difference.isEmpty || !line.has(.exitCode)
  }

  private func compare(
    _ first: DiffSide, _ second: DiffSide, tolerance: Int, _ metric: PictureMetric?, as encoding: PictureEncoding?,
    _ progress: Progress
  ) throws(EditingError) -> ComparedPictures {
    guard let encoding, let out = line.output, session?.isDryRun != true else {
      return try PictureComparison.compare(first.rows, second.rows, tolerance: tolerance, metric: metric) {
        progress.show($0, of: $1)
      }
    }
    if out == "-" {
      return try PictureComparison.map(
        first.rows, second.rows, tolerance: tolerance, metric: metric, as: encoding, to: 1, named: "standard output"
      ) {
        progress.show($0, of: $1)
      }
    }
    return try PictureComparison.map(
      first.rows, second.rows, tolerance: tolerance, metric: metric, as: encoding, to: out, on: options.disk,
      force: line.has(.force)
    ) {
      progress.show($0, of: $1)
    }
  }

  /// `a.png is 5x5, r3 is 6x5`.
  private static func sizes(_ first: DiffSide, _ second: DiffSide) -> String {
    let (one, other) = (first.rows.size, second.rows.size)
    return "\(first.name) is \(one.width)x\(one.height), \(second.name) is \(other.width)x\(other.height)"
  }

  private func show(_ first: DiffSide, _ second: DiffSide, _ compared: ComparedPictures, _ metric: PictureMetric?) {
    let difference = compared.difference
    let isSameSize = first.rows.size == second.rows.size
    if console.isJSON {
      var json = JSONWriter()
      json.beginObject()
      session?.writePlace(to: &json)
      json.key("a")
      first.write(to: &json)
      json.key("b")
      second.write(to: &json)
      json.field("same_size", isSameSize)
      json.field("equal", difference.isEmpty)
      json.field("pixels", difference.count)
      json.field("bounds", difference.bounds)
      json.field("largest", difference.largest)
      json.field("tolerance", difference.tolerance)
      if let metric {
        json.field("metric", metric.rawValue)
        // An infinite value is null.
        json.field("value", compared.metric)
      }
      json.field("warnings", console.warnings)
      if let unwritten {
        json.field("file", unwritten)
        json.field("dry_run", true)
      }
      json.endObject()
      json.endLine()
      console.json.append(json)
      return
    }
    if !isSameSize {
      console.print("\(Self.sizes(first, second)); pixels that only one of them has differ")
    }
    let box = difference.bounds
    if !difference.isEmpty {
      // Pixels that only one picture has, and hidden colours, differ by nothing that could be measured.
      let most = difference.largest > 0 ? ", by up to \(difference.largest)" : ""
      console.print("\(difference.count) px differ in \(box.x),\(box.y),\(box.width)x\(box.height)\(most)")
    } else if difference.largest > 0 {
      console.print(
        "no pixel differs by more than \(difference.tolerance); the largest difference is \(difference.largest)")
    } else {
      console.print("no pixel differs")
    }
    if let metric, let value = compared.metric { console.print(metric.sentence(value)) }
    if let unwritten {
      let (one, other) = (first.rows.size, second.rows.size)
      let size = "\(max(one.width, other.width))x\(max(one.height, other.height))"
      console.report("would write \(Failure.oneLine(unwritten.string)), \(size)")
    }
  }

  /// The map that a dry run does not write; nil if there is none.
  private var unwritten: FilePath? { session?.isDryRun == true ? line.output : nil }
}

extension OptionSpec {
  static let metric = OptionSpec(
    .metric, "metric", .value("M"), "also print how similar the pictures are:",
    names: { PictureMetric.self })
  static let exitCode = OptionSpec(.exitCode, "exit-code", .flag, "exit 1 when the pictures differ")
}
