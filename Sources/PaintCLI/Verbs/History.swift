import PaintHistory
import PaintTerminal

/// `paint history`: the line of revisions, newest last, the current one marked; with `--all` every branch.
struct HistoryCommand: PrintingCommand {
  static let spec = CommandSpec(
    .history, purpose: .history, alsoCalled: ["log", "list", "ls"],
    summary: "list the revisions, the newest last",
    examples: {
      [
        Example("paint history", "the last 30 revisions; * marks the current one"),
        Example("paint history --all --since 2h", "the last two hours, with all side branches"),
        Example("paint history --script >steps.txt", "a script for paint batch that draws it all again"),
      ]
    },
    answers: { [.history, .script] },
    details: [
      "The revisions up to the end of redo, with * at the current one; with --all the other branches too.",
      "--thumbnails draws each in half blocks, read from the tiles that changed.",
      "At most 24 branches are drawn next to each other; a row of the others says \"after r2\", its parent.",
      "The last 30 are shown, with --json all. The script of --script leads to the current revision, with --all",
      "through all branches; it begins with the paint new command of its drawing.",
      "With --region a step is listed if it changed a pixel in the box; one that replaced the canvas, such as",
      "crop, if the box of all its changed pixels touches it. The box counts pixels of each step's own canvas;",
      "percentages and anchors are of the current one.",
    ],
    options: [.limit, .all, .since, .grep, .region, .author, .thumbnails, .script, .files, .force],
    optionHelp: [
      .author: "only revisions of this author",
      .region: "only steps that changed a pixel in this box: X,Y,WxH, 'X,Y X,Y' or center,WxH",
    ], command: HistoryCommand.self)

  private let limit: Int?
  private let since: SinceArgument?
  private let region: BoxArgument?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    limit = try line.value(.limit, NumberForm.count.whole)
    since = try line.value(.since, SinceArgument.parse)
    region = try line.value(.region, BoxArgument.parse)
    if line.has(.script) {
      for option in [OptionID.limit, .since, .grep, .region, .author, .thumbnails] where line.has(option) {
        throw Failure(.unexpectedWord, "--script cannot be used with --\(OptionSpec.spec(option).name)")
      }
    } else if line.has(.files) {
      throw Failure(.missingWord, "--files needs --script")
    }
    if line.has(.json), line.has(.thumbnails) {
      throw Failure(
        .unexpectedWord, "--thumbnails cannot be used with --json",
        hint: "paint export 'step-%05d.png' --each writes a picture per revision")
    }
  }

  func answer(_ line: ParsedLine, in session: Session) throws {
    if line.has(.script) { return try session.printScript(line) }
    try session.listHistory(line, limit: limit, since: since, region)
  }
}

extension Session {
  fileprivate func listHistory(
    _ line: ParsedLine, limit: Int?, since: SinceArgument?, _ region: BoxArgument?
  ) throws {
    var query = HistoryQuery()
    query.limit = limit
    // All of it for programs, one screen for people.
    let isScreenful = query.limit == nil && !console.isJSON
    if isScreenful { query.limit = 30 }
    if query.limit == 0 { query.limit = nil }
    let isLimited = query.limit != nil
    query.isWholeTree = line.has(.all)
    query.text = line.text(.grep)
    query.author = line.text(.author)
    do throws(Failure) {
      query.region = try region?.wholePixels(on: document.size)
    } catch {
      throw error.at("--region")
    }
    try restrict(&query, to: since)
    var listed = try history.list(query)
    // The current revision is shown even if redo leads further than the limit.
    let isGap =
      isLimited && query.after == nil && query.notBefore == nil && query.text == nil && query.author == nil
      && query.region == nil
      && !listed.contains { $0.revision.number == history.current.number }
    let hasEllipsis = try isGap && leavesOut(query, before: listed)
    if isGap {
      let current = history.current.number
      for index in listed.indices where listed[index].revision.parent == current { listed[index].above = current }
      listed.insert(ListedRevision(revision: history.current, above: nil), at: 0)
    }
    let places = try HistoryPlaces(of: listed.lazy.map(\.revision), in: history)
    if console.isJSON { return try write(listed, places) }
    let table = HistoryTable(
      current: history.current.number, now: history.options.now(), chip: ColorChip(onDescriptor: 1), places: places)
    let entries = table.entries(listed, isTree: query.isWholeTree, hasGap: hasEllipsis)
    if line.has(.thumbnails) {
      return try printThumbnails(of: listed.map(\.revision), next: entries, hasGap: hasEllipsis)
    }
    for line in entries.flatMap(\.lines) { console.print(line) }
  }

  /// Restricts a query to what is newer than a time or a revision.
  private func restrict(_ query: inout HistoryQuery, to since: SinceArgument?) throws {
    switch since {
    case .ago(let milliseconds): query.notBefore = history.options.now() - milliseconds
    case .moment(let moment): query.notBefore = moment
    case .revision(.moment(let moment)): query.notBefore = moment.milliseconds(by: history.clock)
    case .revision(let argument):
      do {
        query.after = try existing(revision(argument))
      } catch let failure as Failure {
        // A mistyped time is more likely than a name.
        if case .named(let name) = argument, failure.correction?.right == nil { throw SinceArgument.unknown(name) }
        throw failure
      }
    case nil: break
    }
  }

  /// Whether the query has more revisions between the current one and those that its limit left.
  private func leavesOut(_ query: HistoryQuery, before listed: [ListedRevision]) throws(HistoryError) -> Bool {
    var longer = query
    longer.after = history.current.number
    longer.limit = listed.count + 1
    return try history.list(longer).count > listed.count
  }

  private func write(_ listed: [ListedRevision], _ places: HistoryPlaces) throws(Failure) {
    let records = try listed.map { (entry) throws(Failure) in
      (try entry.revision.record(), try entry.revision.typedRecord())
    }
    printJSON(inScript: "history") { json in
      json.objects(zip(listed.lazy.map(\.revision), records)) { json, item in
        let (revision, record) = item
        json.field("revision", revision.number)
        json.field("parent", revision.parent)
        json.field("name", revision.name)
        json.field("author", revision.namedAuthor)
        json.field("command", record.0)
        json.field("typed", record.1)
        json.field("time", Timestamp.text(milliseconds: revision.time))
        json.writeChange(of: revision)
        json.writePlace(of: revision, places, isCurrent: revision.number == history.current.number)
      }
    }
  }
}

extension JSONWriter {
  /// Writes the fields for the pixels, tiles and bytes of a revision.
  mutating func writeChange(of revision: Revision) {
    field("pixels", revision.pixels)
    field("bounds", revision.bounds)
    field("tiles", revision.tileCount)
    field("bytes", revision.bytes)
  }

  /// Writes the fields for the place of a revision in the history: its group and its branches.
  mutating func writePlace(of revision: Revision, _ places: HistoryPlaces, isCurrent: Bool) {
    field("current", isCurrent)
    field("group", revision.group)
    field("group_name", places.group(of: revision)?.name)
    key("branches")
    write(places.branches(on: revision))
  }
}

extension Timestamp {
  /// The text for milliseconds since 1970, as in the history.
  static func text(milliseconds: Int) -> String {
    text(seconds: Int64(milliseconds / 1_000), milliseconds: milliseconds % 1_000)
  }
}

extension OptionSpec {
  static let limit = OptionSpec(
    .limit, "limit", .value("N"), "show the last N revisions (default 30), 0 for all", number: .count, default: "30")
  static let since = OptionSpec(
    .since, "since", .value("WHEN"), "only revisions after this: 90s, 5m, 2h, 3d or 1w ago, an RFC 3339 time, or REV",
    forms: "Time")
  static let grep = OptionSpec(
    .grep, "grep", .value("TEXT"), "only revisions with this text in their name or command, ignoring case",
    forms: "Name")
  static let thumbnails = OptionSpec(.thumbnails, "thumbnails", .flag, "show a small picture of each revision")
}
