import PaintEditing
import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

/// `paint timelapse FILE.png | -`: the history as an animated PNG.
struct TimelapseCommand: PrintingCommand {
  static let spec = CommandSpec(
    .timelapse, purpose: .look, alsoCalled: ["animate", "replay", "movie", "video"],
    operands: "FILE.png | -",
    operandCount: 1...1,
    operandKinds: [.picture], summary: "write the history as an animated PNG, a frame per revision",
    examples: {
      [
        Example("paint timelapse film.png", "an animated PNG of all steps, for web browsers"),
        Example("paint timelapse fast.png --fps 25 --max 320x240 --from r2", "faster, smaller, and not from the start"),
      ]
    },
    answers: { [.animation] },
    details: [
      "A frame contains only the box that its revision changed. If scaled down, a pixel is the average of",
      "the area that it covers, with colours weighted by their alpha.",
    ], options: [.fps, .max, .from, .to, .force],
    optionHelp: [.from: "the first revision", .to: "the last revision"], optionValues: [.from: "REV"],
    optionDefaults: [.from: "start", .to: "current"], command: TimelapseCommand.self)

  private let delay: FrameDelay
  private let limit: CanvasSize?
  private let first: RevisionArgument
  private let last: RevisionArgument

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let target = line.outputOperand
    try line.checkOutputOperand()
    delay = try line.chosen(.fps, PlainValues.frameRate)
    limit = try line.value(.max, PlainValues.size)
    first = try line.chosen(.from, RevisionArgument.parse)
    last = try line.chosen(.to, RevisionArgument.parse)
    if target != "-" {
      try Self.checkName(target)
    } else if context.isScript {
      throw Failure(.badValue, "a script writes to files, not to standard output")
    }
  }

  /// Throws `bad_value` unless the name ends in `.png`.
  private static func checkName(_ file: FilePath) throws(Failure) {
    guard file.extension?.lowercased() == "png" else {
      throw Failure(
        .badValue, "\(Failure.quoted(file.string)) does not end in .png",
        hint: "an animation is written as a PNG; paint export --each writes single pictures of any format")
    }
  }

  func answer(_ line: ParsedLine, in session: Session) throws {
    let revisions = try session.revisions(from: first, to: last)
    try session.write(Timelapse(revisions: revisions, delay: delay, limit: limit), to: line.outputOperand)
  }
}

extension Session {
  fileprivate func write(_ timelapse: Timelapse, to target: FilePath) throws {
    let frames = NumberText.counted(timelapse.revisions.count, "frame")
    if target == "-" {
      try Self.checkPictureOutput(console)
      let progress = Progress("writing \(frames)", console: console, clock: history.options.disk)
      return try writeToOutput { () throws(EditingError) in
        try document.write(timelapse, to: 1, named: "standard output") { progress.show($0, of: $1) }
      }
    }
    if isDryRun {
      try checkTarget(target)
      return try report(timelapse, frames, in: target)
    }
    let progress = Progress("writing \(target.string)", console: console, clock: history.options.disk)
    let warnings = try document.write(timelapse, to: target, on: history.options.disk, force: forces) {
      progress.show($0, of: $1)
    }
    for warning in warnings { console.warn(warning) }
    try report(timelapse, frames, in: target)
  }

  private func report(_ timelapse: Timelapse, _ frames: String, in file: FilePath) throws {
    let size = try document.size(of: timelapse)
    let (first, last) = (timelapse.revisions.first ?? 0, timelapse.revisions.last ?? 0)
    if console.isJSON {
      var json = beginResult()
      json.field("file", file)
      json.field("frames", timelapse.revisions.count)
      json.field("from", first)
      json.field("to", last)
      json.field("width", size.width)
      json.field("height", size.height)
      finishWritten(&json)
    } else if !isScript || isDryRun {
      let name = Failure.oneLine(file.string)
      console.report("\(wrote) \(name), \(frames), \(size.width)x\(size.height), r\(first) to r\(last)")
    }
  }

  /// The numbers of the revisions from one to another, each the parent of the next.
  func revisions(from first: RevisionArgument, to last: RevisionArgument) throws -> [Int] {
    let from = try existing(revision(first))
    let to = try existing(revision(last))
    guard let line = try history.line(from: from, to: to) else {
      throw Failure(
        .badValue, "r\(from) does not lead to r\(to)",
        hint: "name a revision and one of its descendants: paint history --all")
    }
    return line
  }

  /// Lets `body` write to standard output; a closed pipe is not an error.
  func writeToOutput(_ body: () throws(EditingError) -> Void) throws(EditingError) {
    do {
      try body()
    } catch {
      // The reader of the pipe has closed it.
      if case .picture(.io(let number, _), _) = error, number == Errno.brokenPipe.rawValue { return }
      throw error
    }
  }
}

extension PlainValues {
  /// Frames per second, 0.01 to 1,000, as a frame's delay; throws `bad_value`.
  static func frameRate(_ word: Span<UInt8>) throws(Failure) -> FrameDelay {
    let rate = try NumberForm.frameRate.value(word)
    guard let delay = FrameDelay(framesPerSecond: rate) else { throw .notA("a frame rate", word) }
    return delay
  }
}

extension OptionSpec {
  static let fps = OptionSpec(
    .fps, "fps", .value("N"), "frames per second, 0.01 to 1000", number: .frameRate, default: "10")
  static let max = OptionSpec(
    .max, "max", .value("WxH"), "scale larger pictures down to fit into this size", forms: "Canvas size")
}
