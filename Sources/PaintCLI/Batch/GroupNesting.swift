/// The groups of a script that are open.
struct GroupNesting {
  /// The number of open groups; a script that is one step does not count as one.
  private(set) var depth = 0
  /// The line where the outermost open group began.
  private(set) var firstLine = 0
  /// Whether the whole script is one step.
  let isSingle: Bool

  init(isSingle: Bool) { self.isSingle = isSingle }

  /// Begins a group; true if it is an outermost one.
  mutating func begin(line: Int) -> Bool {
    depth += 1
    if depth == 1 { firstLine = line }
    return depth == 1
  }

  /// Ends the innermost group; true if that was an outermost one.
  ///
  /// Throws `bad_script` if none is open.
  mutating func end() throws(Failure) -> Bool {
    guard depth > 0 else {
      throw Failure(.badScript, "group end without a group begin", hint: "group begin [NAME] … group end")
    }
    depth -= 1
    return depth == 0
  }

  /// Throws `bad_script` for lines that move in the history or change it, and for dry runs, which are not possible in an
  /// open group.
  func check(_ line: ParsedLine) throws(Failure) {
    guard depth > 0 || isSingle, let command = line.command else { return }
    let spec = CommandTable.spec(command)
    guard !spec.isForGroups(line) || line.has(.dryRun) else { return }
    let title = line.has(.dryRun) ? "a dry run" : spec.title
    throw Failure(
      .badScript,
      depth > 0
        ? "\(title) is not possible inside a group"
        : "\(title) is not possible in a script that is one step (--single)")
  }

  /// Throws `bad_script` if a group is open at the end of the script.
  func checkEnd() throws(Failure) {
    guard depth > 0 else { return }
    throw Failure(.badScript, "the script ends inside a group")
  }
}
