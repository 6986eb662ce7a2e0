import PaintEditing
import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Session {
  /// `paint timelapse FILE.png | -`: the history as an animated PNG.
  func timelapse(_ line: ParsedLine) throws(Failure) {
    let target = line.operandPath(0)
    let delay = try line.value(.fps, PlainValues.frameRate) ?? .tenth
    let limit = try line.value(.max, PlainValues.size)
    let first = try line.value(.from, RevisionArgument.parse) ?? .start
    let last = try line.value(.to, RevisionArgument.parse) ?? .current
    let timelapse = Timelapse(revisions: try revisions(from: first, to: last), delay: delay, limit: limit)
    let frames = ScriptRun.counted(timelapse.revisions.count, "frame")
    if target == "-" {
      if isScript { throw Failure(.badValue, "a script writes to files, not to standard output") }
      try Self.checkPictureOutput(console)
      let progress = Progress("writing \(frames)", console: console, clock: history.options.disk)
      return try writeToOutput { () throws(EditingError) in
        try document.write(timelapse, to: 1, named: "-") { progress.show($0, of: $1) }
      }
    }
    try Self.checkPictureName(target)
    if isRehearsal {
      try checkTarget(target)
      return try report(timelapse, frames, in: target)
    }
    let progress = Progress("writing \(target.string)", console: console, clock: history.options.disk)
    let warnings = try Failure.catching(path) { () throws(EditingError) in
      try document.write(timelapse, to: target, on: history.options.disk) { progress.show($0, of: $1) }
    }
    for warning in warnings { console.warn(warning) }
    try report(timelapse, frames, in: target)
  }

  private func report(_ timelapse: Timelapse, _ frames: String, in file: FilePath) throws(Failure) {
    let size = try catching { () throws(HistoryError) in try document.size(of: timelapse) }
    let (first, last) = (timelapse.revisions.first ?? 0, timelapse.revisions.last ?? 0)
    if console.isJSON {
      var json = JSONWriter()
      json.beginObject()
      if let lineNumber { json.field("line", lineNumber) }
      json.field("file", file.string)
      json.field("frames", timelapse.revisions.count)
      json.field("from", first)
      json.field("to", last)
      json.field("width", size.width)
      json.field("height", size.height)
      finishWritten(&json)
    } else if !isScript || isRehearsal {
      let name = Failure.oneLine(file.string)
      console.report("\(wrote) \(name), \(frames), \(size.width)x\(size.height), r\(first) to r\(last)")
    }
  }

  /// The numbers of the revisions from one to another, each the parent of the next.
  func revisions(from first: RevisionArgument, to last: RevisionArgument) throws(Failure) -> [Int] {
    let from = try existing(revision(first))
    let to = try existing(revision(last))
    guard let line = try catching({ () throws(HistoryError) in try history.line(from: from, to: to) }) else {
      throw Failure(
        .badValue, "r\(from) does not lead to r\(to)",
        hint: "name a revision and one that came of it: paint history --all")
    }
    return line
  }

  /// Has `body` write to standard output; a reader that has gone is no failure.
  func writeToOutput(_ body: () throws(EditingError) -> Void) throws(Failure) {
    do throws(EditingError) {
      try body()
    } catch {
      // The reader of the pipe has what it wanted.
      if case .picture(.io(let number, _), _) = error, number == Errno.brokenPipe.rawValue { return }
      throw Failure(error, document: path)
    }
  }
}

extension PlainValues {
  /// Frames a second, 0.01 to 1,000, as a frame's delay; throws `bad_value`.
  static func frameRate(_ word: Span<UInt8>) throws(Failure) -> FrameDelay {
    guard let rate = Number.value(word), let delay = FrameDelay(framesPerSecond: rate) else {
      throw .notA("a number of frames a second: 0.01 to 1000", word)
    }
    return delay
  }
}
