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
      failure.message += "; the steps before it are kept, now r\(session.history.current.number)"
      failure.hint = continuation(from: first)
    }
    return failure
  }

  /// How to run the rest of the script, with the settings of the lines before.
  private func continuation(from first: Int) -> String {
    let hasSettings = session.settings.words != settingsAtStart
    guard !input.isStandardInput else {
      return "continue with line \(first)" + (hasSettings ? ", after the line: set \(session.settings.words)" : "")
    }
    let script = ShellQuoting.quoted(input.path)
    let batch = "paint batch -d \(ShellQuoting.quoted(session.path))"
    guard hasSettings else { return "\(batch) \(script) --from-line \(first) continues" }
    let set = ShellQuoting.quoted("set \(session.settings.words)")
    return "{ echo \(set); tail -n +\(first) \(script); } | \(batch) - continues"
  }
}
