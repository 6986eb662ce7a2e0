/// Limits in the model, by simple walks through the tree.
extension PlainDocument {
  /// The limits.
  struct Limits {
    var steps = 0
    /// No limit, or so low that only the last steps are kept, or more than any session needs.
    var bytes = 0
    /// In seconds.
    var sideAge = 0

    /// The number of steps that are kept; nil for all.
    var most: Int? { bytes == 1 ? 5 : steps > 0 ? steps : nil }
  }

  /// The end of the oldest step that can be undone.
  var oldestStep: Int? {
    let line = line(to: current)
    guard line.count > 1 else { return nil }
    guard let group = self[line[1]].group else { return line[1] }
    return line.last { self[$0].group == group }
  }

  /// Drops the steps beyond the limits, at most about this many revisions; returns their number.
  mutating func enforceLimits(atMost budget: Int = .max) -> Int {
    guard let most = limits.most else { return 0 }
    var budget = budget
    var dropped = 0
    var over = back(.max).steps - most
    while over > 0, budget > 0, let next = oldestStep, leadsToAllEnds(next) {
      dropped += forget(before: next, &budget)
      guard root == next else { break }
      over -= 1
    }
    return dropped
  }

  /// What keeps more than the limits allow.
  var limitHolders: [JSON] {
    guard let most = limits.most else { return [] }
    let steps = back(.max).steps
    if steps > most, let next = oldestStep {
      return sortedBranches.filter { !leads(next, to: $0.value) }.map {
        .fields(["branch": .text($0.key), "revision": .int($0.value)])
      }
    }
    return tip != current && steps + forth(.max).steps > most ? [.fields(["redo": .bool(true)])] : []
  }

  /// The branches, ordered by the bytes of their names.
  var sortedBranches: [(key: String, value: Int)] {
    branches.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
  }
}
