extension History {
  /// A way along steps, not gone yet.
  struct Way {
    /// The revision that it ends at.
    var target: Int
    /// How many steps there are.
    var steps: Int
    /// The steps in their order; of more than three the first and the last.
    var named: [Step]

    /// Notes a step that was taken, `named` being all that is ever said of so many.
    fileprivate mutating func take(_ step: Step, to target: Int) {
      self.target = target
      steps += 1
      if steps > 3 { named.removeSubrange(1...) }
      named.append(step)
    }
  }

  /// How many steps undo could take.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged.
  /// - Complexity: O(groups on the line), and a look into the index for each stretch between them.
  public func stepsToUndo() throws(HistoryError) -> Int { try stepsBack(.max).steps }

  /// The way that so many undos would go.
  func stepsBack(_ steps: Int) throws(HistoryError) -> Way {
    var way = Way(target: current.number, steps: 0, named: [])
    while way.steps < steps {
      let here = try known(way.target)
      guard let parent = here.parent else { break }
      if let group = try group(of: here) {
        guard let before = try tree.node(group.first, in: index).parent else { break }
        way.take(Step(first: group.first, last: here.number, name: group.name), to: before)
        continue
      }
      way.take(Step(first: here.number, last: here.number, name: here.name), to: parent)
      // Beyond three steps only the last one is named: single ones before it are skipped at once.
      guard way.steps >= 2, steps - way.steps > 2 else { continue }
      let group = try depthOfGroup(behind: way.target)
      let depth = try tree.node(way.target, in: index).depth
      let skipped = min(depth - group, steps - way.steps) - 1
      if skipped > 0 { try skip(skipped, of: &way, toDepth: depth - skipped, of: way.target) }
    }
    return way
  }

  /// The way that so many redos would go.
  func stepsForward(_ steps: Int) throws(HistoryError) -> Way {
    var way = Way(target: current.number, steps: 0, named: [])
    while way.steps < steps, way.target != state.tip {
      let depth = try tree.node(way.target, in: index).depth
      guard let next = try tree.ancestor(of: state.tip, atDepth: depth + 1, in: index) else {
        throw .damaged("r\(way.target) does not lead to r\(state.tip)")
      }
      let revision = try known(next)
      if let group = try group(of: revision) {
        // The way to the tip may leave the group in its middle.
        let end = try self.way(from: group.last, to: state.tip).meeting
        guard end >= next else { throw .damaged("the group of r\(next) does not lead to its end") }
        way.take(Step(first: next, last: end, name: group.name), to: end)
        continue
      }
      way.take(Step(first: next, last: next, name: revision.name), to: next)
      guard way.steps >= 2, steps - way.steps > 2 else { continue }
      let group = try depthOfGroup(ahead: way.target)
      let skipped = min(group - depth - 2, steps - way.steps) - 1
      if skipped > 0 { try skip(skipped, of: &way, toDepth: depth + 1 + skipped, of: state.tip) }
    }
    return way
  }

  /// Counts steps that are single revisions without looking at them.
  private func skip(_ steps: Int, of way: inout Way, toDepth depth: Int, of revision: Int) throws(HistoryError) {
    guard let target = try tree.ancestor(of: revision, atDepth: depth, in: index) else {
      throw .damaged("r\(revision) does not lead back to the start")
    }
    way.target = target
    way.steps += steps
  }

  /// The depth of the nearest revision that is in a group, `revision` itself or behind it; without one the root's.
  private func depthOfGroup(behind revision: Int) throws(HistoryError) -> Int {
    var highest = revision
    let root = state.root
    while highest > root {
      let bound = highest
      let found = try HistoryError.catching { () throws(DatabaseError) in
        try index.group(in: root + 1...bound, highest: true)
      }
      guard let found else { break }
      if try tree.ancestor(of: revision, atMost: found.first, in: index) == found.first {
        return try tree.node(try way(from: revision, to: found.last).meeting, in: index).depth
      }
      highest = found.first - 1
    }
    return try tree.node(root, in: index).depth
  }

  /// The depth of the nearest group's first revision between `revision` and the tip; without one that behind the tip's.
  private func depthOfGroup(ahead revision: Int) throws(HistoryError) -> Int {
    var lowest = revision + 1
    while lowest <= state.tip {
      let bound = lowest
      let found = try HistoryError.catching { () throws(DatabaseError) in
        try index.group(in: bound...state.tip, highest: false)
      }
      guard let found else { break }
      if try tree.ancestor(of: state.tip, atMost: found.first, in: index) == found.first {
        return try tree.node(found.first, in: index).depth
      }
      lowest = found.first + 1
    }
    return try tree.node(state.tip, in: index).depth + 1
  }
}
