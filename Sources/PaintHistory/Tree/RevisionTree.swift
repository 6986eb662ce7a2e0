/// A node of the revision tree.
struct RevisionNode: Hashable {
  /// The revision it was made from; nil for the start.
  var parent: Int?
  /// The number of revisions from the start.
  var depth: Int
  /// An earlier ancestor (itself for the start): see `RevisionTree`.
  var jump: Int
}

/// The revisions of a document as a tree: finds them, walks between them, and plans undo and redo.
///
/// Every revision has a jump pointer to an ancestor: with p the parent and j its jump, jump = jump(j) if p and j are as
/// far apart as j and jump(j), otherwise p. An ancestor at a given depth, or the greatest ancestor not above a given
/// number, is then found in O(log n) steps. Numbers increase from parent to child, so both walks are the same search.
/// Source: E. W. Myers, "An applicative random-access stack", Information Processing Letters 17 (1983).
final class RevisionTree {
  private let transaction: Transaction
  /// Cached nodes; they never change, so they are kept up to a bound.
  private(set) var known: [Int: RevisionNode] = [:]
  /// More than any walk needs, but bounded, so that a long script does not need more memory.
  private static let bound = 8_192

  init(_ transaction: Transaction) { self.transaction = transaction }

  var index: Index { transaction.index }
  var current: Revision { transaction.current }
  var tip: Int { transaction.state.tip }
  /// The oldest revision that is kept; nodes are returned as if the tree began with it.
  var root: Int { transaction.state.root }
  var openGroup: OpenGroup? { transaction.openGroup }

  /// Caches a node.
  func remember(_ number: Int, _ node: RevisionNode) {
    if known.count >= Self.bound { known.removeAll(keepingCapacity: true) }
    known[number] = node
  }

  /// The totals of the group that was joined last; often more steps are joined to it.
  private var joined: GroupSummary?

  /// Caches the totals of a group.
  func remember(_ group: GroupSummary) { joined = group }

  /// The totals of a group of several revisions; nil if they must be counted.
  func totals(of group: Group) -> GroupSummary? {
    guard let joined, joined.group.first == group.first, joined.group.last == group.last, joined.revisions > 1
    else { return nil }
    return joined
  }

  /// Forgets what is cached, because revisions were removed.
  func forget() {
    known.removeAll()
    joined = nil
  }

  /// The node of a revision that must exist.
  func node(_ number: Int) throws(HistoryError) -> RevisionNode {
    if let node = known[number] { return aboveRoot(node, of: number) }
    guard let node = try index.node(number) else { throw .damaged("revision r\(number) is missing from the index") }
    remember(number, node)
    return aboveRoot(node, of: number)
  }

  /// A node whose jump does not lead below the root: all revisions below the root are its ancestors, so the root itself
  /// is on that path.
  private func aboveRoot(_ node: RevisionNode, of number: Int) -> RevisionNode {
    guard node.jump < root || number == root else { return node }
    return RevisionNode(parent: number == root ? nil : node.parent, depth: node.depth, jump: root)
  }

  /// The node of a new child of `parent`.
  func newChild(of parent: Int) throws(HistoryError) -> RevisionNode {
    let above = try node(parent)
    let jump = try node(above.jump)
    let further = try node(jump.jump)
    let isEven = above.depth - jump.depth == jump.depth - further.depth
    return RevisionNode(parent: parent, depth: above.depth + 1, jump: isEven ? jump.jump : parent)
  }

  /// The greatest ancestor of `revision` (or itself) whose number is at most `bound`.
  func ancestor(of revision: Int, atMost bound: Int) throws(HistoryError) -> Int? {
    guard bound >= 0 else { return nil }
    var here = revision
    while here > bound {
      let node = try node(here)
      guard let parent = node.parent else { return nil }
      let next = node.jump >= bound ? node.jump : parent
      guard next < here else { throw .damaged("revision r\(here) follows itself in the index") }
      here = next
    }
    return here
  }

  /// The ancestor of `revision` (or itself) at the given depth.
  func ancestor(of revision: Int, atDepth depth: Int) throws(HistoryError) -> Int? {
    var here = revision
    while true {
      let node = try node(here)
      if node.depth == depth { return here }
      guard node.depth > depth, let parent = node.parent else { return nil }
      let jump = try self.node(node.jump)
      let next = jump.depth >= depth ? node.jump : parent
      guard next < here else { throw .damaged("revision r\(here) follows itself in the index") }
      here = next
    }
  }
}
