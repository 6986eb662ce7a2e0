/// Forgetting in the model, by simple walks through the tree.
extension PlainDocument {
  /// Whether a revision is an ancestor of another, or the same one.
  func leads(_ first: Int, to second: Int) -> Bool { line(to: second).contains(first) }

  /// Whether the current revision, the end of redo and all branches descend from a revision.
  func leadsToAllEnds(_ number: Int) -> Bool {
    ([current, tip] + branches.values).allSatisfy { leads(number, to: $0) }
  }

  /// Makes a revision the oldest one; returns how many are forgotten.
  ///
  /// - Parameter budget: the maximum number to forget; then an earlier revision becomes the oldest.
  mutating func forget(before number: Int, _ budget: inout Int) -> Int {
    let (before, former) = (revisions.count, root)
    var children: [Int: [Int]] = [:]
    for (number, revision) in revisions {
      if let parent = revision.parent { children[parent, default: []].append(number) }
    }
    for next in line(to: number).dropFirst() {
      var sides = children[root, default: []].filter { $0 != next }
      var place = 0
      while place < sides.count {
        sides += children[sides[place], default: []]
        place += 1
      }
      // Children before parents, so that the rest is a tree.
      let leaving = sides.sorted(by: >).prefix(budget)
      for side in leaving { revisions[side] = nil }
      budget -= leaving.count
      guard leaving.count == sides.count, budget > 0 else { break }
      revisions[root] = nil
      budget -= 1
      root = next
    }
    if root != former { beginWithRoot() }
    return before - revisions.count
  }

  /// The oldest revision is not a step; the rest of its group continues after it.
  private mutating func beginWithRoot() {
    revisions[root]?.parent = nil
    guard let group = self[root].group else { return }
    revisions[root]?.group = nil
    let rest = members(of: group)
    let name = groupNames.removeValue(forKey: group)
    for member in rest { revisions[member]?.group = rest[0] }
    if let first = rest.first { groupNames[first] = name }
  }

  /// Forgets a branch's name and the revisions that only it leads to; returns how many are forgotten.
  mutating func forget(branch name: String) -> Int {
    guard let end = branches.removeValue(forKey: name) else { return 0 }
    let ends = [current, tip] + branches.values
    // The first ancestor that leads to no other revision with a name.
    guard let first = line(to: end).first(where: { number in !ends.contains { leads(number, to: $0) } }) else {
      return 0
    }
    let gone = revisions.keys.filter { leads(first, to: $0) }
    for number in gone { revisions[number] = nil }
    return gone.count
  }

  /// Forgets all but the picture; returns how many are forgotten.
  mutating func forgetAll() -> Int {
    let before = revisions.count
    branches = [:]
    tip = current
    var budget = Int.max
    _ = forget(before: current, &budget)
    revisions = [current: here]
    return before - 1
  }

  /// Forgets the revisions that no name leads to; returns their number.
  mutating func forgetSides() -> Int {
    let before = revisions.count
    let kept = Set(([current, tip] + branches.values).flatMap { line(to: $0) })
    revisions = revisions.filter { kept.contains($0.key) }
    return before - revisions.count
  }
}
