extension Maintenance {
  /// Forgets part of the history, in the open transaction.
  func forget(_ part: Forgettable) throws(HistoryError) -> Int {
    let before = state.revisions
    var work = try work(for: part)
    _ = try advance(&work)
    return before - state.revisions
  }

  /// Forgets part of the history in slices of about 50 ms, each a separate transaction, and lets other writers in
  /// between them.
  func forgetInSlices(_ part: Forgettable) throws(HistoryError) -> Int {
    precondition(isEditing, "a history forgets while it is edited")
    try history.rollingBack { () throws(HistoryError) in try checkIndex() }
    var work: ForgettingWork?
    var forgotten = 0
    var isDone = false
    while !isDone {
      try inSlice { () throws(HistoryError) in
        let before = state.revisions
        var rest: ForgettingWork
        if let work { rest = work } else { rest = try self.work(for: part) }
        isDone = try advance(
          &rest, atMost: Self.revisionsPerSlice, until: disk.monotonicTime() + Self.sliceDuration / 2)
        work = rest
        forgotten += before - state.revisions
        guard let progress = history.progress else { return }
        // What is removed on the way to a later root is not listed, but there is at least the line to it.
        let steps = try rest.root.map { (root) throws(HistoryError) in
          try tree.node(root).depth - tree.node(state.root).depth
        }
        progress(forgotten, forgotten + rest.remaining.count + max(steps ?? 0, 0))
      }
    }
    return forgotten
  }

  /// Checks that the part can be forgotten; returns the work to do.
  private func work(for part: Forgettable) throws(HistoryError) -> ForgettingWork {
    precondition(isEditing && transaction.openGroup == nil, "a history forgets while it is edited, outside of a group")
    switch part {
    case .before(let number):
      _ = try history.revision(number)
      try checkEnds(descendFrom: number)
      return ForgettingWork(root: number)
    case .branch(let name):
      guard let end = try history.branch(name) else { throw .unknownBranch(name) }
      var commonAncestor = state.root
      let others = try history.branches().filter { $0.name != name }.map(\.revision)
      for other in [state.current, state.tip] + others {
        commonAncestor = max(commonAncestor, try history.distance(from: end, to: other).commonAncestor)
      }
      guard commonAncestor != end else { return ForgettingWork(branch: name) }
      let depth = try tree.node(commonAncestor).depth
      guard let first = try tree.ancestor(of: end, atDepth: depth + 1) else { return ForgettingWork(branch: name) }
      return ForgettingWork(branch: name, subtreeRoots: [first])
    case .all:
      for branch in try history.branches() { try history.removeBranch(branch.name) }
      transaction.state.tip = state.current
      return ForgettingWork(root: state.current, subtreeRoots: try history.children(of: state.current))
    }
  }
}
