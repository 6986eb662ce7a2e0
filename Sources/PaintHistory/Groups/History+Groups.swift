import PaintRaster

extension History {
  /// True between `beginGroup` and `endGroup` or `takeBackGroup`.
  public var isInGroup: Bool { openGroup != nil }

  /// Begins a group: the revisions that follow become one step for undo and redo.
  ///
  /// Until it ends nothing of it is committed and the document must not be moved in. What was done before in the same
  /// transaction stays if the group is taken back.
  ///
  /// - Parameter name: what it is called; without one it is called as its only revision, or `3 edits`.
  /// - Throws: after an error the transaction is over and the document as it was at the last commit.
  public func beginGroup(named name: String?) throws(HistoryError) {
    precondition(isEditing && open == nil && openGroup == nil, "groups are begun one after the other, while editing")
    do throws(HistoryError) {
      let index = index
      try throwFailure()
      try HistoryError.catching { () throws(DatabaseError) in try index.database.execute("SAVEPOINT grp") }
      writer.packs.setMark()
      openGroup = OpenGroup(name: name, state: state, current: current, packBytes: writer.packs.bytes)
    } catch {
      rollback()
      throw error
    }
  }

  /// Ends the group; it counts once `commit` has returned.
  ///
  /// - Returns: the group, or nil where it is empty and so leaves nothing.
  /// - Throws: after an error the transaction is over and the document as it was at the last commit.
  public func endGroup() throws(HistoryError) -> GroupSummary? {
    guard let ending = openGroup else { preconditionFailure("no group was begun") }
    var summary = ending.summary
    summary.group.name = ending.name
    let isEmpty = summary.revisions == 0
    openGroup = nil
    if !isEmpty {
      try note(.group(summary.group))
      if state.steps >= 0 { state.steps += 1 }
    }
    do throws(HistoryError) {
      let index = index
      try throwFailure()
      try HistoryError.catching { () throws(DatabaseError) in try index.database.execute("RELEASE grp") }
    } catch {
      rollback()
      throw error
    }
    writer.packs.clearMark()
    summary.bytes = writer.packs.bytes - ending.packBytes
    return isEmpty ? nil : summary
  }

  /// Takes back the group that was begun and not ended, and with it everything since: nothing of it remains.
  ///
  /// Without effect where there is none, as after an error that ended the transaction.
  ///
  /// - Throws: after an error the transaction is over and the document as it was at the last commit.
  public func takeBackGroup() throws(HistoryError) {
    guard let group = openGroup else { return }
    do throws(HistoryError) {
      try abandonRevision()
      let index = index
      try throwFailure()
      try HistoryError.catching { () throws(DatabaseError) in
        try index.database.execute("ROLLBACK TO grp")
        try index.database.execute("RELEASE grp")
      }
      openGroup = nil
      // A pack that stays is in the way of none: its number is written again.
      if !writer.packs.goBack() { isSwept = false }
      // What waits of the steps before is in memory and nowhere else; then all that is in memory may be forgotten.
      try writePacks()
    } catch {
      if isEditing { rollback() }
      throw error
    }
    forget()
    isViewWhole = false
    state = group.state
    current = group.current
  }

  /// The group with that number, which is its first revision's; nil where there is none.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged.
  public func group(_ number: Int) throws(HistoryError) -> Group? {
    if let openGroup, openGroup.first == number {
      return Group(first: number, last: openGroup.summary.group.last, name: openGroup.name)
    }
    return try HistoryError.catching { () throws(DatabaseError) in try index.group(number) }
  }

  /// All groups, one that is being made too, by rising numbers.
  func groups() throws(HistoryError) -> [Group] {
    var groups = try HistoryError.catching { () throws(DatabaseError) in try index.groups() }
    if let first = openGroup?.first, let group = try group(first) { groups.append(group) }
    return groups
  }

  /// The group that a revision is in; nil where it is a step of its own.
  ///
  /// Also where the group is not there: another process may have parted it since a reader saw the revision.
  func group(of revision: Revision) throws(HistoryError) -> Group? {
    guard let number = revision.group, number <= revision.number else { return nil }
    return try group(number)
  }

  /// Joins the last steps up to the current revision into one; groups among them are taken into it.
  ///
  /// It counts once `commit` has returned.
  ///
  /// - Parameters:
  ///   - steps: how many, at least 1.
  ///   - name: what the group is called; without one as its only revision, or `3 edits`.
  /// - Returns: the group, or nil where there are fewer steps.
  /// - Throws: `.partOfGroup` where a group would be torn apart, since only some of its revisions lie on the way.
  /// - Complexity: O(revisions joined).
  public func join(steps: Int, named name: String?) throws(HistoryError) -> GroupSummary? {
    precondition(isEditing && openGroup == nil && steps > 0, "steps are joined while editing, outside of a group")
    let move = try stepsBack(steps)
    guard move.steps == steps else { return nil }
    var summary = GroupSummary(
      group: Group(first: 0, last: current.number, name: ""), parent: move.target, revisions: 0, tiles: 0, bytes: 0)
    var here = current
    var below: Int?
    var taken: [Int] = []
    while here.number != move.target {
      if here.group != below, let group = try group(of: here) {
        guard group.last == here.number else { throw .partOfGroup(group, at: here.number) }
        taken.append(group.first)
      }
      below = here.group
      summary.add(here)
      summary.group.first = here.number
      summary.group.name = here.name
      here = try parent(of: here)
    }
    summary.group.name = name ?? GroupSummary.name(of: summary.revisions, only: summary.group.name)
    // Told one by one: once the last revision is forgotten, packs do not say any more which ones were joined.
    for first in taken where first != summary.group.first { try note(.ungroup(first)) }
    try note(.group(summary.group))
    current.group = summary.group.first
    state.steps = -1
    return summary
  }

  /// Parts the group that undo would undo into its revisions; nil where it would undo none.
  ///
  /// It counts once `commit` has returned.
  ///
  /// - Throws: `.index` where the index cannot be read or changed, `.damaged` where it is damaged.
  /// - Complexity: O(revisions parted).
  public func part() throws(HistoryError) -> Group? {
    precondition(isEditing && openGroup == nil, "a group is parted while editing, outside of another")
    guard let group = try group(of: current) else { return nil }
    try note(.ungroup(group.first))
    current.group = nil
    state.steps = -1
    return group
  }

  /// Gives a group another name.
  ///
  /// - Throws: `.unknownGroup` where there is none with that number.
  public func renameGroup(_ number: Int, to name: String) throws(HistoryError) {
    if openGroup?.first == number {
      openGroup?.givenName = name
      return
    }
    guard var group = try group(number) else { throw .unknownGroup(number) }
    group.name = name
    try note(.group(group))
  }
}
