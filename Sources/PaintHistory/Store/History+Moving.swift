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
    precondition(openGroup == nil, "a group ends before the history moves")
    let move = try plannedUndo(steps)
    try show(try Self.revision(move.target, in: index))
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
    precondition(openGroup == nil, "a group ends before the history moves")
    let move = try plannedRedo(steps)
    try show(try Self.revision(move.target, in: index))
    return Move(steps: move.steps, named: move.named)
  }

  /// The name of the step that undo would take, that of the group or the revision; nil if there is none.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func undoName() throws(HistoryError) -> String? {
    guard canUndo else { return nil }
    return try group(of: current)?.name ?? current.name
  }

  /// The name of the step that redo would take, that of the group or the revision; nil if there is none.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func redoName() throws(HistoryError) -> String? {
    guard let next = try redoTarget() else { return nil }
    let revision = try indexedRevision(next)
    return try group(of: revision)?.name ?? revision.name
  }

  /// The first revision that redo would go through; nil if there is none.
  func redoTarget() throws(HistoryError) -> Int? {
    guard canRedo else { return nil }
    return try tree.ancestor(of: state.tip, atDepth: current.depth + 1, in: index)
  }

  /// Makes any revision current.
  ///
  /// If it is not the tip or an ancestor of the tip, it also becomes the tip.
  ///
  /// - Throws: `.unknownRevision` if the revision does not exist.
  public func goTo(_ number: Int) throws(HistoryError) {
    let target = try revision(number)
    let isOnTheWay = try tree.ancestor(of: state.tip, atMost: number, in: index) == number
    try show(target)
    if !isOnTheWay { state.tip = number }
  }

  /// The number of revisions between two revisions, and their nearest common ancestor.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged or lacks one of the two.
  /// - Complexity: O(log revisions) if one is the other's ancestor or their branches forked once.
  public func distance(
    from first: Int, to second: Int
  ) throws(HistoryError) -> (undone: Int, redone: Int, commonAncestor: Int) {
    var low = min(first, second)
    var high = max(first, second)
    // A child's number is greater than its parent's, so only the smaller of the two can be the ancestor.
    while low != high {
      guard let ancestor = try tree.ancestor(of: high, atMost: low, in: index) else {
        throw .damaged("r\(high) does not lead back to the start")
      }
      (low, high) = (min(low, ancestor), max(low, ancestor))
    }
    let depth = try tree.node(low, in: index).depth
    return (
      try tree.node(first, in: index).depth - depth, try tree.node(second, in: index).depth - depth, low
    )
  }

  /// The ancestor of a revision (or itself) that is the given number of revisions before it.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged or there are not enough ancestors.
  public func ancestor(of number: Int, stepsBack steps: Int) throws(HistoryError) -> Revision {
    let depth = try tree.node(number, in: index).depth
    guard let ancestor = try tree.ancestor(of: number, atDepth: depth - steps, in: index) else {
      throw .damaged("r\(number) does not lead back to the start")
    }
    return try Self.revision(ancestor, in: index)
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

  func parent(of revision: Revision) throws(HistoryError) -> Revision {
    guard let parent = revision.parent, parent < revision.number else {
      throw .damaged("r\(revision.number) does not lead back to the start")
    }
    return try Self.revision(parent, in: index)
  }

  /// Makes a revision current; the tiles of the crossed revisions are looked up again, or all tiles if there are many.
  private func show(_ target: Revision) throws(HistoryError) {
    precondition(isEditing, "a history moves between beginEditing and commit")
    guard target.number != current.number else { return }
    isViewWhole = false
    // A separate command has not looked up any tiles yet.
    if !view.isEmpty, try !forgetTiles(between: current, and: target) { forgetView() }
    current = target
    state.current = target.number
    state.steps = -1
  }

  /// Forgets the cached versions of the tiles that differ between a revision and an ancestor, in either order; false if
  /// it is simpler to forget all.
  private func forgetTiles(between first: Revision, and second: Revision) throws(HistoryError) -> Bool {
    let limit = 64
    guard first.base == second.base, abs(first.depth - second.depth) <= limit else { return false }
    var here = max(first.number, second.number)
    let end = min(first.number, second.number)
    var crossed: [Int] = []
    while here > end, crossed.count < limit {
      crossed.append(here)
      guard let parent = try tree.node(here, in: index).parent else { return false }
      here = parent
    }
    guard here == end else { return false }
    for number in crossed {
      let tiles = try index.tiles(of: number)
      for tile in tiles { view[tile] = nil }
    }
    return true
  }
}
