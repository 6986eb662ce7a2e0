extension History {
  /// Forgets a part, in the transaction that is open.
  ///
  /// It counts once `commit` has returned; `collect` then gives the space back.
  ///
  /// - Returns: how many revisions are forgotten.
  /// - Throws: `.unknownRevision`, `.unknownBranch`; `.notAnAncestor` where what is current, or what redo leads to, would
  ///   go, `.wouldLoseBranches` where branches would.
  public func forget(_ part: Forgettable) throws(HistoryError) -> Int {
    let before = state.revisions
    var work = try work(for: part)
    _ = try advance(&work)
    return before - state.revisions
  }

  /// Forgets a part in slices of about 50 ms, each a transaction of its own, and lets others in between them.
  ///
  /// Killed at any point it leaves what the slices before it did: a whole document that has forgotten some of the part.
  /// The first slice is done in the transaction that is open.
  ///
  /// - Returns: how many revisions are forgotten.
  /// - Throws: as `forget`, `commit` and `beginEditing`, since each slice is a transaction; also where somebody went back before what is to be the oldest revision meanwhile.
  public func forgetInSlices(_ part: Forgettable) throws(HistoryError) -> Int {
    precondition(isEditing, "a history forgets while it is edited")
    do throws(HistoryError) {
      try checkIndex()
    } catch {
      rollback()
      throw error
    }
    var work: ForgettingWork?
    var forgotten = 0
    var isDone = false
    while !isDone {
      try inSlice { () throws(HistoryError) in
        let before = state.revisions
        var rest: ForgettingWork
        if let work { rest = work } else { rest = try self.work(for: part) }
        isDone = try advance(
          &rest, atMost: Self.sliceOfRevisions, until: disk.monotonicTime() + Self.sliceLength / 2)
        work = rest
        forgotten += before - state.revisions
      }
    }
    return forgotten
  }

  /// Makes sure that the part can be forgotten; what is then to be done.
  private func work(for part: Forgettable) throws(HistoryError) -> ForgettingWork {
    precondition(isEditing && openGroup == nil, "a history forgets while it is edited, outside of a group")
    switch part {
    case .before(let number):
      _ = try revision(number)
      try checkEnds(descendFrom: number)
      return ForgettingWork(root: number)
    case .branch(let name):
      guard let end = try branch(name) else { throw .unknownBranch(name) }
      var meeting = state.root
      let others = try branches().filter { $0.name != name }.map(\.revision)
      for other in [state.current, state.tip] + others { meeting = max(meeting, try way(from: end, to: other).meeting) }
      guard meeting != end else { return ForgettingWork(branch: name) }
      let depth = try tree.node(meeting, in: index).depth
      guard let first = try tree.ancestor(of: end, atDepth: depth + 1, in: index) else {
        return ForgettingWork(branch: name)
      }
      return ForgettingWork(branch: name, tops: [first])
    case .all:
      for branch in try branches() { try removeBranch(branch.name) }
      state.tip = state.current
      return ForgettingWork(root: state.current, tops: try children(of: state.current))
    }
  }
}
