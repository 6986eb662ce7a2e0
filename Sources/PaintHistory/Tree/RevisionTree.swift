/// The revisions of a document as a tree: looks them up, walks between them, and plans undo and redo.
final class RevisionTree {
  private let transaction: Transaction
  private var nodes = RevisionNodes()

  init(_ transaction: Transaction) { self.transaction = transaction }

  var index: Index { transaction.index }
  var current: Revision { transaction.current }
  var tip: Int { transaction.state.tip }
  var root: Int { transaction.state.root }

  /// Forgets the cached nodes, because revisions were removed.
  func forget() { nodes.forget() }

  /// Caches the node of a new revision.
  func remember(_ number: Int, _ node: RevisionNode) { nodes.remember(number, node) }

  // MARK: Nodes

  /// The node of a revision that must exist.
  func node(_ number: Int) throws(HistoryError) -> RevisionNode {
    nodes.root = root
    return try nodes.node(number, in: index)
  }

  /// The node of a new child of `parent`.
  func newChild(of parent: Int) throws(HistoryError) -> RevisionNode {
    nodes.root = root
    return try nodes.newChild(of: parent, in: index)
  }

  /// The greatest ancestor of `revision` (or itself) whose number is at most `bound`.
  func ancestor(of revision: Int, atMost bound: Int) throws(HistoryError) -> Int? {
    nodes.root = root
    return try nodes.ancestor(of: revision, atMost: bound, in: index)
  }

  /// The ancestor of `revision` (or itself) at the given depth.
  func ancestor(of revision: Int, atDepth depth: Int) throws(HistoryError) -> Int? {
    nodes.root = root
    return try nodes.ancestor(of: revision, atDepth: depth, in: index)
  }

  // MARK: Revisions

  /// The revision with the given number.
  ///
  /// - Throws: `.unknownRevision` if it does not exist.
  func revision(_ number: Int) throws(HistoryError) -> Revision {
    if number == current.number { return current }
    guard let found = try index.revision(number) else { throw .unknownRevision(number) }
    return found
  }

  /// A revision that the index refers to.
  ///
  /// - Throws: `.damaged` if it is missing.
  func indexedRevision(_ number: Int) throws(HistoryError) -> Revision {
    number == current.number ? current : try index.indexedRevision(number)
  }

  /// The parent of a revision other than the oldest one.
  func parent(of revision: Revision) throws(HistoryError) -> Revision {
    guard let parent = revision.parent, parent < revision.number else {
      throw .damaged("r\(revision.number) does not lead back to the start")
    }
    return try index.indexedRevision(parent)
  }

  /// The revisions between two revisions, through their nearest common ancestor: those that are undone, newest first,
  /// and those that are redone, oldest first.
  func revisions(between first: Int, and second: Int) throws(HistoryError) -> (undone: [Revision], redone: [Revision]) {
    var undone: [Revision] = []
    var redone: [Revision] = []
    var (here, there) = (try revision(first), try revision(second))
    // A child's number is greater than its parent's, so the greater of the two is never the ancestor.
    while here.number != there.number {
      if here.number > there.number {
        undone.append(here)
        here = try parent(of: here)
      } else {
        redone.append(there)
        there = try parent(of: there)
      }
    }
    return (undone, redone.reversed())
  }

  /// The number of revisions between two revisions, and their nearest common ancestor.
  func distance(
    from first: Int, to second: Int
  ) throws(HistoryError) -> (undone: Int, redone: Int, commonAncestor: Int) {
    var low = min(first, second)
    var high = max(first, second)
    // A child's number is greater than its parent's, so only the smaller of the two can be the ancestor.
    while low != high {
      guard let ancestor = try ancestor(of: high, atMost: low) else {
        throw .damaged("r\(high) does not lead back to the start")
      }
      (low, high) = (min(low, ancestor), max(low, ancestor))
    }
    let depth = try node(low).depth
    return (try node(first).depth - depth, try node(second).depth - depth, low)
  }

  /// The ancestor of a revision (or itself) that is the given number of revisions before it.
  func ancestor(of number: Int, stepsBack steps: Int) throws(HistoryError) -> Revision {
    let depth = try node(number).depth
    guard let ancestor = try ancestor(of: number, atDepth: depth - steps) else {
      throw .damaged("r\(number) does not lead back to the start")
    }
    return try index.indexedRevision(ancestor)
  }

  // MARK: Groups

  /// The group with the given number, which is that of its first revision; nil if there is none.
  func group(_ number: Int) throws(HistoryError) -> Group? {
    if let open = transaction.openGroup, open.first == number {
      return Group(first: number, last: open.summary.group.last, name: open.name)
    }
    return try index.group(number)
  }

  /// All groups, including an open one, in ascending order.
  func groups() throws(HistoryError) -> [Group] {
    var groups = try index.groups()
    if let first = transaction.openGroup?.first, let group = try group(first) { groups.append(group) }
    return groups
  }

  /// The group of a revision; nil if it is not in a group.
  ///
  /// Also nil if the group does not exist: another process may have ungrouped it since a reader saw the revision.
  func group(of revision: Revision) throws(HistoryError) -> Group? {
    guard let number = revision.group, number <= revision.number else { return nil }
    return try group(number)
  }
}
