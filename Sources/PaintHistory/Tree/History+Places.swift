import PaintRaster

// Places of the history that are found by walking: so many steps away, at a time, or by a name.
extension History {
  /// The revision to which undo of that many steps leads from the current one; nil if there are fewer.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: that of `undo(_:)`.
  public func revision(undoing steps: Int) throws(HistoryError) -> Int? {
    let move = try tree.plannedUndo(steps)
    return move.steps == steps ? move.target : nil
  }

  /// The revision to which redo of that many steps leads from the current one; nil if there are fewer.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: that of `redo(_:)`.
  public func revision(redoing steps: Int) throws(HistoryError) -> Int? {
    let move = try tree.plannedRedo(steps)
    return move.steps == steps ? move.target : nil
  }

  /// The number of steps that redo can take.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: that of `redo(_:)`.
  public func stepsToRedo() throws(HistoryError) -> Int { try tree.plannedRedo(.max).steps }

  /// The newest of the current revision and its ancestors that was made at a time or before it; nil if the oldest was
  /// made later.
  ///
  /// - Parameter time: milliseconds since 1970, UTC.
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(revisions after it), because a clock may have been set back between them.
  public func newestRevision(madeBy time: Int) throws(HistoryError) -> Revision? {
    var found: Revision?
    try forEachRevision(from: current) { revision in
      if revision.time <= time { found = revision }
      return found == nil
    }
    return found
  }

  /// The newest step of that name on the line from the start to the end of redo: a revision, or the revisions of a group on
  /// that line; nil if there is none.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(revisions after it).
  public func newestStep(named name: String) throws(HistoryError) -> Step? {
    var found: Step?
    try forEachNamedStep { step in
      if step.name == name { found = step }
      return found == nil
    }
    return found
  }

  /// The names of the steps and groups on the line from the start to the end of redo, those of the newest first.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(revisions of the line).
  public func stepNames() throws(HistoryError) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    try forEachNamedStep { step in
      if known.insert(step.name).inserted { names.append(step.name) }
      return true
    }
    return names
  }

  /// Calls `body` with each revision of the line to the end of redo, the newest first, and before the last one of a group
  /// with the group, until it returns false.
  private func forEachNamedStep(_ body: (Step) -> Bool) throws(HistoryError) {
    var above: Int?
    try forEachRevision(from: tree.indexedRevision(state.tip)) { (revision) throws(HistoryError) in
      if revision.group != above, let group = try tree.group(of: revision),
        !body(Step(first: group.first, last: revision.number, name: group.name))
      {
        return false
      }
      above = revision.group
      return body(Step(first: revision.number, last: revision.number, name: revision.name))
    }
  }

  /// Calls `body` with a revision and its ancestors, the newest first, until it returns false.
  private func forEachRevision(
    from last: Revision, _ body: (Revision) throws(HistoryError) -> Bool
  ) throws(HistoryError) {
    var here = last
    while try body(here), here.parent != nil { here = try tree.parent(of: here) }
  }
}
