extension Maintenance {
  /// The revisions that were pruned.
  struct Pruned {
    /// The number of pruned revisions.
    var revisions = 0
    /// The pruned revisions that are not ancestors of the root.
    var forgotten: [Int] = []
  }

  /// Makes a descendant of the root the new root: it and its descendants are kept, the rest is pruned.
  ///
  /// Nothing is renumbered. Tiles below the new root are kept if it or its base shows them.
  ///
  /// - Parameter budget: about how many revisions may be pruned now; if a side branch has more, the root stays where
  ///   the branch begins.
  /// - Precondition: current, tip and all branches descend from `target`.
  /// - Complexity: O(removed revisions and tile versions).
  func advanceRoot(to target: Int, budget: inout Int, _ pruned: inout Pruned) throws(HistoryError) {
    var line: [Int] = []
    var here = target
    while here != state.root {
      line.append(here)
      guard let parent = try tree.node(here).parent else {
        throw .damaged("r\(target) does not descend from the oldest revision")
      }
      here = parent
    }
    // Starts with the old root, so that a valid tree is left when the budget is exhausted.
    var tiles: Set<UInt32> = []
    var root = state.root
    var passed: [Int] = []
    for next in line.reversed() {
      guard try removeSideBranches(of: root, but: next, budget: &budget, &pruned), budget > 0 else { break }
      passed.append(root)
      budget -= 1
      tiles.formUnion(try index.tiles(of: next))
      root = next
    }
    guard root != state.root else { return }
    for number in passed { try separateTiles(of: number) }
    let base = try tree.indexedRevision(root).base
    if try base != history.revision(state.root).base {
      try markDead(try index.takeVersions(below: base))
    }
    try removeHidden(tiles, root: root, base: base)
    try leaveGroup(root)
    for number in passed { try removeRow(of: number) }
    pruned.revisions += passed.count
    transaction.state.root = root
    if current.number == root {
      transaction.current.parent = nil
      transaction.current.group = nil
    }
  }

  /// Removes the tile versions up to the new root that neither it nor its base shows.
  private func removeHidden(_ tiles: Set<UInt32>, root: Int, base: Int) throws(HistoryError) {
    var lost: [Int: Int] = [:]
    for tile in tiles {
      let writers = try index.writers(of: tile, atOrBefore: root)
      let shown = writers.first { $0 <= base }
      for writer in writers.dropFirst() where writer != shown {
        if let taken = try index.takeVersion(of: tile, writtenBy: writer) {
          lost[taken.pack, default: 0] += taken.bytes
        }
      }
    }
    try markDead(lost)
  }

  func markDead(_ lost: [Int: Int]) throws(HistoryError) {
    for (pack, bytes) in lost { try index.markDead(bytes, of: pack, in: &transaction.state) }
  }

  /// Removes all descendants of a revision except one child and its descendants; false if the budget was exhausted.
  private func removeSideBranches(
    of parent: Int, but kept: Int, budget: inout Int, _ pruned: inout Pruned
  ) throws(HistoryError) -> Bool {
    var side: [Int]
    if let pending = pendingSideBranches, pending.parent == parent, pending.kept == kept,
      pending.listedBefore == state.nextRevision
    {
      side = pending.left
    } else {
      side = try descendants(of: try history.children(of: parent).filter { $0 != kept }).sorted()
    }
    let budgetBefore = budget
    let isAll = try remove(side, budget: &budget, &pruned)
    side.removeLast(budgetBefore - budget)
    // A large side branch is not listed again for each slice.
    pendingSideBranches =
      isAll ? nil : ListedSideBranches(parent: parent, kept: kept, left: side, listedBefore: state.nextRevision)
    return isAll
  }

  /// The rest of a revision's side branches, of which a budget allowed only some to be removed.
  struct ListedSideBranches {
    let parent: Int
    let kept: Int
    let left: [Int]
    /// `nextRevision` when they were listed.
    let listedBefore: Int
  }

  /// Removes revisions, which include all their descendants; false if the budget was exhausted.
  func remove(_ numbers: [Int], budget: inout Int, _ pruned: inout Pruned) throws(HistoryError) -> Bool {
    // Removes children before parents, whose numbers are smaller, so that a valid tree is always left.
    let removed = numbers.sorted(by: >).prefix(max(budget, 0))
    var cut: [Int: Int] = [:]
    for number in removed {
      let node = try tree.node(number)
      try separateTilesOfOthers(from: number)
      let row = try index.prunedRow(number)
      var lost: [Int: Int] = [:]
      for tile in row?.tiles ?? [] {
        // Tiles of another revision stay there.
        if let taken = try index.takeVersion(of: tile, writtenBy: number), row?.sharesTiles == false {
          lost[taken.pack, default: 0] += taken.bytes
        }
      }
      try markDead(lost)
      try removeRow(of: number)
      if let group = row?.group { cut[group] = group == number ? nil : node.parent }
    }
    budget -= removed.count
    pruned.revisions += removed.count
    pruned.forgotten += removed
    for (first, last) in cut {
      guard var group = try history.group(first) else { continue }
      group.last = last
      try history.note(.group(group))
    }
    return removed.count == numbers.count
  }

  /// Removes a revision's row, and the group that begins with it.
  private func removeRow(of number: Int) throws(HistoryError) {
    if let row = try index.prunedRow(number) {
      if row.group == number { try index.removeGroupRow(number) }
      try index.removeRevision(number)
      try index.markDead(row.recordBytes, of: row.pack, in: &transaction.state)
    }
    transaction.state.revisions -= 1
  }

  /// Removes the new root from its group; the rest of the group continues after it, if there is any.
  private func leaveGroup(_ root: Int) throws(HistoryError) {
    guard var group = try tree.group(of: try tree.indexedRevision(root)) else { return }
    let former = group.first
    let depth = try tree.node(root).depth
    if group.last != root, let next = try tree.ancestor(of: group.last, atDepth: depth + 1) {
      group.first = next
      try history.note(.group(group))
      // The row has the new number, but `current` was read before.
      if current.group == former { transaction.current.group = next }
    }
    // Its number may be that of the old root's child, which is removed now.
    if let former = try index.prunedRow(root)?.group { try index.removeGroupRow(former) }
  }

  /// Writes a note about pruned revisions to the packs and the index.
  func note(_ pruned: Pruned) throws(HistoryError) {
    guard pruned.revisions > 0 else { return }
    tree.forget()
    var forgotten = NumberRanges.union([], pruned.forgotten.map { $0...$0 })
    var former = state.rootNote
    let before = try index.note(former)?.text
    let known = NumberRanges.union(forgotten, Self.forgotten(in: before ?? ""))
    // One note lists all of them until it becomes long, because each step under a limit writes it.
    if known.count <= 16 { forgotten = known } else { former = 0 }
    transaction.state.rootNote = state.nextNote
    try history.note(.root(state.root, forgotten: forgotten), replacing: former)
  }

  /// The revisions that the text of a root note lists as forgotten.
  static func forgotten(in text: String) -> [ClosedRange<Int>] {
    for line in text.split(separator: "\n") where line.hasPrefix("forgotten ") {
      return NumberRanges.parse(line.dropFirst("forgotten ".count))
    }
    return []
  }
}
