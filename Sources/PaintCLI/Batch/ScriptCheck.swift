import PaintRaster

/// `paint batch --check`: reads every line of a script as a run would, and runs none.
struct ScriptCheck: ~Copyable {
  private let console: Console
  private let input: InputFile
  private let keepsGoing: Bool
  private let firstLine: Int
  private var reader: LineReader
  private var parser = LineParser()
  private var line = ParsedLine()
  private var lines = 0
  private var failed = 0
  /// The exit code of the first failure.
  private var result = ExitCode.done
  private var check: LineCheck

  /// Creates a check of a script; percentages are resolved on the canvas of `--size` or the drawing.
  init(_ command: ParsedLine, console: Console, input: InputFile) throws(Failure) {
    let firstLine = try command.value(.fromLine, NumberForm.lineNumber.whole) ?? 1
    let blank = try command.value(.size, PlainValues.size)
    let hasDrawing = blank == nil && !command.has(.from) && !command.has(.fromList)
    let session = hasDrawing ? try? Session(command, for: .reading, console: console) : nil
    let largest = CanvasSize(width: CanvasSize.maximumSide, height: CanvasSize.maximumSide)
    guard let canvas = blank ?? session?.document.size ?? largest else {
      throw Failure(.defect, "no canvas has that size")
    }
    self.console = console
    self.input = input
    self.firstLine = firstLine
    keepsGoing = command.has(.keepGoing)
    check = LineCheck(of: input, command, canvases: [canvas], settings: session?.settings ?? StrokeSettings())
    reader = input.lineReader()
  }

  /// Checks all lines and shows what is wrong with each.
  ///
  /// - Returns: the exit code of the first bad line, or `.failed` for bad lines with `--keep-going`.
  mutating func run() throws(Failure) -> ExitCode {
    while true {
      do throws(Failure) {
        guard try reader.advance() else { break }
      } catch {
        show(error)
        return result
      }
      do throws(Failure) { try checkLine() } catch { show(error) }
    }
    try ScriptRun.check(firstLine, isWithin: reader.lineNumber)
    do throws(Failure) { try check.checkEnd() } catch { show(error) }
    if console.isJSON {
      var json = JSONWriter()
      json.beginObject()
      json.field("lines", lines)
      json.field("failed", failed)
      json.endObject()
      json.endLine()
      if !console.isQuiet { console.json.append(json) }
    } else {
      let lines = NumberText.counted(lines, "line")
      console.report(failed == 0 ? "\(lines), all good" : "\(lines), \(failed) bad")
    }
    return keepsGoing && failed > 0 ? .failed : result
  }

  /// Shows a failure of the last line.
  private mutating func show(_ error: Failure) {
    failed += 1
    var failure = error
    // What cannot be read is not a bad line.
    if failure.exitCode != .ioFailed { failure.exitCode = .damagedInput }
    let line = max(reader.lineNumber, 1)
    console.show(failure, line: line, where: "\(input.name):\(line)")
    if result == .done { result = failure.exitCode }
  }

  private mutating func checkLine() throws(Failure) {
    if reader.lineNumber < firstLine { return }
    guard try reader.splitLine(into: &line.words, counting: &lines) else { return }
    do throws(Failure) {
      try parser.parse(&line)
      try check.check(line, number: reader.lineNumber)
    } catch {
      throw error.isAboutWords(of: line) ? error.suggesting(Rewording.of(line), after: nil) : error
    }
  }
}
