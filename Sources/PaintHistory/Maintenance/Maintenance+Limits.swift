extension Maintenance {
  /// The maximum number of revisions that one commit prunes, so that a stroke stays fast.
  static let revisionsPrunedPerCommit = 64

  /// Sets the limits and drops revisions beyond them; it takes effect when `commit` has returned.
  @discardableResult
  func setLimits(_ limits: Limits, atMost slice: Int = .max) throws(HistoryError) -> Int {
    precondition(limits.steps == 0 || limits.steps >= Limits.minimumSteps, "at least 5 steps are kept")
    precondition(limits.isValid, "limits are not negative")
    let before = state.revisions
    if limits != state.limits {
      try history.rollingBack { () throws(HistoryError) in
        // The gc that follows would fail, so nothing is changed.
        try checkIndex()
      }
      transaction.state.limits = limits
      try history.note(.limits(limits))
    }
    try history.rollingBack { () throws(HistoryError) in
      let deadline = slice == .max ? nil : disk.monotonicTime() + Self.sliceDuration / 2
      try enforceLimits(atMost: slice, until: deadline)
      try forgetOldSideBranches(atMost: slice)
    }
    return before - state.revisions
  }

  /// Prunes the steps beyond the limits, at most about `budget` revisions including their side branches.
  ///
  /// - Parameter deadline: when to stop, but not before the first step.
  func enforceLimits(atMost budget: Int, until deadline: Duration? = nil) throws(HistoryError) {
    let limits = state.limits
    guard limits.steps > 0 || limits.bytes > 0, current.number != state.root else { return }
    let bytes = state.liveBytes + transaction.writer.packs.bytes
    let depth = try current.depth - tree.node(state.root).depth
    let isOverBytes = limits.bytes > 0 && bytes > limits.bytes && depth > Limits.minimumSteps
    guard limits.steps > 0 && depth > limits.steps || isOverBytes else { return }
    if state.steps < 0 { transaction.state.steps = try tree.plannedUndo(.max).steps }
    var most = 0
    if limits.steps > 0 { most = state.steps - limits.steps }
    if isOverBytes { most = max(most, state.steps - Limits.minimumSteps) }
    guard most > 0 else { return }
    let least = limits.steps > 0 ? state.steps - limits.steps : 0
    let bound = try highestRoot()
    var budget = budget
    var pruned = Pruned()
    var taken = 0
    while taken < most, budget > 0, taken < least || state.liveBytes + transaction.writer.packs.bytes > limits.bytes {
      if taken > 0, let deadline, disk.monotonicTime() >= deadline { break }
      guard let next = try tree.stepBehindRoot(), next <= bound else { break }
      let wanted = next
      try advanceRoot(to: wanted, budget: &budget, &pruned)
      guard state.root == wanted else { break }
      // The tree's cached nodes of removed revisions are not used, because no walk goes below the root.
      taken += 1
    }
    // If the budget ended within a group, the rest of the group is still a step.
    transaction.state.steps -= taken
    try note(pruned)
  }

  /// The newest revision that may become the root: current, tip and all branches descend from it, and it is synced.
  func highestRoot(holding branches: [Branch]? = nil) throws(HistoryError) -> Int {
    var bound = try history.distance(from: state.current, to: state.tip).commonAncestor
    var named = branches ?? []
    if branches == nil { named = try history.branches() }
    for branch in named where branch.revision != bound {
      bound = try history.distance(from: bound, to: branch.revision).commonAncestor
    }
    if bound > state.syncedRevision {
      bound = try tree.ancestor(of: bound, atMost: state.syncedRevision) ?? state.root
    }
    return bound
  }
}
