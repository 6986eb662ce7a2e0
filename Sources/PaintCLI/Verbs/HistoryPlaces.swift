import PaintHistory

/// The groups and the branches of revisions.
struct HistoryPlaces {
  private var groups: [Int: Group] = [:]
  private var branches: [Int: [String]] = [:]

  /// Reads each group of these revisions once, and all branches.
  init(of revisions: some Sequence<Revision>, in history: History) throws(HistoryError) {
    for branch in try history.branches() { branches[branch.revision, default: []].append(branch.name) }
    for revision in revisions {
      if let number = revision.group, groups[number] == nil { groups[number] = try history.group(number) }
    }
  }

  /// The group of a revision; nil if it has none.
  func group(of revision: Revision) -> Group? { revision.group.flatMap { groups[$0] } }

  /// The branches on a revision, ordered by the bytes of their names.
  func branches(on revision: Revision) -> [String] { branches[revision.number] ?? [] }

  /// The same as text: `main, draft`.
  func branchTitles(on revision: Revision) -> String {
    branches(on: revision).map { Failure.oneLine($0) }.joined(separator: ", ")
  }

  /// `r3-r7 Tree`; nil if the revision has no group.
  func groupTitle(of revision: Revision) -> String? {
    guard let group = group(of: revision) else { return nil }
    let numbers = group.first == group.last ? "r\(group.first)" : "r\(group.first)-r\(group.last)"
    return "\(numbers) \(Failure.oneLine(group.name))"
  }
}
