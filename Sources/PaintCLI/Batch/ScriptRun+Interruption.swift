extension ScriptRun {
  /// The failure of a script that Ctrl-C ended between two lines: what is kept, and how to continue.
  ///
  /// An open group is discarded.
  mutating func interruption(before next: Int) -> Failure {
    let first = session.history.isInGroup && !nesting.isSingle ? nesting.firstLine : next
    var failure = discardGroup(after: Failure(.interrupted, "interrupted before line \(next)"))
    if session.history.isInMemory {
      failure.message += "; no picture was written"
    } else if isDryRun {
      failure.message += "; a dry run keeps nothing"
    } else if !nesting.isSingle {
      failure.message += "; \(NumberText.counted(session.steps, "step")) \(session.steps == 1 ? "is" : "are") kept"
      let script = input.isStandardInput ? "SCRIPT" : ShellQuoting.quoted(input.name)
      failure.hint = "paint batch \(script) --from-line \(first) continues"
      if session.settings.words != settingsAtStart {
        failure.hint? += ", without the settings of the lines before: \(session.settings.words)"
      }
    }
    return failure
  }
}
