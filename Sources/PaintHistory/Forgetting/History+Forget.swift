extension History {
  /// Makes a revision the oldest one: what does not descend from it is forgotten.
  ///
  /// It counts once `commit` has returned; `collect` then gives the space back.
  ///
  /// - Returns: how many revisions are forgotten.
  /// - Throws: `.notAnAncestor` where what is current, or what redo leads to, would go; `.wouldLoseBranches` where
  ///   branches would.
  public func forget(before number: Int) throws(HistoryError) -> Int {
    precondition(isEditing && openGroup == nil, "a history forgets while it is edited, outside of a group")
    _ = try revision(number)
    for end in [state.current, state.tip] where try tree.ancestor(of: end, atMost: number, in: index) != number {
      throw .notAnAncestor(number, of: end)
    }
    var lost: [String] = []
    for branch in try branches() where try tree.ancestor(of: branch.revision, atMost: number, in: index) != number {
      lost.append(branch.name)
    }
    guard lost.isEmpty else { throw .wouldLoseBranches(lost, before: number) }
    return try prune { (budget, pruned) throws(HistoryError) in
      try advanceRoot(to: number, budget: &budget, &pruned)
    }
  }

  /// Removes a branch's name, and the revisions to which only it leads.
  ///
  /// It counts once `commit` has returned.
  ///
  /// - Returns: how many revisions are forgotten.
  /// - Throws: `.unknownBranch` where there is no such name.
  public func forget(branch name: String) throws(HistoryError) -> Int {
    precondition(isEditing && openGroup == nil, "a history forgets while it is edited, outside of a group")
    guard let end = try branch(name) else { throw .unknownBranch(name) }
    var meeting = state.root
    let others = try branches().filter { $0.name != name }.map(\.revision)
    for other in [state.current, state.tip] + others { meeting = max(meeting, try way(from: end, to: other).meeting) }
    try removeBranch(name)
    guard meeting != end else { return 0 }
    let depth = try tree.node(meeting, in: index).depth
    guard let first = try tree.ancestor(of: end, atDepth: depth + 1, in: index) else { return 0 }
    return try prune { (budget, pruned) throws(HistoryError) in
      _ = try remove(try descendants(of: [first]), budget: &budget, &pruned)
    }
  }

  /// Forgets everything but the picture: what is current becomes the only revision, and all branches' names go.
  ///
  /// It counts once `commit` has returned.
  ///
  /// - Returns: how many revisions are forgotten.
  public func forgetAll() throws(HistoryError) -> Int {
    precondition(isEditing && openGroup == nil, "a history forgets while it is edited, outside of a group")
    for branch in try branches() { try removeBranch(branch.name) }
    state.tip = state.current
    return try prune { (budget, pruned) throws(HistoryError) in
      _ = try remove(try descendants(of: try children(of: state.current)), budget: &budget, &pruned)
      try advanceRoot(to: state.current, budget: &budget, &pruned)
    }
  }

  /// Revisions and all that descends from them.
  private func descendants(of numbers: [Int]) throws(HistoryError) -> [Int] {
    var all = numbers
    var next = 0
    while next < all.count {
      all += try children(of: all[next])
      next += 1
    }
    return all
  }

  private func prune(
    _ body: (inout Int, inout Pruned) throws(HistoryError) -> Void
  ) throws(HistoryError) -> Int {
    var budget = Int.max
    var pruned = Pruned()
    do throws(HistoryError) {
      try body(&budget, &pruned)
      try note(pruned)
    } catch {
      if isEditing { rollback() }
      throw error
    }
    state.steps = -1
    return pruned.revisions
  }
}
