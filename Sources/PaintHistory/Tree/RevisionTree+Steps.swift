extension RevisionTree {
  /// A planned undo or redo over several steps.
  struct PlannedMove {
    /// The revision at which it ends.
    var target: Int
    /// The number of steps.
    var steps: Int
    /// The steps in order; of more than three only the first and the last.
    var named: [Step]

    /// Adds a step.
    fileprivate mutating func take(_ step: Step, to target: Int) {
      self.target = target
      steps += 1
      if steps > 3 { named.removeSubrange(1...) }
      named.append(step)
    }
  }

  /// Plans an undo of up to `steps` steps from a revision, or from the current one.
  func plannedUndo(_ steps: Int, from start: Int? = nil) throws(HistoryError) -> PlannedMove {
    var plan = PlannedMove(target: start ?? current.number, steps: 0, named: [])
    while plan.steps < steps {
      let here = try indexedRevision(plan.target)
      guard let parent = here.parent else { break }
      if let group = try group(of: here) {
        guard let before = try node(group.first).parent else { break }
        plan.take(Step(first: group.first, last: here.number, name: group.name), to: before)
        continue
      }
      plan.take(Step(first: here.number, last: here.number, name: here.name), to: parent)
      // Of more than three steps only the last one is named, so single revisions before it are skipped at once.
      guard plan.steps >= 2, steps - plan.steps > 2 else { continue }
      let group = try depthOfGroup(behind: plan.target)
      let depth = try node(plan.target).depth
      let skipped = min(depth - group, steps - plan.steps) - 1
      if skipped > 0 { try skip(skipped, of: &plan, toDepth: depth - skipped, of: plan.target) }
    }
    return plan
  }

  /// Plans a redo of up to `steps` steps from a revision towards one of its descendants, or from the current one to the
  /// tip.
  func plannedRedo(_ steps: Int, from start: Int? = nil, towards end: Int? = nil) throws(HistoryError) -> PlannedMove {
    let tip = end ?? self.tip
    var plan = PlannedMove(target: start ?? current.number, steps: 0, named: [])
    while plan.steps < steps, plan.target != tip {
      let depth = try node(plan.target).depth
      guard let next = try ancestor(of: tip, atDepth: depth + 1) else {
        throw .damaged("r\(plan.target) does not lead to r\(tip)")
      }
      let revision = try indexedRevision(next)
      if let group = try group(of: revision) {
        // The path to the tip may leave the group in its middle.
        let end = try distance(from: group.last, to: tip).commonAncestor
        guard end >= next else { throw .damaged("the group of r\(next) does not lead to its end") }
        plan.take(Step(first: next, last: end, name: group.name), to: end)
        continue
      }
      plan.take(Step(first: next, last: next, name: revision.name), to: next)
      guard plan.steps >= 2, steps - plan.steps > 2 else { continue }
      let group = try depthOfGroup(ahead: plan.target, towards: tip)
      let skipped = min(group - depth - 2, steps - plan.steps) - 1
      if skipped > 0 { try skip(skipped, of: &plan, toDepth: depth + 1 + skipped, of: tip) }
    }
    return plan
  }

  /// Skips steps that are single revisions without reading them.
  private func skip(_ steps: Int, of plan: inout PlannedMove, toDepth depth: Int, of revision: Int) throws(HistoryError)
  {
    guard let target = try ancestor(of: revision, atDepth: depth) else {
      throw .damaged("r\(revision) does not lead back to the start")
    }
    plan.target = target
    plan.steps += steps
  }

  /// The depth of the nearest grouped revision among `revision` and its ancestors; the root's depth if there is none.
  private func depthOfGroup(behind revision: Int) throws(HistoryError) -> Int {
    var highest = revision
    while highest > root {
      guard let found = try index.group(in: root + 1...highest, highest: true) else { break }
      if try ancestor(of: revision, atMost: found.first) == found.first {
        return try node(try distance(from: revision, to: found.last).commonAncestor).depth
      }
      highest = found.first - 1
    }
    return try node(root).depth
  }

  /// The depth of the next group's first revision between `revision` and the tip; one more than the tip's depth if
  /// there is none.
  private func depthOfGroup(ahead revision: Int, towards tip: Int) throws(HistoryError) -> Int {
    var lowest = revision + 1
    while lowest <= tip {
      guard let found = try index.group(in: lowest...tip, highest: false) else { break }
      if try ancestor(of: tip, atMost: found.first) == found.first {
        return try node(found.first).depth
      }
      lowest = found.first + 1
    }
    return try node(tip).depth + 1
  }

  /// The first revision that redo would go through; nil if there is none.
  func redoTarget() throws(HistoryError) -> Int? { try redoTarget(from: current, towards: tip) }

  /// The first revision after another one on the path to its descendant `tip`; nil if it is the tip itself.
  func redoTarget(from revision: Revision, towards tip: Int) throws(HistoryError) -> Int? {
    guard tip != revision.number else { return nil }
    return try ancestor(of: tip, atDepth: revision.depth + 1)
  }

  /// The name of the step that undo would take from a revision, that of its group or its own; nil if there is none.
  func undoName(from revision: Revision) throws(HistoryError) -> String? {
    guard revision.parent != nil else { return nil }
    return try group(of: revision)?.name ?? revision.name
  }

  /// The name of the step that redo would take from a revision towards its descendant `tip`; nil if there is none.
  func redoName(from revision: Revision, towards tip: Int) throws(HistoryError) -> String? {
    guard let next = try redoTarget(from: revision, towards: tip) else { return nil }
    let found = try indexedRevision(next)
    return try group(of: found)?.name ?? found.name
  }

  /// The last revision of the step after the root, on the path to the current revision.
  func stepBehindRoot() throws(HistoryError) -> Int? {
    let depth = try node(root).depth
    guard let next = try ancestor(of: current.number, atDepth: depth + 1) else { return nil }
    guard let group = try group(of: try indexedRevision(next)) else { return next }
    return try distance(from: group.last, to: current.number).commonAncestor
  }
}
