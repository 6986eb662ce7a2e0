/// What is forgotten, by plain walks.
extension PlainDocument {
  /// Whether a revision is an ancestor of another, or that one itself.
  func leads(_ first: Int, to second: Int) -> Bool { line(to: second).contains(first) }

  /// Makes a revision the oldest one; returns how many are forgotten.
  mutating func forget(before number: Int) -> Int {
    let kept = Set(revisions.keys.filter { leads(number, to: $0) })
    let forgotten = revisions.count - kept.count
    revisions = revisions.filter { kept.contains($0.key) }
    root = number
    revisions[number]?.parent = nil
    // The oldest one is no step; the rest of its group goes on behind it.
    if let group = self[number].group {
      revisions[number]?.group = nil
      let rest = members(of: group)
      let name = groupNames.removeValue(forKey: group)
      for member in rest { revisions[member]?.group = rest[0] }
      if let first = rest.first { groupNames[first] = name }
    }
    return forgotten
  }

  /// Forgets a branch's name and what only it leads to; returns how many are forgotten.
  mutating func forget(branch name: String) -> Int {
    guard let end = branches.removeValue(forKey: name) else { return 0 }
    let ends = [current, tip] + branches.values
    // The first on the way to it from which nothing else is reached that has a name.
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
    _ = forget(before: current)
    revisions = [current: here]
    return before - 1
  }
}
