import PaintHistory

extension ScriptRun {
  /// Reads the pipes that the line names, without the document's lock, as a single command does.
  ///
  /// The writer of a pipe may never come. The steps before the line are committed.
  ///
  /// - Returns: whether there were any; then `EarlyInputs.forget` is to be called after the line.
  /// - Throws: `read_failed` where the lock cannot be released: within a group, and in a dry run.
  mutating func readPipes() throws -> Bool {
    // Nobody waits for a document in memory.
    guard !session.history.isInMemory else { return false }
    let disk = session.history.options.disk
    guard let pipe = EarlyInputs.waiting(of: line, on: disk).first else { return false }
    if isDryRun || session.history.isInGroup {
      throw Failure(
        .readFailed, "cannot read \(pipe.string): it is a pipe or a device, and \(holder) does not wait for one",
        hint: "copy it to a file before: cat \(ShellQuoting.quoted(pipe)) >FILE")
    }
    try endGroup(disk.monotonicTime())
    EarlyInputs.forget()
    try EarlyInputs.read(for: line)
    return true
  }

  /// Runs a line that writes a pipe, without the document's lock, as a single command does; false for every other line.
  ///
  /// The reader of a pipe may never come. The steps before the line are committed.
  ///
  /// - Throws: `write_failed` within a group, whose picture is not committed yet, so that the lock cannot be released.
  mutating func writePipe() throws -> Bool {
    guard let file = line.writtenFile, file != "-", !session.history.isInMemory, !isDryRun,
      (try? session.history.options.disk.status(of: file))?.kind == .other
    else { return false }
    if session.history.isInGroup {
      throw Failure(
        .writeFailed, "cannot write \(file.string): it is a pipe or a device, and \(holder) does not wait for one",
        hint: "write it after the end of \(nesting.isSingle ? "the script" : "the group")")
    }
    try endGroup(session.history.options.disk.monotonicTime())
    let reading = try Session(line, for: .reading, console: session.console, at: session.path, isScript: true)
    reading.scriptName = session.scriptName
    reading.lineNumber = reader.lineNumber
    _ = try reading.run(line)
    return true
  }

  /// What keeps the document's lock, for messages.
  private var holder: String { isDryRun ? "a dry run" : nesting.isSingle ? "a script that is one step" : "a group" }
}
