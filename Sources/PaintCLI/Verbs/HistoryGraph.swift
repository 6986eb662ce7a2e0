/// Draws a tree of revisions as lines of ASCII, the oldest first, as git's log does the other way round.
///
/// A branch has a column of its own. It begins when its first revision comes, next to the one it was made from, and the
/// last child of a revision goes on in its column, so the column of what is drawn on is straight.
struct HistoryGraph {
  /// By column the revision whose next child is waited for, nil where the column is free.
  private var columns: [Int?] = []
  /// How many children of each revision are still to come.
  private var children: [Int: Int] = [:]

  /// The graph of those revisions, each with the one above it.
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
      // What it was made from is not in the list: a gap in its column says so.
      column = free()
      if !columns.isEmpty || wasDrawn { before.append(lines()) }
    }
    if column == columns.count { columns.append(nil) }
    columns[column] = number
    let line = lines(marking: column, mark)
    if (children[number] ?? 0) == 0 { columns[column] = nil }
    while let last = columns.last, last == nil { columns.removeLast() }
    wasDrawn = true
    return (before, line)
  }

  private var wasDrawn = false

  /// The first free column, perhaps a new one.
  private func free() -> Int { columns.firstIndex(of: nil) ?? columns.count }

  /// All columns' lines, with `mark` in one of them.
  private func lines(marking marked: Int? = nil, _ mark: Character = "|") -> String {
    var text = ""
    for (index, column) in columns.enumerated() {
      if index > 0 { text.append(" ") }
      text.append(index == marked ? mark : column == nil ? " " : "|")
    }
    return text
  }

  /// All columns' lines, and one that leads from a column to a free one.
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
