/// Whether a script over one picture may need a picture before the current one.
///
/// If it does not, a filter frees the picture before it while it runs: the peak of memory is that of one picture.
enum ScriptPast {
  /// Reads a script ahead; what is wrong with it is left to the run.
  ///
  /// - Returns: whether the past is needed, true if that would take long to know; and the script for the run.
  static func isNeeded(by script: InputFile, of command: ParsedLine) -> (isNeeded: Bool, script: InputFile) {
    // After a line that failed, the picture before it is the result. One step is compared with the picture before it.
    guard !command.has(.keepGoing), !command.has(.single), let length = script.byteCount, length <= longestScript,
      let firstLine = try? command.value(.fromLine, NumberForm.lineNumber.whole) ?? 1
    else { return (true, script) }
    var reader = script.lineReader(keepsBytes: true)
    let isNeeded = (try? isNeeded(by: &reader, from: firstLine)) ?? true
    return (isNeeded, InputFile(script, after: reader.kept))
  }

  /// The maximum number of bytes that are read ahead; scripts of many strokes have small edits.
  private static let longestScript = 1 << 14

  private static func isNeeded(by reader: inout LineReader, from firstLine: Int) throws(Failure) -> Bool {
    var parser = LineParser()
    var line = ParsedLine()
    var lines = 0
    while try reader.advance() {
      guard reader.lineNumber >= firstLine, try reader.splitLine(into: &line.words, counting: &lines) else { continue }
      try parser.parse(&line)
      // A group is compared with the picture before it.
      guard let command = line.command, command != .group, !ReducedReading.hasStateOrShellOption(line),
        try ReducedReading.isHarmless(command, line, isResized: true)
      else { return true }
    }
    return false
  }
}
