import PaintHistory

/// `paint name REV TEXT`: renames a revision, or with `--group` its group.
struct NameCommand: PrintingCommand {
  static let spec = CommandSpec(
    .name, purpose: .history, alsoCalled: ["rename", "label", "tag"], operands: "REV TEXT", operandCount: 2...2,
    operandKinds: [.revision, .anything],
    summary: "rename a revision",
    examples: {
      [
        Example("paint name r2 'Red frame'", "a label that paint history shows"),
        Example("paint name current 'Sent to the printer'", "label the current revision"),
      ]
    },
    answers: { [.name] }, options: [.wholeGroup, .dryRun, .expect], command: NameCommand.self)

  private let revision: RevisionArgument
  private let name: String

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    revision = try line.operand(0, RevisionArgument.parse)
    name = try line.operand(1, NameArgument.parse)
  }

  func answer(_ line: ParsedLine, in session: Session) throws { try session.name(revision, name, line) }
}

extension Session {
  fileprivate func name(_ argument: RevisionArgument, _ text: String, _ line: ParsedLine) throws {
    let number = try revision(argument)
    let revision = try history.revision(number)
    var before = revision.name
    if line.has(.wholeGroup) {
      let group = try revision.group.flatMap { try history.group($0) }
      guard let group else { throw Failure(.failed, "r\(number) is in no group") }
      before = group.name
      try history.renameGroup(group.first, to: text)
    } else {
      try history.rename(number, to: text)
    }
    if console.isJSON {
      if console.isQuiet { return }
      var json = beginResult()
      json.field("revision", number)
      json.field("group", revision.group)
      json.field("name", text)
      json.field("before", before)
      json.field("dry_run", isDryRun)
      json.endObject()
      printJSON(json)
    } else if !isScript {
      let what = line.has(.wholeGroup) ? "the group of r\(number)" : "r\(number)"
      let becomes = isDryRun ? "would be" : "is now"
      console.report("\(what), \(Failure.oneLine(before)), \(becomes) \(Failure.oneLine(text))")
    }
  }
}

extension OptionSpec {
  static let wholeGroup = OptionSpec(.wholeGroup, "group", .flag, "name the group that REV is in, not the revision")
}
