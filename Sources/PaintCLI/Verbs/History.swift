import PaintHistory

extension Session {
  /// `paint history`: the line of revisions, newest last, the current one marked; with `--all` every branch.
  func listHistory(_ line: ParsedLine) throws(Failure) {
    if line.has(.script) { return try printScript(line) }
    if line.has(.files) { throw Failure(.missingWord, "--files goes with --script") }
    var query = HistoryQuery()
    query.limit = try line.value(.limit, PlainValues.count)
    // A program wants all of it, a person a screenful.
    if query.limit == nil, !console.isJSON { query.limit = 30 }
    if query.limit == 0 { query.limit = nil }
    query.isWholeTree = line.has(.all)
    query.text = line.text(.grep)
    switch try line.value(.since, SinceArgument.parse) {
    case .ago(let milliseconds): query.notBefore = history.options.now() - milliseconds
    case .moment(let moment): query.notBefore = moment
    case .revision(let argument):
      let number = try revision(argument)
      query.after = try catching { () throws(HistoryError) in try history.revision(number) }.number
    case nil: break
    }
    let listed = try catching { () throws(HistoryError) in try history.list(query) }
    if console.isJSON { return try write(listed) }
    let table = HistoryTable(
      current: history.current.number, now: history.options.now(), chip: ColorChip(onDescriptor: 1))
    for line in table.lines(listed, isTree: query.isWholeTree) { console.print(line) }
  }

  /// The name of the group that a revision is in; `known` is the one looked at last.
  private func groupName(_ revision: Revision, _ known: inout Group?) throws(Failure) -> String? {
    guard let number = revision.group else { return nil }
    if known?.first != number { known = try catching { () throws(HistoryError) in try history.group(number) } }
    return known?.name
  }

  private func write(_ listed: [ListedRevision]) throws(Failure) {
    var json = JSONWriter()
    // A script's answers are objects, each with its line.
    if let lineNumber {
      json.beginObject()
      json.field("line", lineNumber)
      json.key("history")
    }
    json.beginArray()
    var known: Group?
    for revision in listed.lazy.map(\.revision) {
      json.beginObject()
      json.field("revision", revision.number)
      json.field("parent", revision.parent)
      json.field("name", revision.name)
      json.field("command", revision.command)
      json.field("time", Timestamp.text(milliseconds: revision.time))
      json.field("pixels", revision.pixels)
      json.key("bounds")
      json.write(revision.bounds)
      json.field("tiles", revision.tileCount)
      json.field("bytes", revision.bytes)
      json.field("current", revision.number == history.current.number)
      json.field("group", revision.group)
      json.field("group_name", try groupName(revision, &known))
      json.endObject()
    }
    json.endArray()
    if lineNumber != nil { json.endObject() }
    printJSON(json)
  }
}

extension Timestamp {
  /// The text for milliseconds since 1970, as the history has them.
  static func text(milliseconds: Int) -> String {
    text(seconds: Int64(milliseconds / 1_000), milliseconds: milliseconds % 1_000)
  }
}
