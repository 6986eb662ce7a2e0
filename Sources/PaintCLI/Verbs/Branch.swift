import PaintHistory

/// `paint branch [NAME [REV]]`: lists branches, names a revision, moves or removes a name.
struct BranchCommand: PrintingCommand {
  static let spec = CommandSpec(
    .branch, purpose: .history, alsoCalled: ["branches", "bookmark"], operands: "[NAME [REV]]",
    operandCount: 0...2,
    operandKinds: [.branch, .revision],
    summary: "list the branches, or give a revision a name",
    examples: {
      [
        Example("paint branch safe", "remember the current revision as safe"),
        Example("paint branch safe r3 --move", "let the name stand for another revision"),
        Example("paint branch", "list all branches"),
      ]
    },
    answers: { [.branches, .branch] },
    details: [
      "Without REV the current revision gets the name.",
      "A name stays on its revision until it is moved; edits do not move it. It can be used wherever",
      "a REV is needed.",
    ], options: [.move, .delete, .dryRun, .expect], command: BranchCommand.self,
    access: { isQuestion($0) ? .reading : .editing },
    isForGroups: isQuestion)

  /// Nil if the line lists the branches.
  private let name: String?
  private let target: RevisionArgument?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    guard !line.operands.isEmpty else {
      guard Self.isQuestion(line) else { throw Failure(.missingWord, "branch needs a name here") }
      (name, target) = (nil, nil)
      return
    }
    // One that cannot name a branch may do so in a received document.
    name = try line.has(.delete) ? line.operand(0) { String(copying: $0) } : line.operand(0, BranchName.parse)
    target = try line.operands.count > 1 ? line.operand(1, RevisionArgument.parse) : nil
    if line.has(.delete), line.has(.move) || target != nil {
      throw Failure(.unexpectedWord, "branch --delete takes a name and nothing else")
    }
  }

  func answer(_ line: ParsedLine, in session: Session) throws {
    guard let name else { return try session.listBranches() }
    try session.branch(name, target, line)
  }

  /// Whether the line only lists branches.
  private static let isQuestion: @Sendable (ParsedLine) -> Bool = {
    $0.operands.isEmpty && !$0.has(.move) && !$0.has(.delete)
  }
}

extension Session {
  fileprivate func branch(_ name: String, _ target: RevisionArgument?, _ line: ParsedLine) throws {
    let before = try history.branch(name)
    var after: Int?
    if line.has(.delete) {
      guard before != nil else {
        try BranchName.check(name)
        throw try unknownBranch(name, "there is no branch \(Failure.quoted(name))")
      }
      try history.removeBranch(name)
    } else {
      let target = try target.map { try revision($0) } ?? history.current.number
      // Also looked up if nothing changes: an unknown number is an error.
      _ = try history.revision(target)
      if line.has(.move), before == nil {
        throw try unknownBranch(name, "there is no branch \(Failure.quoted(name)) to move")
      }
      if let before, before != target, !line.has(.move) {
        throw Failure(
          .cannotCreate, "the branch \(Failure.quoted(name)) is already on r\(before)", hint: "--move moves it")
      }
      after = target
      if before != target { try history.setBranch(name, to: target) }
    }
    showBranch(name, before: before, after: after)
  }

  private func showBranch(_ name: String, before: Int?, after: Int?) {
    if console.isJSON {
      if console.isQuiet { return }
      var json = beginResult()
      json.field("branch", name)
      json.field("revision", after)
      json.field("before", before)
      json.field("dry_run", isDryRun)
      json.endObject()
      return printJSON(json)
    }
    if isScript { return }
    let name = Failure.oneLine(name)
    switch (before, after) {
    case (let before?, nil):
      console.report("branch \(name) \(isDryRun ? "would be " : "")removed, it was on r\(before)")
    case (let before?, let after?) where before != after:
      console.report("branch \(name) \(isDryRun ? "would be " : "")moved from r\(before) to r\(after)")
    case (_, let after): console.report("branch \(name) \(isDryRun ? "would be " : "")on r\(after ?? 0)")
    }
  }

  fileprivate func listBranches() throws {
    let branches = try history.branches()
    let current = history.current.number
    guard console.isJSON else {
      if branches.isEmpty { console.report("no branches; paint branch NAME names the current revision") }
      let names = branches.map { Failure.oneLine($0.name) }
      let width = names.map(\.count).max() ?? 0
      for (branch, name) in zip(branches, names) {
        let mark = branch.revision == current ? "*" : " "
        let gap = String(repeating: " ", count: width - name.count)
        console.print("\(mark) \(name)\(gap)  r\(branch.revision)")
      }
      return
    }
    printJSON(inScript: "branches") { json in
      json.objects(branches) { json, branch in
        json.field("name", branch.name)
        json.field("revision", branch.revision)
        json.field("current", branch.revision == current)
      }
    }
  }
}

extension OptionSpec {
  static let move = OptionSpec(.move, "move", .flag, "move an existing name")
  static let delete = OptionSpec(.delete, "delete", .flag, "remove the name; the revision stays")
}
