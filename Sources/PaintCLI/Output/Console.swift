/// Where a command's words go: results to standard output, everything else to standard error.
///
/// Results wait until `flush`, so that what is printed is committed.
final class Console {
  /// Results are JSON.
  let isJSON: Bool
  /// Receipts, summaries and warnings are left out.
  let isQuiet: Bool
  /// Standard output is for a picture alone; words that were asked for go to standard error then.
  let isForPicture: Bool
  /// What waits to be printed, of a JSON command.
  var json = JSONWriter()
  /// Warnings of the command that runs now.
  private(set) var warnings: [String] = []
  private var text: [UInt8] = []
  private let output = OutputSink(descriptor: 1)
  private let notices = OutputSink(descriptor: 2, limit: 1)

  /// A console that prints as the command line asks.
  init(_ line: ParsedLine) {
    isJSON = line.has(.json)
    isQuiet = line.has(.quiet)
    isForPicture = line.path(.out) == "-"
  }

  /// True where standard output is a terminal.
  var isTerminal: Bool { Terminal.isTerminal(1) }

  /// Adds a line that was asked for.
  func print(_ line: String) {
    text.append(contentsOf: line.utf8)
    text.append(UInt8(ascii: "\n"))
  }

  /// Adds a line that tells what was done; left out if the user wants quiet.
  func report(_ line: @autoclosure () -> String) {
    if !isQuiet, !isForPicture { print(line()) }
  }

  /// Keeps a warning for the command's receipt.
  func warn(_ warning: String) { warnings.append(warning) }

  /// Prints a warning immediately, because it is true even if the command fails; with `--json` the receipt has it.
  func warnImmediately(_ warning: String) {
    if isJSON { return warn(warning) }
    if !isQuiet { notices.write("paint: warning: \(Failure.oneLine(warning))\n") }
  }

  /// Ends a command: without `--json` its warnings go to standard error.
  func endCommand() {
    if !isJSON, !isQuiet {
      for warning in warnings { notices.write("paint: warning: \(Failure.oneLine(warning))\n") }
    }
    warnings.removeAll()
  }

  /// Forgets what was not printed yet, because it did not come to pass.
  func discard() {
    text.removeAll(keepingCapacity: true)
    json.removeAll()
    warnings.removeAll()
  }

  /// Prints what waits.
  func flush() throws(Failure) {
    // Text first or JSON first makes no difference: a command prints one of the two.
    (isForPicture ? notices : output).write(text)
    text.removeAll(keepingCapacity: true)
    output.write(json.bytes)
    json.removeAll()
    try output.flush()
  }

  /// Shows a failure on standard error, and with `--json` on standard output too.
  func show(_ failure: Failure, line: Int? = nil, where place: String = "") {
    var shown = failure
    if !place.isEmpty { shown.message = "\(place): \(failure.message)" }
    notices.write(FailureReport.lines(shown, usesColor: Terminal.usesColor(2)))
    if isJSON { FailureReport.write(failure, line: line, to: &json) }
  }

  /// Writes a line to standard error.
  func note(_ line: String) { notices.write(line + "\n") }
}
