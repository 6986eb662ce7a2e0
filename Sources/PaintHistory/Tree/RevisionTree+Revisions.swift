extension RevisionTree {
  /// The revision with the given number.
  ///
  /// - Throws: `.unknownRevision` if it does not exist; `.damaged` if it does not although the index refers to it.
  func revision(_ number: Int) throws(HistoryError) -> Revision {
    if number == current.number { return current }
    if let found = try index.revision(number) { return found }
    // A reader may have read the number right before another process forgot the revision, but the rows that refer to it
    // are removed with it.
    guard try !index.refers(to: number) else {
      // Another process may have added both meanwhile.
      if let found = try index.revision(number) { return found }
      throw .damaged("revision r\(number) is missing from the index")
    }
    throw .unknownRevision(number)
  }

  /// A revision that the index refers to.
  ///
  /// - Throws: `.damaged` if it is missing.
  func indexedRevision(_ number: Int) throws(HistoryError) -> Revision {
    number == current.number ? current : try index.indexedRevision(number)
  }

  /// The parent of a revision other than the oldest one.
  func parent(of revision: Revision) throws(HistoryError) -> Revision {
    guard let parent = revision.parent, parent < revision.number else {
      throw .damaged("r\(revision.number) does not lead back to the start")
    }
    return try index.indexedRevision(parent)
  }

  /// The revisions between two revisions, through their nearest common ancestor: those that are undone, newest first,
  /// and those that are redone, oldest first.
  func revisions(between first: Int, and second: Int) throws(HistoryError) -> (undone: [Revision], redone: [Revision]) {
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

  /// The number of revisions between two revisions, and their nearest common ancestor.
  func distance(
    from first: Int, to second: Int
  ) throws(HistoryError) -> (undone: Int, redone: Int, commonAncestor: Int) {
    var low = min(first, second)
    var high = max(first, second)
    // A child's number is greater than its parent's, so only the smaller of the two can be the ancestor.
    while low != high {
      guard let ancestor = try ancestor(of: high, atMost: low) else {
        throw .damaged("r\(high) does not lead back to the start")
      }
      (low, high) = (min(low, ancestor), max(low, ancestor))
    }
    let depth = try node(low).depth
    return (try node(first).depth - depth, try node(second).depth - depth, low)
  }

  /// The ancestor of a revision (or itself) that is the given number of revisions before it.
  func ancestor(of number: Int, stepsBack steps: Int) throws(HistoryError) -> Revision {
    let depth = try node(number).depth
    guard let ancestor = try ancestor(of: number, atDepth: depth - steps) else {
      throw .damaged("r\(number) does not lead back to the start")
    }
    return try index.indexedRevision(ancestor)
  }

  // MARK: Groups

  /// The group with the given number, which is that of its first revision; nil if there is none.
  func group(_ number: Int) throws(HistoryError) -> Group? {
    if let openGroup, openGroup.first == number {
      return Group(first: number, last: openGroup.summary.group.last, name: openGroup.name)
    }
    return try index.group(number)
  }

  /// All groups, including an open one, in ascending order.
  func groups() throws(HistoryError) -> [Group] {
    var groups = try index.groups()
    if let first = openGroup?.first, let group = try group(first) { groups.append(group) }
    return groups
  }

  /// The group of a revision; nil if it is not in a group.
  ///
  /// Also nil if the group does not exist: another process may have ungrouped it since a reader saw the revision.
  func group(of revision: Revision) throws(HistoryError) -> Group? {
    guard let number = revision.group, number <= revision.number else { return nil }
    return try group(number)
  }
}
