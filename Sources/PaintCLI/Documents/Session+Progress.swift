extension Session {
  /// Runs a command that tells how much of its work is done, and shows that on the terminal.
  ///
  /// - Parameter interruption: what Ctrl-C says meanwhile.
  func showingProgress<R>(
    of line: ParsedLine, interruption: StaticString = Progress.nothingChanged, _ body: () throws -> R
  ) rethrows -> R {
    let spec = line.command.map(CommandTable.spec)
    // While input is waited for, the user may type it.
    let progress = Progress(
      spec?.title ?? "", console: console, clock: history.options.disk,
      ticks: spec.flatMap(line.inputFromStandardInput) == nil, interruption: interruption)
    progress.begin()
    if progress.isVisible { history.progress = { progress.show($0, of: $1) } }
    defer {
      history.progress = nil
      progress.clear()
    }
    return try body()
  }
}
