import PaintRaster

extension History {
  /// Whether a group is open: between `beginGroup` and `endGroup` or `abandonGroup`.
  public var isInGroup: Bool { transaction.openGroup != nil }

  /// Begins a group: the revisions that follow become one step for undo and redo.
  ///
  /// Until it ends, nothing of it is committed, and undo, redo and goto are not allowed. Earlier changes in the same
  /// transaction remain if the group is abandoned.
  ///
  /// - Parameter name: its name; without one it gets the name of its only revision, or `3 edits`.
  /// - Throws: `.index` if the index cannot be written, or the error of an earlier revision that is written behind. The
  ///   transaction is rolled back then.
  public func beginGroup(named name: String?) throws(HistoryError) {
    precondition(
      isEditing && transaction.openRevision == nil && transaction.openGroup == nil,
      "groups are begun one after the other, while editing")
    try rollingBack { () throws(HistoryError) in
      let writer = try transaction.finishedWriter()
      try writer.index.database.execute("SAVEPOINT grp")
      writer.packs.setMark()
      transaction.openGroup = OpenGroup(name: name, state: state, current: current, packBytes: writer.packs.bytes)
    }
  }

  /// Ends the group; it takes effect when `commit` has returned.
  ///
  /// - Returns: the group, or nil if it is empty and therefore leaves nothing.
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written, `.damaged` if it is damaged.
  ///   The transaction is rolled back then.
  public func endGroup() throws(HistoryError) -> GroupSummary? {
    guard let ending = transaction.openGroup else { preconditionFailure("no group was begun") }
    var summary = ending.summary
    summary.group.name = ending.name
    let isEmpty = summary.revisions == 0
    transaction.openGroup = nil
    if !isEmpty {
      try note(.group(summary.group))
      if state.steps >= 0 { transaction.state.steps += 1 }
    }
    try rollingBack { () throws(HistoryError) in
      try transaction.finishedWriter().index.database.execute("RELEASE grp")
    }
    transaction.writer.packs.clearMark()
    summary.bytes = transaction.writer.packs.bytes - ending.packBytes
    return isEmpty ? nil : summary
  }

  /// Abandons the open group and everything since it began.
  ///
  /// Does nothing if no group is open, as after an error that ended the transaction.
  ///
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written, `.damaged` if it is damaged.
  ///   The transaction is rolled back then.
  public func abandonGroup() throws(HistoryError) {
    guard let group = transaction.openGroup else { return }
    try takeBack(to: "grp", group.state, group.current)
  }

  /// The group with the given number, which is that of its first revision; nil if there is none.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func group(_ number: Int) throws(HistoryError) -> Group? { try tree.group(number) }

  /// Joins the last steps up to the current revision into one group; groups among them become part of it.
  ///
  /// It takes effect when `commit` has returned.
  ///
  /// - Parameters:
  ///   - steps: the number of steps, at least 1.
  ///   - name: the name of the group; without one the name of its only revision, or `3 edits`.
  /// - Returns: the group, or nil if there are fewer steps.
  /// - Throws: `.partOfGroup` if only some revisions of a group would be joined; `.index` if the index cannot be read or
  ///   written, `.damaged` if it is damaged.
  /// - Complexity: O(revisions joined); of the group that was joined last, if it is the end of that before, only what is
  ///   added to it counts.
  public func join(steps: Int, named name: String?) throws(HistoryError) -> GroupSummary? {
    precondition(
      isEditing && transaction.openGroup == nil && steps > 0, "steps are joined while editing, outside of a group")
    // A thread may still write the current revision, whose bytes are then not known.
    _ = transaction.index
    let move = try tree.plannedUndo(steps)
    guard move.steps == steps else { return nil }
    var summary = GroupSummary(
      group: Group(first: 0, last: current.number, name: ""), parent: move.target, revisions: 0, tiles: 0, bytes: 0)
    var here = current
    var below: Int?
    var taken: [Int] = []
    while here.number != move.target {
      if here.group != below, let group = try tree.group(of: here) {
        guard group.last == here.number else { throw .partOfGroup(group, at: here.number) }
        taken.append(group.first)
        if let known = tree.totals(of: group), let parent = known.parent {
          summary.add(known)
          summary.group.first = group.first
          here = try tree.indexedRevision(parent)
          below = group.first
          continue
        }
      }
      below = here.group
      summary.add(here)
      summary.group.first = here.number
      summary.group.name = here.name
      here = try tree.parent(of: here)
    }
    summary.group.name = name ?? GroupSummary.name(of: summary.revisions, only: summary.group.name)
    // One note for each: once the last revision is forgotten, the packs do not tell which groups were joined.
    for first in taken where first != summary.group.first { try note(.ungroup(first)) }
    try note(.group(summary.group))
    transaction.current.group = summary.group.first
    if state.steps >= 0 { transaction.state.steps -= steps - 1 }
    tree.remember(summary)
    return summary
  }

  /// Ungroups the group of the current revision into its revisions; nil if the revision is not in a group.
  ///
  /// It takes effect when `commit` has returned.
  ///
  /// - Throws: `.index` if the index cannot be read or changed, `.damaged` if it is damaged.
  /// - Complexity: O(revisions of the group).
  public func ungroup() throws(HistoryError) -> Group? {
    precondition(isEditing && transaction.openGroup == nil, "a group is parted while editing, outside of another")
    guard let group = try tree.group(of: current) else { return nil }
    try note(.ungroup(group.first))
    transaction.current.group = nil
    transaction.state.steps = -1
    return group
  }

  /// Gives a group another name.
  ///
  /// - Throws: `.unknownGroup` if there is no group with that number; `.index` if the index cannot be read or written,
  ///   `.damaged` if it is damaged.
  public func renameGroup(_ number: Int, to name: String) throws(HistoryError) {
    if transaction.openGroup?.first == number {
      transaction.openGroup?.givenName = name
      return
    }
    guard var group = try group(number) else { throw .unknownGroup(number) }
    group.name = name
    try note(.group(group))
  }
}
