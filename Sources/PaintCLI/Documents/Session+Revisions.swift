import PaintHistory

extension Session {
  /// The number of the revision that a word means; the only place where it is looked up.
  ///
  /// Throws `no_revision` for a name that is neither a branch's nor a step's, and for a place that the history does not
  /// reach. A number is not checked.
  func revision(_ argument: RevisionArgument) throws -> Int { try history.revisions(of: argument).upperBound }

  /// The first and the last revision that a word means: several for the name of a group, otherwise one.
  func revisions(_ argument: RevisionArgument) throws -> ClosedRange<Int> { try history.revisions(of: argument) }

  /// The failure for a name that is not a branch; the hint is the nearest branch.
  func unknownBranch(_ name: String, _ message: String) throws -> Failure {
    let hint = NearestName.hint(for: name, among: try history.branches().map(\.name))
    return Failure(.noRevision, message, hint: hint ?? "paint branch lists the branches, paint history the revisions")
  }

  /// The picture of `--at`, or the current one.
  func snapshot(_ argument: RevisionArgument?) throws -> Snapshot {
    let number = try revision(argument ?? .current)
    return try history.snapshot(at: number)
  }
}

extension History {
  /// The clock of the process, in its time zone.
  var clock: LocalClock { LocalClock(now: options.now(), offset: LocalTime.offset) }

  /// The first and the last revision that a word means: several for the name of a group, otherwise one.
  ///
  /// Throws `no_revision` as a `Failure`, and the errors of the history.
  func revisions(of argument: RevisionArgument) throws -> ClosedRange<Int> {
    let number: Int
    switch argument {
    case .number(let given): number = given
    case .start: number = state.root
    case .current: number = current.number
    case .latest: number = state.tip
    case .undone(let steps): number = try revision(after: steps, argument, isUndo: true)
    case .redone(let steps): number = try revision(after: steps, argument, isUndo: false)
    case .before(let later, let count): number = try revision(count, before: later, argument)
    case .moment(let moment): number = try revision(at: moment)
    case .named(let name):
      if let branch = try branch(name) { return branch...branch }
      guard let step = try newestStep(named: name) else { throw try unknownName(name) }
      return step.first...step.last
    }
    return number...number
  }

  /// Where undo or redo leads.
  private func revision(after steps: Int, _ argument: RevisionArgument, isUndo: Bool) throws -> Int {
    if let number = try isUndo ? revision(undoing: steps) : revision(redoing: steps) { return number }
    let here = "r\(current.number)"
    let (end, number) = isUndo ? ("the start", state.root) : ("the end of redo", state.tip)
    let count = try isUndo ? stepsToUndo() : stepsToRedo()
    let distance = NumberText.counted(count, "step")
    let there = count == 0 ? "\(here) is \(end)" : "\(here) is \(distance) from \(end) r\(number)"
    throw unreached(argument, there, nearest: isUndo ? "start" : "latest")
  }

  /// So many revisions before another one.
  private func revision(_ count: Int, before later: RevisionArgument, _ argument: RevisionArgument) throws -> Int {
    let from = try revision(try revisions(of: later).upperBound).number
    let most = try self.distance(from: state.root, to: from).redone
    guard count > most else { return try ancestor(of: from, stepsBack: count).number }
    let distance = NumberText.counted(most, "revision")
    let there = most == 0 ? "r\(from) is the start" : "r\(from) is \(distance) after the start r\(state.root)"
    throw unreached(argument, there, nearest: "start")
  }

  /// Where the drawing stood at a moment.
  private func revision(at moment: PastMoment) throws -> Int {
    let time = moment.milliseconds(by: clock)
    if let found = try newestRevision(madeBy: time) { return found.number }
    let first = try revision(state.root)
    let begins =
      first.number == 0
      ? "the drawing began at \(Timestamp.text(milliseconds: first.time))"
      : "the oldest kept revision r\(first.number) was made at \(Timestamp.text(milliseconds: first.time))"
    throw unreached(
      .moment(moment), "that was at \(Timestamp.text(milliseconds: time)), but \(begins)", nearest: "start")
  }

  /// The failure for a place that the history does not reach.
  private func unreached(_ argument: RevisionArgument, _ reason: String, nearest: String) -> Failure {
    var failure = Failure(.noRevision, "there is no revision \(Failure.quoted(argument.text)): \(reason)")
    failure.correction = Failure.Correction(of: argument.text, to: nearest)
    return failure
  }

  /// The failure for a name that nothing has; its correction is the nearest name.
  private func unknownName(_ name: String) throws -> Failure {
    var failure = Failure(
      .noRevision, "there is no revision, branch or step \(Failure.quoted(name))",
      hint: "paint branch lists the branches, paint history the revisions")
    var near = RevisionArgument.number(name.lowercased().utf8Span.span).map { "r\($0)" }
    if near == nil {
      let names = try RevisionArgument.words + branches().map(\.name) + stepNames()
      near = NearestName.nearest(to: name, among: names.lazy.filter(RevisionArgument.isName))
    }
    failure.correction = Failure.Correction(of: name, to: near)
    return failure
  }
}
