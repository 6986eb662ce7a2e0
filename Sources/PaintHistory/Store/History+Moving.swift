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
