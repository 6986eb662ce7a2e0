/// What prevents the limits from being applied.
public enum LimitBlocker: Sendable, Hashable {
  /// A branch that does not descend from the revision that the limits would make the root.
  case branch(Branch)
  /// Redo: undone steps do not count until they are redone.
  case redo
}

extension Maintenance {
  /// The branches, ordered by name, and redo, if they prevent the limits from being applied; usually none.
  func limitBlockers() throws(HistoryError) -> [LimitBlocker] {
    let limits = state.limits
    guard limits.steps > 0 || limits.bytes > 0 else { return [] }
    let back = try tree.plannedUndo(.max).steps
    let isOverBytes = limits.bytes > 0 && state.liveBytes > limits.bytes
    func isOver(_ steps: Int) -> Bool {
      limits.steps > 0 && steps > limits.steps || isOverBytes && steps > Limits.minimumSteps
    }
    var holders: [LimitBlocker] = []
    if isOver(back), let next = try tree.stepBehindRoot() {
      for branch in try history.branches()
      where try history.distance(from: next, to: branch.revision).commonAncestor != next {
        holders.append(.branch(branch))
      }
      if try history.distance(from: next, to: state.tip).commonAncestor != next { holders.append(.redo) }
    } else if state.tip != current.number {
      if isOver(back + (try tree.plannedRedo(.max).steps)) { holders.append(.redo) }
    }
    return holders
  }
}
