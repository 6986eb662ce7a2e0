extension History {
  /// How many revisions a commit prunes at most, so that a stroke stays a stroke.
  static let pruningABit = 64

  /// Sets how much is kept, and drops what is more than that; it counts once `commit` has returned.
  ///
  /// - Parameter slice: how many revisions are dropped at most; `collect` drops the rest, letting others in between.
  /// - Returns: how many revisions are dropped.
  /// - Throws: `.damaged` where the index is damaged, `.disk` or `.index` where what changes cannot be read or written.
  ///   The transaction is over then, and the document is as it was at the last commit.
  /// - Precondition: no limit of steps is between 0 and `Limits.fewestSteps`.
  @discardableResult
  public func setLimits(_ limits: Limits, atMost slice: Int = .max) throws(HistoryError) -> Int {
    precondition(limits.steps == 0 || limits.steps >= Limits.fewestSteps, "at least 5 steps are kept")
    precondition(limits.isSound, "limits are not negative")
    let before = state.revisions
    if limits != state.limits {
      do throws(HistoryError) {
        // The gc that follows would: nothing is changed where it must refuse.
        try checkIndex()
      } catch {
        rollback()
        throw error
      }
      state.limits = limits
      try note(.limits(limits))
    }
    do throws(HistoryError) {
      let deadline = slice == .max ? nil : disk.monotonicTime() + Self.sliceLength / 2
      try enforceLimits(atMost: slice, until: deadline)
      try forgetOldSides(atMost: slice)
    } catch {
      if isEditing { rollback() }
      throw error
    }
    return before - state.revisions
  }

  /// Prunes the steps that are more than the limits allow, at most `budget` revisions and what hangs off them.
  ///
  /// - Parameter deadline: when it stops, though not before the first step.
  func enforceLimits(atMost budget: Int, until deadline: Duration? = nil) throws(HistoryError) {
    let limits = state.limits
    guard limits.steps > 0 || limits.bytes > 0, current.number != state.root else { return }
    _ = index
    let bytes = state.liveBytes + writer.packs.bytes
    let depth = try current.depth - tree.node(state.root, in: index).depth
    let isOverBytes = limits.bytes > 0 && bytes > limits.bytes && depth > Limits.fewestSteps
    guard limits.steps > 0 && depth > limits.steps || isOverBytes else { return }
    if state.steps < 0 { state.steps = try stepsBack(.max).steps }
    var most = 0
    if limits.steps > 0 { most = state.steps - limits.steps }
    if isOverBytes { most = max(most, state.steps - Limits.fewestSteps) }
    guard most > 0 else { return }
    let least = limits.steps > 0 ? state.steps - limits.steps : 0
    let bound = try highestRoot()
    var budget = budget
    var pruned = Pruned()
    var taken = 0
    while taken < most, budget > 0, taken < least || state.liveBytes + writer.packs.bytes > limits.bytes {
      if taken > 0, let deadline, disk.monotonicTime() >= deadline { break }
      guard let next = try stepBehindRoot(), next <= bound else { break }
      let wanted = next
      try advanceRoot(to: wanted, budget: &budget, &pruned)
      guard state.root == wanted else { break }
      // What the tree remembers of the revisions that went is not asked for: no way leads below the root.
      taken += 1
    }
    // Where the budget ended within a group, its rest is a step still.
    state.steps -= taken
    try note(pruned)
  }

  /// The end of the step that follows the root on the way to the current revision.
  func stepBehindRoot() throws(HistoryError) -> Int? {
    let depth = try tree.node(state.root, in: index).depth
    guard let next = try tree.ancestor(of: current.number, atDepth: depth + 1, in: index) else { return nil }
    guard let group = try group(of: try known(next)) else { return next }
    return try way(from: group.last, to: current.number).meeting
  }

  /// The newest revision that may be the root: current, tip and all branches descend from it, and a power cut cannot
  /// take it.
  func highestRoot(holding branches: [Branch]? = nil) throws(HistoryError) -> Int {
    var bound = try way(from: state.current, to: state.tip).meeting
    var named = branches ?? []
    if branches == nil { named = try self.branches() }
    for branch in named where branch.revision != bound {
      bound = try way(from: bound, to: branch.revision).meeting
    }
    if bound > state.syncedRevision {
      bound = try tree.ancestor(of: bound, atMost: state.syncedRevision, in: index) ?? state.root
    }
    return bound
  }
}
