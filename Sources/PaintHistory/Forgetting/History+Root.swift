extension History {
  /// What pruning took away.
  struct Pruned {
    /// Revisions that are not kept any more.
    var revisions = 0
    /// Those of them that are no ancestors of the root.
    var forgotten: [Int] = []
  }

  /// Makes a descendant of the root the root: it and what descends from it is kept, the rest is not.
  ///
  /// Nothing is renumbered. Of the tiles below the new root those stay that it shows, or that its base shows.
  ///
  /// - Parameter budget: about how many revisions may go now; where side branches have more, the root stays where they
  ///   begin.
  /// - Precondition: current, tip and all branches descend from `target`.
  /// - Complexity: what is removed, and walking the side branches that go.
  func advanceRoot(to target: Int, budget: inout Int, _ pruned: inout Pruned) throws(HistoryError) {
    var line: [Int] = []
    var here = target
    while here != state.root {
      line.append(here)
      guard let parent = try tree.node(here, in: index).parent else {
        throw .damaged("r\(target) does not descend from the oldest revision")
      }
      here = parent
    }
    // From the old root on, so that what the budget leaves is a whole tree.
    var tiles: Set<UInt32> = []
    var root = state.root
    var passed: [Int] = []
    for next in line.reversed() {
      guard try removeSides(of: root, but: next, budget: &budget, &pruned), budget > 0 else { break }
      passed.append(root)
      budget -= 1
      let node = next
      tiles.formUnion(try HistoryError.catching { () throws(DatabaseError) in try index.tiles(of: node) })
      root = next
    }
    guard root != state.root else { return }
    let base = try known(root).base
    if try base != revision(state.root).base {
      let lost = try HistoryError.catching { () throws(DatabaseError) in try index.takeVersions(below: base) }
      try lose(lost)
    }
    try removeHidden(tiles, root: root, base: base)
    try leaveGroup(root)
    for number in passed { try removeRow(of: number) }
    pruned.revisions += passed.count
    state.root = root
    if current.number == root {
      current.parent = nil
      current.group = nil
    }
  }

  /// Removes the versions of tiles up to the new root that neither it nor its base shows.
  private func removeHidden(_ tiles: Set<UInt32>, root: Int, base: Int) throws(HistoryError) {
    var lost: [Int: Int] = [:]
    for tile in tiles {
      let writers = try HistoryError.catching { () throws(DatabaseError) in
        try index.writers(of: tile, atOrBefore: root)
      }
      let shown = writers.first { $0 <= base }
      for writer in writers.dropFirst() where writer != shown {
        let taken = try HistoryError.catching { () throws(DatabaseError) in
          try index.takeVersion(of: tile, writtenBy: writer)
        }
        if let taken { lost[taken.pack, default: 0] += taken.bytes }
      }
    }
    try lose(lost)
  }

  func lose(_ lost: [Int: Int]) throws(HistoryError) {
    let index = index
    try HistoryError.catching { () throws(DatabaseError) in
      for (pack, bytes) in lost { try index.lose(bytes, of: pack, in: &state) }
    }
  }

  /// Removes all descendants of a revision except the child that is kept and what descends from that; false where the
  /// budget did not suffice.
  private func removeSides(
    of parent: Int, but kept: Int, budget: inout Int, _ pruned: inout Pruned
  ) throws(HistoryError) -> Bool {
    var side: [Int]
    if let sides, sides.parent == parent, sides.kept == kept, sides.listedBefore == state.nextRevision {
      side = sides.left
    } else {
      side = try descendants(of: try children(of: parent).filter { $0 != kept }).sorted()
    }
    let budgetBefore = budget
    let isAll = try remove(side, budget: &budget, &pruned)
    side.removeLast(budgetBefore - budget)
    // A large one is not listed for each slice that takes a little of it.
    sides = isAll ? nil : ListedSides(parent: parent, kept: kept, left: side, listedBefore: state.nextRevision)
    return isAll
  }

  /// What is left of the side branches of a revision, rising, of which a budget allowed only some to be removed.
  struct ListedSides {
    let parent: Int
    let kept: Int
    let left: [Int]
    /// `nextRevision` when they were listed.
    let listedBefore: Int
  }

  /// Removes revisions, with all that descends from them among them; false where the budget did not suffice.
  func remove(_ numbers: [Int], budget: inout Int, _ pruned: inout Pruned) throws(HistoryError) -> Bool {
    // Children before parents, whose numbers are smaller: however far it gets, a whole tree is left.
    let leaving = numbers.sorted(by: >).prefix(max(budget, 0))
    var cut: [Int: Int] = [:]
    for number in leaving {
      let node = try tree.node(number, in: index)
      let row = try HistoryError.catching { () throws(DatabaseError) in try index.leaving(number) }
      var lost: [Int: Int] = [:]
      for tile in row?.tiles ?? [] {
        let taken = try HistoryError.catching { () throws(DatabaseError) in
          try index.takeVersion(of: tile, writtenBy: number)
        }
        if let taken { lost[taken.pack, default: 0] += taken.bytes }
      }
      try lose(lost)
      try removeRow(of: number)
      if let group = row?.group { cut[group] = group == number ? nil : node.parent }
    }
    budget -= leaving.count
    pruned.revisions += leaving.count
    pruned.forgotten += leaving
    for (first, last) in cut {
      guard var group = try group(first) else { continue }
      group.last = last
      try note(.group(group))
    }
    return leaving.count == numbers.count
  }

  /// Removes a revision's row, and the group that begins with it.
  private func removeRow(of number: Int) throws(HistoryError) {
    let index = index
    try HistoryError.catching { () throws(DatabaseError) in
      guard let row = try index.leaving(number) else { return }
      if row.group == number { try index.removeGroupRow(number) }
      try index.removeRevision(number)
      try index.lose(row.recordBytes, of: row.pack, in: &state)
    }
    state.revisions -= 1
  }

  /// Takes the new root out of its group, which goes on behind it or is no more.
  private func leaveGroup(_ root: Int) throws(HistoryError) {
    guard var group = try group(of: try known(root)) else { return }
    let former = group.first
    let depth = try tree.node(root, in: index).depth
    if group.last != root, let next = try tree.ancestor(of: group.last, atDepth: depth + 1, in: index) {
      group.first = next
      try note(.group(group))
      // The row has the new number; what is current was read before.
      if current.group == former { current.group = next }
    }
    let index = index
    // Its number may be the old root's child's, which goes now.
    try HistoryError.catching { () throws(DatabaseError) in
      if let former = try index.leaving(root)?.group { try index.removeGroupRow(former) }
    }
  }

  /// Notes in packs and index what is not kept any more.
  func note(_ pruned: Pruned) throws(HistoryError) {
    guard pruned.revisions > 0 else { return }
    tree.forget()
    var forgotten = NumberRanges.union([], pruned.forgotten.map { $0...$0 })
    var former = state.rootNote
    let number = former
    let before = try HistoryError.catching { () throws(DatabaseError) in try index.note(number)?.text }
    let known = NumberRanges.union(forgotten, Self.forgotten(in: before ?? ""))
    // One note tells of all, until that gets long: each step under a limit writes it.
    if known.count <= 16 { forgotten = known } else { former = 0 }
    state.rootNote = state.nextNote
    try note(.root(state.root, forgotten: forgotten), replacing: former)
  }

  /// The revisions that a root's note says are forgotten.
  static func forgotten(in text: String) -> [ClosedRange<Int>] {
    for line in text.split(separator: "\n") where line.hasPrefix("forgotten ") {
      return NumberRanges.parse(line.dropFirst("forgotten ".count))
    }
    return []
  }
}
