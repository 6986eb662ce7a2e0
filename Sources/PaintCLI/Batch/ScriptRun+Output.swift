// The output of a script that cannot be written: its reader must know what was done, so that it does not repeat it.
extension ScriptRun {
  /// Prints the answers of the lines so far.
  ///
  /// Throws `write_failed`, which ends the run.
  mutating func flush() throws(Failure) {
    do throws(Failure) {
      try session.console.flush()
    } catch {
      outputFailure = error
      throw error
    }
  }

  /// Ends the run because its output cannot be written; an open group is discarded.
  ///
  /// - Returns: the exit code.
  mutating func stopForOutput() -> ExitCode {
    guard let failure = outputFailure else { return .ioFailed }
    // In a script that is one step, there is no line before the group.
    let end = session.history.isInGroup ? nesting.firstLine - 1 : reader.lineNumber
    var shown = discardGroup(after: failure)
    if session.history.isInMemory {
      shown.message += "; no picture was written"
    } else if !isDryRun, !isBroken, !nesting.isSingle, end >= firstLine {
      let lines = end == reader.lineNumber ? "the lines up to this one" : "the lines up to \(end)"
      shown.message = "\(lines) were done, but \(shown.message)"
    }
    outputFailure = shown.at("\(input.name):\(max(reader.lineNumber, 1))")
    return shown.exitCode
  }

  /// Prints the last answers, or the summary.
  ///
  /// - Parameters:
  ///   - result: the exit code of the lines.
  ///   - hasWritten: whether the picture of the script was written.
  /// - Throws: `write_failed`, which says what was done nevertheless.
  func flush(after result: ExitCode, hasWritten: Bool) throws(Failure) {
    do throws(Failure) {
      try session.console.flush()
    } catch {
      if session.history.isInMemory, !hasWritten {
        var failure = error
        failure.message += "; no picture was written"
        throw failure
      }
      if result == .done || result == .failed && keepsGoing || hasWritten { throw error.butDone() }
      if nesting.isSingle || isDryRun { throw error }
      throw error.butDone("the lines before that were done")
    }
  }
}
