extension History {
  /// Steps back to the parent, at most `steps` times; returns the revisions undone, newest first.
  ///
  /// No pixel is read. It counts once `commit` has returned.
  public func undo(_ steps: Int) throws(HistoryError) -> [Revision] {
    var undone: [Revision] = []
    var target = current
    while undone.count < steps, let parent = target.parent {
      undone.append(target)
      target = try Self.revision(parent, in: index)
    }
    try show(target, crossing: undone)
    return undone
  }

  /// Steps forward to where redo leads, at most `steps` times; returns the revisions redone, oldest first.
  public func redo(_ steps: Int) throws(HistoryError) -> [Revision] {
    var redone: [Revision] = []
    var target = current
    while redone.count < steps, target.number != state.tip {
      let next = try tree.ancestor(of: state.tip, atDepth: target.depth + 1, in: index)
      guard let next else { throw .damaged("r\(target.number) does not lead to r\(state.tip)") }
      target = try Self.revision(next, in: index)
      redone.append(target)
    }
    try show(target, crossing: redone)
    return redone
  }

  /// Makes any revision current.
  ///
  /// Where it does not lie on the way to what redo leads to, redo ends with it.
  ///
  /// - Throws: `.unknownRevision` where there is none with that number.
  public func goTo(_ number: Int) throws(HistoryError) {
    let target = try revision(number)
    let isOnTheWay = try tree.ancestor(of: state.tip, atMost: number, in: index) == number
    try show(target, crossing: nil)
    if !isOnTheWay { state.tip = number }
  }

  /// How many steps lie between two revisions, and over which ancestor of both they lead.
  ///
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

  private func parent(of revision: Revision) throws(HistoryError) -> Revision {
    guard let parent = revision.parent, parent < revision.number else {
      throw .damaged("r\(revision.number) does not lead back to the start")
    }
    return try Self.revision(parent, in: index)
  }

  /// Moves what is shown; the tiles of the revisions crossed are looked up anew, all of them where that is unknown.
  private func show(_ target: Revision, crossing crossed: [Revision]?) throws(HistoryError) {
    precondition(isEditing, "a history moves between beginEditing and commit")
    guard target.number != current.number else { return }
    let limit = 64
    if let crossed, crossed.count <= limit, target.base == current.base {
      for revision in crossed {
        let tiles = try HistoryError.catching { () throws(DatabaseError) in try index.tiles(of: revision.number) }
        for tile in tiles { view[tile] = nil }
        isViewWhole = false
      }
    } else {
      forgetView()
    }
    current = target
    state.current = target.number
  }
}
