/// Draws a tree of revisions as ASCII lines, the oldest first, like git's log in reverse.
///
/// Each branch has a column. It begins with its first revision, next to its parent's column; the last child of a
/// revision continues its column, so the newest branch is straight.
///
/// At most `width` columns are drawn, so that a tree with thousands of branches has lines that can be read, and its
/// drawing is as long as its list. The other branches are one column without a path, `…`: the rows of their children
/// must name the parent.
struct HistoryGraph {
  /// The number of columns with a path.
  private let width: Int
  /// For each column the revision whose next child is expected; nil if the column is free.
  private var columns: [Int?] = []
  /// Revisions without a column, whose next child is expected.
  private var hidden: Set<Int> = []
  /// The number of children of each revision that are not drawn yet.
  private var children: [Int: Int] = [:]

  /// Creates the graph of these revisions, each with the one above it.
  init(_ listed: some Sequence<(number: Int, above: Int?)>, width: Int = 24) {
    self.width = width
    for entry in listed { if let above = entry.above { children[above, default: 0] += 1 } }
  }

  /// A revision in the graph.
  struct Row {
    /// The lines before its own.
    var before: [String] = []
    /// Its own line, with the mark in its column.
    var line = ""
    /// Whether no path leads to the revision above it, because one of the two has no column.
    var hidesParent = false
  }

  /// The lines before a revision's own, and its own with `mark` in its column.
  ///
  /// - Complexity: O(`width`).
  mutating func draw(_ number: Int, above: Int?, mark: Character) -> Row {
    var row = Row()
    var column = free()
    let rest = above.flatMap { children[$0] }.map { $0 - 1 }
    if let above { children[above] = rest }
    if let above, let parent = columns.firstIndex(of: above) {
      if rest == 0 {
        column = parent
      } else if let column {
        row.before.append(fork(from: parent, to: column))
      } else {
        row.hidesParent = true
      }
    } else if let above, hidden.contains(above) {
      row.hidesParent = true
      if column != nil { row.before.append(lines() + ellipsis) }
      if rest == 0 { hidden.remove(above) }
    } else if wasDrawn, !isGapDrawn {
      // Its parent is not in the list, which a gap in its column shows.
      row.before.append(lines() + ellipsis)
    }
    let isLast = (children[number] ?? 0) == 0
    if let column {
      if column == columns.count { columns.append(nil) }
      columns[column] = number
      row.line = lines(marking: column, mark) + ellipsis
      if isLast { columns[column] = nil }
    } else {
      row.line = "\(lines()) \(mark)"
      if !isLast { hidden.insert(number) }
    }
    while let last = columns.last, last == nil { columns.removeLast() }
    wasDrawn = true
    isGapDrawn = false
    return row
  }

  /// The line for revisions that are left out here; it is also the gap above the next revision.
  mutating func skip() -> String {
    isGapDrawn = true
    return columns.isEmpty ? "…" : lines() + " …"
  }

  /// The line after the last one that was drawn, before the next revision.
  var continuation: String { lines() + ellipsis }

  private var wasDrawn = false
  /// Whether the last line already shows a gap.
  private var isGapDrawn = false

  /// What stands for the branches without a column.
  private var ellipsis: String { hidden.isEmpty ? "" : columns.isEmpty ? "…" : " …" }

  /// The first free column, perhaps a new one; nil if all are taken.
  private func free() -> Int? { columns.firstIndex(of: nil) ?? (columns.count < width ? columns.count : nil) }

  /// The lines of all columns, with `mark` in one of them.
  private func lines(marking marked: Int? = nil, _ mark: Character = "|") -> String {
    var text = ""
    for (index, column) in columns.enumerated() {
      if index > 0 { text.append(" ") }
      text.append(index == marked ? mark : column == nil ? " " : "|")
    }
    return text
  }

  /// The lines of all columns, and one from a column to a free one.
  private func fork(from start: Int, to end: Int) -> String {
    var text = Array(lines())
    let last = 2 * max(start, end)
    while text.count < last { text.append(" ") }
    let (left, right) = start < end ? (2 * start + 1, last - 1) : (2 * end + 1, last - 1)
    for place in left...right where text[place] == " " { text[place] = "-" }
    text[start < end ? right : left] = start < end ? "\\" : "/"
    return String(text)
  }
}
