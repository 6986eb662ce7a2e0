import PaintEditing
import PaintHistory
import PaintRaster

/// `paint show [REV]`: everything about a revision.
struct ShowCommand: PrintingCommand {
  static let spec = CommandSpec(
    .show, purpose: .look, operands: "[REV]", operandCount: 0...1,
    operandKinds: [.revision],
    summary: "show everything about a revision (default: the current one)",
    examples: {
      [
        Example("paint show", "the last step, with the command that made it"),
        Example("paint show r2 --json", "everything about revision 2, for a program"),
      ]
    },
    answers: { [.revision] },
    details: [CommandSpec.revisionDetail], command: ShowCommand.self)

  private let revision: RevisionArgument

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    revision = try line.operands.isEmpty ? .current : line.operand(0, RevisionArgument.parse)
  }

  func answer(_ line: ParsedLine, in session: Session) throws { try session.show(revision) }
}

extension Session {
  fileprivate func show(_ argument: RevisionArgument) throws {
    let number = try revision(argument)
    // The children first: the bytes of a script's last step are known once it is in the index.
    let (children, revision) = (try history.children(of: number), try history.revision(number))
    let places = try HistoryPlaces(of: [revision], in: history)
    let selection = try document.selection(of: history.snapshot(at: number))?.summary
    let (record, typed) = (try revision.record(), try revision.typedRecord())
    if console.isJSON { return write(revision, (record, typed), children, places, selection) }
    console.print("r\(revision.number) \(Failure.oneLine(revision.name))")
    let now = history.options.now()
    let age = Age.text(milliseconds: now - revision.time)
    let box = revision.bounds
    let changed =
      box.isEmpty
      ? "nothing"
      : "\(revision.pixels) px in \(box.x),\(box.y),\(box.width)x\(box.height), "
        + NumberText.counted(revision.tileCount, "tile")
    let branches = places.branchTitles(on: revision)
    var origin: [(String, String)] = []
    if let typed { origin.append(("typed", typed)) }
    if let author = revision.namedAuthor { origin.append(("author", Failure.oneLine(author))) }
    let rows = [
      ("time", "\(Timestamp.text(milliseconds: revision.time)), \(age)"),
      ("size", "\(revision.size.width)x\(revision.size.height)"),
      ("changed", changed),
      ("bytes", NumberText.grouped(revision.bytes)),
      ("parent", revision.parent.map { "r\($0)" } ?? "none"),
      ("children", children.isEmpty ? "none" : children.map { "r\($0)" }.joined(separator: ", ")),
      ("group", places.groupTitle(of: revision) ?? "none"),
      ("branches", branches.isEmpty ? "none" : branches),
      ("fingerprint", revision.fingerprint.hex),
    ]
    let more = selection.map { [("selection", $0.text)] } ?? []
    for (name, text) in [("command", record)] + origin + rows + more { console.print("\(name): \(text)") }
  }

  private func write(
    _ revision: Revision, _ record: (command: String, typed: String?), _ children: [Int], _ places: HistoryPlaces,
    _ selection: SelectionSummary?
  ) {
    var json = beginResult()
    json.field("revision", revision.number)
    json.field("parent", revision.parent)
    json.array("children", children) { json, child in json.value(child) }
    json.field("name", revision.name)
    json.field("author", revision.namedAuthor)
    json.field("command", record.command)
    json.field("typed", record.typed)
    json.field("time", Timestamp.text(milliseconds: revision.time))
    json.field("width", revision.size.width)
    json.field("height", revision.size.height)
    json.writeChange(of: revision)
    json.field("fingerprint", revision.fingerprint.hex)
    json.field("selection", selection)
    json.writePlace(of: revision, places, isCurrent: revision.number == history.current.number)
    json.endObject()
    printJSON(json)
  }
}
