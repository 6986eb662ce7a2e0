extension History {
  /// Whether undo is possible.
  public var canUndo: Bool { current.parent != nil }

  /// Whether redo is possible.
  public var canRedo: Bool { state.tip != state.current }

  /// Undoes at most `steps` steps.
  ///
  /// A step goes to the parent, or from anywhere in a group to the parent of its first revision.
  ///
  /// No pixels are read. It takes effect when `commit` has returned.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged. The current revision does not change
  ///   then.
  /// - Complexity: O(log revisions) for one step; for several steps plus the groups with numbers in between.
  public func undo(_ steps: Int) throws(HistoryError) -> Move {
    precondition(transaction.openGroup == nil, "a group ends before the history moves")
    let move = try tree.plannedUndo(steps)
    try show(try index.indexedRevision(move.target))
    return Move(steps: move.steps, named: move.named)
  }

  /// Redoes at most `steps` steps.
  ///
  /// A step goes to the next revision towards the tip, or to the last revision of its group that is on that path.
  ///
  /// No pixels are read. It takes effect when `commit` has returned.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged. The current revision does not change
  ///   then.
  /// - Complexity: O(log revisions) for one step; for several steps plus the groups with numbers in between.
  public func redo(_ steps: Int) throws(HistoryError) -> Move {
    precondition(transaction.openGroup == nil, "a group ends before the history moves")
    let move = try tree.plannedRedo(steps)
    try show(try index.indexedRevision(move.target))
    return Move(steps: move.steps, named: move.named)
  }

  /// The name of the step that undo would take, that of the group or the revision; nil if there is none.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func undoName() throws(HistoryError) -> String? { try tree.undoName(from: current) }

  /// The name of the step that redo would take, that of the group or the revision; nil if there is none.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func redoName() throws(HistoryError) -> String? { try tree.redoName(from: current, towards: state.tip) }

  /// Makes any revision current.
  ///
  /// If it is not the tip or an ancestor of the tip, it also becomes the tip.
  ///
  /// - Throws: `.unknownRevision` if the revision does not exist; `.index` if the index cannot be read, `.damaged` if it
  ///   is damaged.
  public func goTo(_ number: Int) throws(HistoryError) {
    let target = try revision(number)
    let isOnTheWay = try tree.ancestor(of: state.tip, atMost: number) == number
    try show(target)
    if !isOnTheWay { transaction.state.tip = number }
  }

  /// Makes the current revision the end of redo.
  ///
  /// It takes effect when `commit` has returned.
  public func endRedo() {
    precondition(isEditing, "the end of redo changes between beginEditing and commit")
    transaction.state.tip = state.current
  }

  /// The number of steps that undo can take.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(groups on the line), and an index lookup for each range between them.
  public func stepsToUndo() throws(HistoryError) -> Int { try tree.plannedUndo(.max).steps }

  /// The number of revisions between two revisions, and their nearest common ancestor.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged or lacks one of the two.
  /// - Complexity: O(log revisions) if one is the other's ancestor or their branches forked once.
  public func distance(
    from first: Int, to second: Int
  ) throws(HistoryError) -> (undone: Int, redone: Int, commonAncestor: Int) {
    try tree.distance(from: first, to: second)
  }

  /// The ancestor of a revision (or itself) that is the given number of revisions before it.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged or there are not enough ancestors.
  public func ancestor(of number: Int, stepsBack steps: Int) throws(HistoryError) -> Revision {
    try tree.ancestor(of: number, stepsBack: steps)
  }

  /// The revisions between two revisions, through their nearest common ancestor: those that are undone, newest first,
  /// and those that are redone, oldest first.
  ///
  /// - Throws: `.unknownRevision` if one of the two does not exist; `.index` if the index cannot be read, `.damaged` if
  ///   it is damaged.
  /// - Complexity: O(revisions between them).
  public func revisions(
    between first: Int, and second: Int
  ) throws(HistoryError) -> (undone: [Revision], redone: [Revision]) {
    try tree.revisions(between: first, and: second)
  }

  /// Makes a revision current; its tiles are looked up again where they may differ.
  private func show(_ target: Revision) throws(HistoryError) {
    precondition(isEditing, "a history moves between beginEditing and commit")
    guard target.number != current.number else { return }
    try tiles.show(target, after: current)
    transaction.current = target
    transaction.state.current = target.number
    transaction.state.steps = -1
  }
}
