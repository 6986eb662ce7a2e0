import PaintHistory

/// The groups that revisions are in, and the branches that are on them.
struct HistoryPlaces {
  private var groups: [Int: Group] = [:]
  private var branches: [Int: [String]] = [:]

  /// Asks for each group of these revisions once, and for all branches.
  init(of revisions: some Sequence<Revision>, in history: History) throws(HistoryError) {
    for branch in try history.branches() { branches[branch.revision, default: []].append(branch.name) }
    for revision in revisions {
      if let number = revision.group, groups[number] == nil { groups[number] = try history.group(number) }
    }
  }

  /// The group that a revision is in; nil where it is a step of its own.
  func group(of revision: Revision) -> Group? { revision.group.flatMap { groups[$0] } }

  /// The names that stand on a revision, ordered by their bytes.
  func branches(on revision: Revision) -> [String] { branches[revision.number] ?? [] }

  /// The same for people: `main, draft`.
  func branchTitles(on revision: Revision) -> String {
    branches(on: revision).map { Failure.oneLine($0) }.joined(separator: ", ")
  }

  /// `r3-r7 Tree`; nil where the revision is a step of its own.
  func groupTitle(of revision: Revision) -> String? {
    guard let group = group(of: revision) else { return nil }
    let numbers = group.first == group.last ? "r\(group.first)" : "r\(group.first)-r\(group.last)"
    return "\(numbers) \(Failure.oneLine(group.name))"
  }
}
