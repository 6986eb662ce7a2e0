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

  /// Makes any revision current. Where it does not lie on the way to what redo leads to, redo ends with it.
  ///
  /// - Throws: `.unknownRevision` where there is none with that number.
  public func goTo(_ number: Int) throws(HistoryError) {
    let target = try revision(number)
    if try tree.ancestor(of: state.tip, atMost: number, in: index) != number { state.tip = number }
    try show(target, crossing: nil)
  }

  /// Steps between two revisions, over their nearest common ancestor.
  public func distance(from first: Int, to second: Int) throws(HistoryError) -> Int {
    let start = try tree.node(first, in: index).depth
    let end = try tree.node(second, in: index).depth
    var low = min(first, second)
    var high = max(first, second)
    // The greater number cannot be an ancestor of the smaller: go up from it until both are the same.
    while low != high {
      guard let ancestor = try tree.ancestor(of: high, atMost: low, in: index) else { break }
      (low, high) = (min(low, ancestor), max(low, ancestor))
    }
    let meeting = try tree.node(low, in: index).depth
    return start + end - 2 * meeting
  }

  /// Moves what is shown; the tiles of the revisions crossed are looked up anew, all of them where that is unknown.
  private func show(_ target: Revision, crossing crossed: [Revision]?) throws(HistoryError) {
    guard target.number != current.number else { return }
    let limit = 64
    if let crossed, crossed.count <= limit, target.base == current.base {
      for revision in crossed {
        let tiles = try HistoryError.catching { () throws(DatabaseError) in try index.tiles(of: revision.number) }
        for tile in tiles { view[tile] = nil }
      }
    } else {
      view.removeAll()
    }
    current = target
    state.current = target.number
  }
}
