extension History {
  /// True when undo has a step to take.
  public var canUndo: Bool { current.parent != nil }

  /// True when redo has a step to take.
  public var canRedo: Bool { state.tip != state.current }

  /// Steps back, at most `steps` times: from anywhere in a group to before its first revision, else to the parent.
  ///
  /// No pixel is read. It counts once `commit` has returned.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged. Nothing has moved then.
  /// - Complexity: O(log revisions) for one step; for several also the groups with numbers on the way.
  public func undo(_ steps: Int) throws(HistoryError) -> Move {
    precondition(openGroup == nil, "a group ends before the history moves")
    let move = try stepsBack(steps)
    try show(try Self.revision(move.target, in: index))
    return Move(steps: move.steps, named: move.named)
  }

  /// Steps forward to where redo leads, at most `steps` times: into a group and through it as far as that leads there.
  ///
  /// No pixel is read. It counts once `commit` has returned.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged. Nothing has moved then.
  /// - Complexity: O(log revisions) for one step; for several also the groups with numbers on the way.
  public func redo(_ steps: Int) throws(HistoryError) -> Move {
    precondition(openGroup == nil, "a group ends before the history moves")
    let move = try stepsForward(steps)
    try show(try Self.revision(move.target, in: index))
    return Move(steps: move.steps, named: move.named)
  }

  /// What undo would call its step: the group's name or the revision's; nil when there is none.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged.
  public func undoName() throws(HistoryError) -> String? {
    guard canUndo else { return nil }
    return try group(of: current)?.name ?? current.name
  }

  /// What redo would call its step: the group's name or the revision's; nil when there is none.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged.
  public func redoName() throws(HistoryError) -> String? {
    guard let next = try redoTarget() else { return nil }
    let revision = try known(next)
    return try group(of: revision)?.name ?? revision.name
  }

  /// The first revision that redo would go through; nil when there is none.
  func redoTarget() throws(HistoryError) -> Int? {
    guard canRedo else { return nil }
    return try tree.ancestor(of: state.tip, atDepth: current.depth + 1, in: index)
  }

  /// Makes any revision current.
  ///
  /// Where it does not lie on the way to what redo leads to, redo ends with it.
  ///
  /// - Throws: `.unknownRevision` where there is none with that number.
  public func goTo(_ number: Int) throws(HistoryError) {
    let target = try revision(number)
    let isOnTheWay = try tree.ancestor(of: state.tip, atMost: number, in: index) == number
    try show(target)
    if !isOnTheWay { state.tip = number }
  }

  /// How many steps lie between two revisions, and over which ancestor of both they lead.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged or lacks one of the two.
  /// - Complexity: O(log revisions) where one is the other's ancestor or their branches parted once.
  public func way(
    from first: Int, to second: Int
  ) throws(HistoryError) -> (undone: Int, redone: Int, meeting: Int) {
    var low = min(first, second)
    var high = max(first, second)
    // A child's number is greater than its parent's, so the smaller of the two is the ancestor or neither is.
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

  /// The ancestor of a revision (or itself) that is so many steps behind it.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged or there are not so many steps.
  public func ancestor(of number: Int, stepsBack steps: Int) throws(HistoryError) -> Revision {
    let depth = try tree.node(number, in: index).depth
    guard let ancestor = try tree.ancestor(of: number, atDepth: depth - steps, in: index) else {
      throw .damaged("r\(number) does not lead back to the start")
    }
    return try Self.revision(ancestor, in: index)
  }

  /// The steps from one revision to another, over their nearest common ancestor: what is undone on the way, newest
  /// first, then what is redone, oldest first.
  ///
  /// - Throws: `.unknownRevision` where one of the two is not there; `.index` where the index cannot be read,
  ///   `.damaged` where it is damaged.
  /// - Complexity: O(steps).
  public func path(
    from first: Int, to second: Int
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

  /// Moves what is shown; the tiles of the revisions crossed are looked up anew, all of them where they are many.
  private func show(_ target: Revision) throws(HistoryError) {
    precondition(isEditing, "a history moves between beginEditing and commit")
    guard target.number != current.number else { return }
    isViewWhole = false
    // A command of its own has looked at nothing yet.
    if !view.isEmpty, try !hideTiles(between: current, and: target) { forgetView() }
    current = target
    state.current = target.number
    state.steps = -1
  }

  /// Forgets which versions the canvas shows of the tiles that differ between a revision and an ancestor, in either
  /// order; false where it is simpler to forget all.
  private func hideTiles(between first: Revision, and second: Revision) throws(HistoryError) -> Bool {
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
      let tiles = try HistoryError.catching { () throws(DatabaseError) in try index.tiles(of: number) }
      for tile in tiles { view[tile] = nil }
    }
    return true
  }
}
