import PaintRaster

/// The output of a command: results go to standard output, everything else to standard error.
///
/// Results are buffered until `flush`, so that only committed results are printed.
final class Console {
  /// Whether results are JSON.
  let isJSON: Bool
  /// Whether receipts, summaries and warnings are omitted.
  let isQuiet: Bool
  /// Whether standard output is only for a picture; words then go to standard error.
  let isForPicture: Bool
  /// The buffered JSON.
  var json = JSONWriter()
  /// What one picture of many has to say, collected instead of printed; nil prints.
  private(set) var collected: PictureMessages?
  /// The warnings of the current command.
  private(set) var warnings: [String] = []
  /// With `--json`, the warnings of a script that are not about a line; its summary has them.
  private(set) var scriptWarnings: [String] = []
  /// The warnings of a script's lines that are printed.
  private var repeated = RepeatedWarnings(isDialogue: true)
  /// The progress of the current work, whose line is removed before something else is written.
  weak var progress: Progress?
  private var text: [UInt8] = []
  private let output = OutputSink(descriptor: 1)
  private let notices = OutputSink(descriptor: 2, limit: 1)

  /// Creates a console with the options of a command line.
  init(_ line: ParsedLine) {
    isJSON = line.has(.json)
    isQuiet = line.has(.quiet)
    isForPicture = line.output == "-"
  }

  /// Creates a console that prints nothing and collects warnings and failures; results are discarded.
  init(collecting messages: PictureMessages) {
    collected = messages
    (isJSON, isQuiet, isForPicture) = (false, true, false)
  }

  /// Whether standard output is a terminal.
  var isTerminal: Bool { Terminal.isTerminal(1) }

  /// Whether the reader of standard output has closed it.
  var isOutputClosed: Bool { output.isClosed }

  /// Adds a line of a result.
  func print(_ line: String) {
    if collected != nil { return }
    text.append(contentsOf: line.utf8)
    text.append(UInt8(ascii: "\n"))
  }

  /// Adds a page of help, wrapped for the terminal.
  func print(_ page: HelpDocument) {
    if collected == nil { text.append(contentsOf: HelpRenderer.forOutput(to: 1).text(page).utf8) }
  }

  /// Adds bytes of a result, which are no lines.
  func write(_ bytes: [UInt8]) {
    if collected == nil { text += bytes }
  }

  /// Adds a line about what was done; omitted with `--quiet`.
  func report(_ line: @autoclosure () -> String) {
    if !isQuiet, !isForPicture { print(line()) }
  }

  /// Adds a warning to the command's receipt.
  func warn(_ warning: String) { warnings.append(warning) }

  /// Runs `body`, whose warnings are not told: they were told when its steps were made first.
  func withoutWarnings<R>(_ body: () throws -> R) rethrows -> R {
    let before = warnings
    defer { warnings = before }
    return try body()
  }

  /// Prints a warning immediately, because it is true even if the command fails; with `--json` the receipt has it.
  func warnImmediately(_ warning: String) {
    if isJSON || collected != nil { return warn(warning) }
    if !isQuiet { notify("paint: warning: \(Failure.oneLine(warning))\n") }
  }

  /// Ends a command; without `--json`, prints its warnings to standard error.
  ///
  /// - Parameters:
  ///   - place: the line of a script that they are about; nil for none. Equal ones may wait for `endScript`.
  ///   - hasReceipt: whether a receipt has the warnings with `--json`; otherwise they are printed, too.
  func endCommand(at place: @autoclosure () -> ScriptPlace? = nil, hasReceipt: Bool = true) {
    if collected != nil {
      let place = warnings.isEmpty ? nil : place()
      for warning in warnings { collected?.warnings.append(PictureMessages.Warning(text: warning, place: place)) }
    } else if isJSON, hasReceipt {
      if !isQuiet, !warnings.isEmpty, let place = place() {
        for warning in warnings { _ = repeated.count(warning, at: "\(place.line)") }
      }
    } else if !isQuiet, !warnings.isEmpty {
      let place = place()
      let name = place.map { "paint: \(Failure.oneLine($0.text))" } ?? "paint"
      for warning in warnings where place.map({ repeated.count(warning, at: "\($0.line)") }) ?? true {
        notify("\(name): warning: \(Failure.oneLine(warning))\n")
      }
    }
    warnings.removeAll()
  }

  /// Begins the lines of a script.
  ///
  /// - Parameter isDialogue: whether somebody may wait for what each line has to say.
  func beginScript(isDialogue: Bool) { repeated = RepeatedWarnings(isDialogue: isDialogue) }

  /// Ends the lines of a script: prints the warnings that waited, and which ones there were too often to print them.
  func endScript(_ name: String) {
    for warning in isJSON ? [] : repeated.ending(of: "lines") {
      let place = warning.place.map { "\(name):\($0)" } ?? name
      notify("paint: \(Failure.oneLine(place)): warning: \(Failure.oneLine(warning.text))\n")
    }
  }

  /// Writes which warnings lines of the script have more often than `RepeatedWarnings.limit`.
  func writeRepeatedWarnings(to json: inout JSONWriter) {
    json.objects(repeated.counted) { json, kind in
      json.field("count", kind.count)
      json.array("lines", kind.places) { json, place in json.value(Int(place) ?? 0) }
      json.field("warning", kind.text)
    }
  }

  /// Ends what a script does before or after its lines; with `--json`, its warnings wait for the summary.
  func endPart() {
    guard isJSON else { return endCommand() }
    scriptWarnings += warnings
    warnings.removeAll()
  }

  /// Discards the buffered output, because the command failed.
  func discard() {
    text.removeAll(keepingCapacity: true)
    json.removeAll()
    warnings.removeAll()
  }

  /// Remembers the size of the picture that was written, if messages are collected.
  func collectSize(_ size: CanvasSize) { collected?.size = size }

  /// Prints the buffered output.
  func flush() throws(Failure) {
    // The order does not matter, because a command prints only one of the two.
    if !text.isEmpty || !json.bytes.isEmpty { progress?.makeRoom() }
    (isForPicture ? notices : output).write(text)
    text.removeAll(keepingCapacity: true)
    output.write(json.bytes)
    json.removeAll()
    try output.flush()
  }

  /// Shows a failure on standard error, and with `--json` on standard output too.
  func show(_ failure: Failure, line: Int? = nil, where place: String = "") {
    if collected != nil {
      collected?.failures.append(PictureMessages.LineFailure(failure: failure, line: line, place: place))
      return
    }
    var shown = failure
    if !place.isEmpty { shown.message = "\(place): \(failure.message)" }
    notify(FailureReport.lines(shown, usesColor: Terminal.usesColor(2)))
    if isJSON { FailureReport.write(failure, line: line, to: &json) }
  }

  private func notify(_ text: String) {
    progress?.makeRoom()
    notices.write(text)
  }

  /// Writes a page of help to standard error.
  func note(_ page: HelpDocument) { notify(HelpRenderer.forOutput(to: 2).text(page)) }

  /// Writes a line to standard error.
  func note(_ line: String) { notify(line + "\n") }
}
