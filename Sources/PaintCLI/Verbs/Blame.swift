import PaintEditing
import PaintHistory

/// `paint blame X,Y`: the revisions that changed a pixel, newest first, each with the resulting colour.
struct BlameCommand: PrintingCommand {
  static let spec = CommandSpec(
    .blame, purpose: .look, alsoCalled: ["annotate"], operands: "X,Y", operandCount: 1...1,
    operandKinds: [.point],
    summary: "list the revisions that changed a pixel, the newest first",
    examples: {
      [
        Example("paint blame 200,150", "which steps changed this pixel"),
        Example("paint blame 50%,50% --at r3", "the same, as of revision 3"),
      ]
    },
    answers: { [.blame] },
    details: ["Each with the colour that the pixel got."], options: [.at],
    optionHelp: [.at: "begin with this revision and its ancestors"], optionDefaults: [.at: "current"],
    command: BlameCommand.self)

  private let point: PointArgument
  private let at: RevisionArgument?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    point = try line.operand(0, PointArgument.parse)
    at = try line.value(.at, RevisionArgument.parse)
  }

  func answer(_ line: ParsedLine, in session: Session) throws {
    try session.blame(point, in: session.snapshot(at), typed: line.operandText(0) ?? "")
  }
}

extension Session {
  fileprivate func blame(_ point: PointArgument, in snapshot: Snapshot, typed: String) throws {
    let (x, y) = try pixel(point, typed: typed, on: snapshot.size)
    var changes: [PixelChange] = []
    try document.forEachChange(ofPixel: x, y, in: snapshot) { changes.append($0) }
    guard console.isJSON else {
      let now = history.options.now()
      for change in changes {
        let (number, color) = (change.revision.number, HexadecimalColor.text(change.color))
        guard change.origin != .before else {
          console.print("before r\(number) \(color)")
          continue
        }
        let age = Age.text(milliseconds: now - change.revision.time)
        console.print(
          "r\(number)\(change.origin == .itself ? "" : " or before") \(color) "
            + "\(Failure.oneLine(change.revision.name))\(change.revision.authorClause), \(age)")
      }
      return
    }
    let records = try changes.map { try $0.origin == .before ? nil : $0.revision.record() }
    var json = beginResult()
    json.field("revision", snapshot.revision.number)
    json.field("x", x)
    json.field("y", y)
    json.array("changes", zip(changes, records)) { json, item in
      let (change, record) = item
      let revision = change.origin == .before ? nil : change.revision
      json.beginObject()
      json.field("revision", revision?.number)
      // The oldest kept revision, if an earlier one may have changed the pixel.
      json.field("before", change.origin == .itself ? nil : change.revision.number)
      json.field("color", HexadecimalColor.text(change.color))
      json.field("name", revision?.name)
      json.field("author", revision?.namedAuthor)
      json.field("command", record)
      json.field("time", revision.map { Timestamp.text(milliseconds: $0.time) })
      json.endObject()
    }
    json.endObject()
    printJSON(json)
  }
}
