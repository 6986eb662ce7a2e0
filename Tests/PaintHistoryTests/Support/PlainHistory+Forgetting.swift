import PaintTestSupport
import Testing

@testable import PaintHistory

extension PlainHistory {
  /// A revision and all its descendants.
  func descendants(of revision: Int) -> Set<Int> {
    Set(pictures.keys.filter { ancestors(of: $0).contains(revision) })
  }

  /// Forgets all except these revisions, the oldest of which is `root`.
  mutating func keep(_ kept: Set<Int>, root: Int) {
    self.root = root
    parents = parents.filter { kept.contains($0.key) && $0.key != root }
    pictures = pictures.filter { kept.contains($0.key) }
    names = names.filter { kept.contains($0.key) }
    origins = origins.filter { kept.contains($0.key) }
    members = members.filter { kept.contains($0.key) && $0.key != root }
    var left: [Int: Group] = [:]
    for (number, group) in groups {
      let rest = members.filter { $0.value == number }.keys.sorted()
      guard let first = rest.first, let last = rest.last else { continue }
      left[first] = Group(first: first, last: last, name: group.name)
      for member in rest { members[member] = first }
    }
    groups = left
  }

  /// The number of undo steps from a revision to the root.
  func steps(from revision: Int) -> Int {
    var here = revision
    var steps = 0
    while let end = stepBack(from: here).last, let before = parents[end] {
      here = before
      steps += 1
    }
    return steps
  }

  /// Applies what limits have pruned, and checks that it was neither too much nor, with `isExact`, too little.
  mutating func follow(_ history: History, limit: Int, isExact: Bool, _ note: Comment) {
    let (before, after) = (root, history.state.root)
    guard before != after else {
      if isExact, limit > 0, steps(from: current) > limit {
        // The next step must be kept because of a branch.
        let next = firstStep.last ?? root
        #expect(!ends.allSatisfy { ancestors(of: $0).contains(next) }, note)
      }
      return
    }
    #expect(limit > 0 && ends.allSatisfy { ancestors(of: $0).contains(after) }, note)
    keep(descendants(of: after), root: after)
    #expect(steps(from: current) >= limit, note)
    if isExact, steps(from: current) > limit {
      let next = firstStep.last ?? root
      #expect(!ends.allSatisfy { ancestors(of: $0).contains(next) }, note)
    }
  }

  /// The revisions that must be kept.
  var ends: [Int] { [current, tip] + branches.values }

  /// The first step from the root to the current revision.
  private var firstStep: [Int] {
    let way = path(to: current, from: root) ?? []
    guard let next = way.first, let group = members[next] else { return Array(way.prefix(1)) }
    return Array(way.prefix { members[$0] == group })
  }

  /// Forgets something random here and in `history`, which is then committed.
  mutating func forget(_ history: History, using generator: inout SeededGenerator) throws {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: try forgetBefore(history, pictures.keys.sorted().randomElement(using: &generator) ?? 0)
    case 1, 2:
      // A revision that is likely to be allowed.
      let way = ancestors(of: ends.min() ?? current)
      try forgetBefore(history, way.randomElement(using: &generator) ?? current)
    case 3, 4:
      let name = branches.keys.sorted().randomElement(using: &generator) ?? "nobody"
      guard let end = branches[name] else {
        #expect(throws: HistoryError.self) { try history.forget(.branch(name)) }
        return
      }
      let forgotten = try history.forget(.branch(name))
      branches[name] = nil
      let held = Set(ends.flatMap { ancestors(of: $0) })
      let lost = ancestors(of: end).first { !held.contains($0) }.map { descendants(of: $0) } ?? []
      #expect(forgotten == lost.count)
      keep(Set(pictures.keys).subtracting(lost), root: root)
    case 5:
      let forgotten = try history.forget(.all)
      #expect(forgotten == pictures.count - 1)
      branches = [:]
      tip = current
      keep([current], root: current)
    default: break
    }
    try history.commit()
    if Bool.random(using: &generator) { _ = try history.collect(thoroughly: Bool.random(using: &generator)) }
  }

  private mutating func forgetBefore(_ history: History, _ number: Int) throws {
    let lost = branches.filter { !ancestors(of: $0.value).contains(number) }.keys.sorted()
    let kept = descendants(of: number)
    let isOnTheWay = kept.contains(current) && kept.contains(tip)
    guard isOnTheWay, lost.isEmpty else {
      #expect(throws: HistoryError.self) { try history.forget(.before(number)) }
      return
    }
    #expect(try history.forget(.before(number)) == pictures.count - kept.count)
    keep(kept, root: number)
  }
}
