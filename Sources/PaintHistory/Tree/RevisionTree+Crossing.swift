extension RevisionTree {
  /// The steps by which undo goes from a revision to an ancestor; nil if it does not stop there.
  func steps(undoing start: Int, to end: Int) throws(HistoryError) -> CrossedSteps? {
    guard end < start, try ancestor(of: start, atMost: end) == end else { return nil }
    let most = try node(start).depth - node(end).depth
    return try steps(most, to: end) { (count) throws(HistoryError) in
      try plannedUndo(count, from: start)
    } isAtLeast: {
      $0 <= end
    }
  }

  /// The steps by which redo, towards a descendant of both, goes from a revision to another one; nil if it does not stop
  /// there.
  func steps(redoing start: Int, to end: Int, towards tip: Int) throws(HistoryError) -> CrossedSteps? {
    guard end > start, try ancestor(of: end, atMost: start) == start else { return nil }
    let most = try node(end).depth - node(start).depth
    return try steps(most, to: end) { (count) throws(HistoryError) in
      try plannedRedo(count, from: start, towards: tip)
    } isAtLeast: {
      $0 >= end
    }
  }

  /// Searches for the number of steps of a plan that ends at a revision; a group is one step of several revisions.
  private func steps(
    _ most: Int, to end: Int, _ plan: (Int) throws(HistoryError) -> PlannedMove, isAtLeast: (Int) -> Bool
  ) throws(HistoryError) -> CrossedSteps? {
    var (low, high) = (1, max(most, 1))
    while low < high {
      let middle = low + (high - low) / 2
      if isAtLeast(try plan(middle).target) { high = middle } else { low = middle + 1 }
    }
    let found = try plan(low)
    guard found.target == end else { return nil }
    return CrossedSteps(count: found.steps, named: found.named)
  }

  /// The single revisions between two revisions, whatever their groups.
  func revisionsCrossed(
    from start: Int, to end: Int
  ) throws(HistoryError) -> (undone: CrossedSteps, redone: CrossedSteps) {
    let distance = try distance(from: start, to: end)
    let undone = try crossed(distance.undone, endingAt: start)
    var redone = try crossed(distance.redone, endingAt: end)
    redone.named.reverse()
    return (undone, redone)
  }

  /// A number of revisions up to one of them, from there backwards.
  private func crossed(_ count: Int, endingAt last: Int) throws(HistoryError) -> CrossedSteps {
    let places = count > 3 ? [0, count - 1] : Array(0..<count)
    var named: [Step] = []
    for place in places {
      let revision = try ancestor(of: last, stepsBack: place)
      named.append(Step(first: revision.number, last: revision.number, name: revision.name))
    }
    return CrossedSteps(count: count, named: named)
  }
}
