/// The work that remains to forget part of a history.
struct ForgettingWork {
  /// The revision that becomes the oldest; nil if that does not change.
  var root: Int?
  /// The branch to remove with the last revision, so that an interrupted command can be repeated.
  var branch: String?
  /// The roots of the subtrees to remove.
  var subtreeRoots: [Int] = []
  /// All revisions to remove, in ascending order, while nobody adds one.
  var remaining: [Int] = []
  /// `nextRevision` when they were listed; 0 if they were not listed yet.
  var listedBefore = 0
}

extension Maintenance {
  /// The number of revisions that are removed between two checks of the deadline.
  private static let batchSize = 16

  /// Does part of the work in the open transaction; true if all is done.
  ///
  /// Changes by others since the last call are taken into account: a revision that has a name now is not forgotten.
  ///
  /// - Parameters:
  ///   - budget: about how many revisions may be removed.
  ///   - deadline: when to stop; nil for never.
  func advance(
    _ work: inout ForgettingWork, atMost budget: Int = .max, until deadline: Duration? = nil
  ) throws(HistoryError) -> Bool {
    var budget = budget
    var pruned = Pruned()
    try history.rollingBack { () throws(HistoryError) in
      if let root = work.root { try checkEnds(descendFrom: root) }
      try list(&work)
      // Some work is always done, however slow the machine is.
      func isInTime() -> Bool {
        budget > 0 && (pruned.revisions == 0 || deadline.map { disk.monotonicTime() < $0 } ?? true)
      }
      var end = try work.branch.flatMap { (name) throws(HistoryError) in try history.branch(name) }
      while !work.remaining.isEmpty, isInTime() {
        let some = Array(work.remaining.suffix(min(Self.batchSize, budget)))
        work.remaining.removeLast(some.count)
        if let name = end, let last = work.remaining.last, name > last, try isInSubtrees(work.subtreeRoots, name) {
          end = try tree.ancestor(of: name, atMost: last)
        }
        _ = try remove(some, budget: &budget, &pruned)
      }
      if let name = work.branch {
        if work.remaining.isEmpty {
          try history.removeBranch(name)
        } else if let end {
          try history.setBranch(name, to: end)
        }
      }
      if work.remaining.isEmpty, let root = work.root {
        while state.root != root, isInTime() {
          try advanceRoot(to: try ancestor(of: root, behindRoot: Self.batchSize), budget: &budget, &pruned)
        }
      }
      try note(pruned)
    }
    transaction.state.steps = -1
    return work.remaining.isEmpty && work.root.map { $0 == state.root } ?? true
  }

  /// Throws unless the current revision, the tip and all branches descend from a revision.
  func checkEnds(descendFrom number: Int) throws(HistoryError) {
    for end in [state.current, state.tip] where try tree.ancestor(of: end, atMost: number) != number {
      throw .notAnAncestor(number, of: end)
    }
    var lost: [String] = []
    for branch in try history.branches() where try tree.ancestor(of: branch.revision, atMost: number) != number {
      lost.append(branch.name)
    }
    guard lost.isEmpty else { throw .wouldLoseBranches(lost, before: number) }
  }

  /// Lists the revisions to remove if that is outdated; leaves out those that have a name by now.
  private func list(_ work: inout ForgettingWork) throws(HistoryError) {
    if work.remaining.isEmpty, work.listedBefore > 0 { return }
    var subtreeRoots: [Int] = []
    let ends = [state.current, state.tip] + (try history.branches()).filter { $0.name != work.branch }.map(\.revision)
    for top in work.subtreeRoots {
      var isHeld = false
      for end in ends where try isInSubtrees([top], end) { isHeld = true }
      if !isHeld { subtreeRoots.append(top) }
    }
    guard subtreeRoots != work.subtreeRoots || work.listedBefore != state.nextRevision else { return }
    work.subtreeRoots = subtreeRoots
    work.remaining = try descendants(of: subtreeRoots).sorted()
    work.listedBefore = state.nextRevision
  }

  /// Whether a revision is one of the subtree roots or descends from one.
  private func isInSubtrees(_ subtreeRoots: [Int], _ number: Int) throws(HistoryError) -> Bool {
    for top in subtreeRoots where try tree.ancestor(of: number, atMost: top) == top { return true }
    return false
  }

  /// The ancestor of a revision that is the given number of steps after the root, or the revision itself.
  private func ancestor(of number: Int, behindRoot steps: Int) throws(HistoryError) -> Int {
    let depth = try tree.node(state.root).depth + steps
    guard try tree.node(number).depth > depth else { return number }
    return try tree.ancestor(of: number, atDepth: depth) ?? number
  }

  /// Revisions and all their descendants.
  func descendants(of numbers: [Int]) throws(HistoryError) -> [Int] {
    var all = numbers
    var next = 0
    while next < all.count {
      all += try history.children(of: all[next])
      next += 1
    }
    return all
  }
}
