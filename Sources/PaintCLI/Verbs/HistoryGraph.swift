/// Draws a tree of revisions as ASCII lines, the oldest first, like git's log in reverse.
///
/// Each branch has a column. It begins with its first revision, next to its parent's column; the last child of a
/// revision continues its column, so the newest branch is straight.
struct HistoryGraph {
  /// For each column the revision whose next child is expected; nil if the column is free.
  private var columns: [Int?] = []
  /// The number of children of each revision that are not drawn yet.
  private var children: [Int: Int] = [:]

  /// Creates the graph of these revisions, each with the one above it.
  init(_ listed: some Sequence<(number: Int, above: Int?)>) {
    for entry in listed { if let above = entry.above { children[above, default: 0] += 1 } }
  }

  /// The lines before a revision's own, and its own with `mark` in its column.
  mutating func draw(_ number: Int, above: Int?, mark: Character) -> (before: [String], line: String) {
    var before: [String] = []
    let column: Int
    if let above, let parent = columns.firstIndex(of: above) {
      let rest = (children[above] ?? 1) - 1
      children[above] = rest
      if rest == 0 {
        column = parent
      } else {
        column = free()
        before.append(fork(from: parent, to: column))
      }
    } else {
      // Its parent is not in the list, which a gap in its column shows.
      column = free()
      if wasDrawn, !isGapDrawn { before.append(lines()) }
    }
    if column == columns.count { columns.append(nil) }
    columns[column] = number
    let line = lines(marking: column, mark)
    if (children[number] ?? 0) == 0 { columns[column] = nil }
    while let last = columns.last, last == nil { columns.removeLast() }
    wasDrawn = true
    isGapDrawn = false
    return (before, line)
  }

  /// The line for revisions that are left out here; it is also the gap above the next revision.
  mutating func skip() -> String {
    isGapDrawn = true
    return columns.isEmpty ? "…" : lines() + " …"
  }

  /// The line after the last one that was drawn, before the next revision.
  var continuation: String { lines() }

  private var wasDrawn = false
  /// Whether the last line already shows a gap.
  private var isGapDrawn = false

  /// The first free column, perhaps a new one.
  private func free() -> Int { columns.firstIndex(of: nil) ?? columns.count }

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
