/// What the tree of revisions knows of one of them.
struct RevisionNode: Hashable {
  /// The revision it was made from; nil for the start.
  var parent: Int?
  /// Steps from the start.
  var depth: Int
  /// An ancestor further back (itself for the start): see `RevisionTree`.
  var jump: Int
}

/// Walks in the tree of revisions, in logarithmic time by jump pointers.
///
/// Every revision carries one jump to an ancestor: with p the parent and j its jump, jump = jump(j) if p and j are as
/// far apart as j and jump(j), else p. From any revision an ancestor at a given depth, or the greatest ancestor not
/// above a given number, is then O(log n) steps away. Numbers grow from parent to child, so both walks are the same
/// search. Source: E. W. Myers, "An applicative random-access stack", Information Processing Letters 17 (1983).
struct RevisionTree {
  /// The oldest revision that is kept; nodes are told as if the tree began with it.
  var root = 0
  /// Nodes seen so far; they never change, so they are kept for the life of the process, up to a bound.
  private(set) var known: [Int: RevisionNode] = [:]
  /// More than any walk needs, and so few that a script of any length takes no more memory.
  private static let bound = 8_192

  /// Adds a node without asking the index.
  mutating func remember(_ number: Int, _ node: RevisionNode) {
    if known.count >= Self.bound { known.removeAll(keepingCapacity: true) }
    known[number] = node
  }

  /// Forgets all nodes, because revisions were removed.
  mutating func forget() { known.removeAll() }

  /// The node of a revision that must be there; the index is asked for only when it is needed.
  mutating func node(_ number: Int, in index: @autoclosure () -> Index) throws(HistoryError) -> RevisionNode {
    if let node = known[number] { return aboveRoot(node, of: number) }
    guard let node = try HistoryError.catching({ () throws(DatabaseError) in try index().node(number) }) else {
      throw .damaged("revision r\(number) is missing from the index")
    }
    remember(number, node)
    return aboveRoot(node, of: number)
  }

  /// A node whose jump does not lead to revisions that are not kept: those below the root are all ancestors of it, so the
  /// root itself lies on that way.
  private func aboveRoot(_ node: RevisionNode, of number: Int) -> RevisionNode {
    guard node.jump < root || number == root else { return node }
    return RevisionNode(parent: number == root ? nil : node.parent, depth: node.depth, jump: root)
  }

  /// The node that a new child of `parent` gets.
  mutating func newChild(of parent: Int, in index: @autoclosure () -> Index) throws(HistoryError) -> RevisionNode {
    let above = try node(parent, in: index())
    let jump = try node(above.jump, in: index())
    let further = try node(jump.jump, in: index())
    let isEven = above.depth - jump.depth == jump.depth - further.depth
    return RevisionNode(parent: parent, depth: above.depth + 1, jump: isEven ? jump.jump : parent)
  }

  /// The greatest ancestor of `revision` (or itself) whose number is at most `bound`.
  mutating func ancestor(of revision: Int, atMost bound: Int, in index: @autoclosure () -> Index) throws(HistoryError)
    -> Int?
  {
    guard bound >= 0 else { return nil }
    var here = revision
    while here > bound {
      let node = try node(here, in: index())
      guard let parent = node.parent else { return nil }
      let next = node.jump >= bound ? node.jump : parent
      guard next < here else { throw .damaged("revision r\(here) follows itself in the index") }
      here = next
    }
    return here
  }

  /// The ancestor of `revision` (or itself) that is `depth` steps from the start.
  mutating func ancestor(of revision: Int, atDepth depth: Int, in index: @autoclosure () -> Index) throws(HistoryError)
    -> Int?
  {
    var here = revision
    while true {
      let node = try node(here, in: index())
      if node.depth == depth { return here }
      guard node.depth > depth, let parent = node.parent else { return nil }
      let jump = try self.node(node.jump, in: index())
      let next = jump.depth >= depth ? node.jump : parent
      guard next < here else { throw .damaged("revision r\(here) follows itself in the index") }
      here = next
    }
  }
}
