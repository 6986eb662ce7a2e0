import PaintHistory
import PaintRaster
import PaintTerminal

/// A table of revisions: marker, revision, age, colour, name, the author if a revision has one, pixels, bytes, in
/// aligned columns, then `[r3-r7 Tree]` for
/// its group and `(main, draft)` for its branches.
///
/// A row that the tree does not connect with its parent says `after r2`.
struct HistoryTable {
  /// The revision that is marked.
  let current: Int
  /// The time for ages, in milliseconds since 1970, UTC.
  let now: Int
  /// Draws the colours of edits; nil for none.
  let chip: ColorChip?
  /// The groups and the branches.
  let places: HistoryPlaces

  /// The maximum columns of a name; `paint show` prints all of it.
  private static let nameColumns = 40
  /// The maximum columns of an author.
  private static let authorColumns = 20

  /// The lines of a revision.
  struct Entry {
    /// Lines of the tree before its own.
    var before: [String]
    /// Its own line.
    var line: String
    /// The tree next to further lines of the revision.
    var rest: String

    /// The lines of the table.
    var lines: [String] { before + [line] }
  }

  /// The table's lines by revision; with `isTree` the tree is drawn before the rows.
  ///
  /// - Parameter hasGap: whether revisions were left out after the first one.
  func entries(_ listed: [ListedRevision], isTree: Bool, hasGap: Bool) -> [Entry] {
    let marks =
      isTree
      ? tree(listed, hasGap: hasGap)
      : listed.enumerated().map { index, entry in
        let mark = entry.revision.number == current ? "*" : " "
        return (HistoryGraph.Row(before: hasGap && index == 1 ? ["…"] : [], line: mark), "")
      }
    let hasAuthors = listed.contains { !$0.revision.author.isEmpty }
    let rows = listed.map { cells($0.revision, withAuthor: hasAuthors) }
    var widths = [0, 0, 0, 0, 0, 0]
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], TextWidth.columns(cell)) }
    }
    let marksWidth = marks.reduce(1) { max($0, TextWidth.columns($1.0.line)) }
    var entries: [Entry] = []
    for (index, row) in rows.enumerated() {
      let (mark, rest) = marks[index]
      var line = TextWidth.padded(mark.line, to: marksWidth)
      for (column, cell) in row.enumerated() {
        line += column == 0 ? " " : "  "
        if column == 2, let chip { line += chip.text(Self.color(of: listed[index].revision)) + " " }
        line += TextWidth.padded(cell, to: widths[column], isRight: column != 2 && !(hasAuthors && column == 3))
      }
      if mark.hidesParent, let above = listed[index].above { line += "  after r\(above)" }
      line += notes(listed[index].revision)
      entries.append(Entry(before: mark.before, line: line, rest: rest))
    }
    return entries
  }

  private func notes(_ revision: Revision) -> String {
    var text = ""
    if let title = places.groupTitle(of: revision) { text += "  [\(TextWidth.cut(title, to: Self.nameColumns))]" }
    let branches = places.branchTitles(on: revision)
    if !branches.isEmpty { text += "  (\(branches))" }
    return text
  }

  private func tree(_ listed: [ListedRevision], hasGap: Bool) -> [(HistoryGraph.Row, String)] {
    var graph = HistoryGraph(listed.lazy.map { ($0.revision.number, $0.above) })
    return listed.enumerated().map { index, entry in
      let number = entry.revision.number
      let skipped = hasGap && index == 1 ? [graph.skip()] : []
      var row = graph.draw(number, above: entry.above, mark: number == current ? "*" : "o")
      row.before = skipped + row.before
      return (row, graph.continuation)
    }
  }

  private func cells(_ revision: Revision, withAuthor hasAuthor: Bool) -> [String] {
    let isStart = revision.parent == nil
    let pixels =
      isStart ? "\(revision.size.width)x\(revision.size.height)" : "\(NumberText.grouped(revision.pixels)) px"
    return [
      "r\(revision.number)", Age.text(milliseconds: now - revision.time),
      TextWidth.cut(Failure.oneLine(revision.name), to: Self.nameColumns),
    ] + (hasAuthor ? [TextWidth.cut(Failure.oneLine(revision.author), to: Self.authorColumns)] : []) + [
      pixels, "\(NumberText.grouped(revision.bytes)) B",
    ]
  }

  /// The colour of an edit, from its command: that of line or fill, or the background of a blank canvas.
  static func color(of revision: Revision) -> Pixel? {
    var line = ParsedLine()
    var parser = LineParser()
    do throws(Failure) {
      let bytes = Array(revision.command.utf8)
      try ScriptLine.split(bytes.span, into: &line.words)
      try parser.parse(&line)
      for option in [OptionID.color, .fill, .background] {
        if let color = try line.value(option, ColorArgument.parse), color.alpha > 0 { return color }
      }
      return nil
    } catch {
      // A command of a later version has no chip.
      return nil
    }
  }
}
