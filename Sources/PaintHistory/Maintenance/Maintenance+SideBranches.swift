extension Maintenance {
  /// The whole tree of revisions.
  struct Survey {
    /// The revisions in ascending order.
    let revisions: [(number: Int, parent: Int?, time: Int, bytes: Int)]
    /// The position of each revision in `revisions`, by number.
    let positions: [Int: Int]

    init(_ revisions: [(number: Int, parent: Int?, time: Int, bytes: Int)]) {
      self.revisions = revisions
      var positions: [Int: Int] = [:]
      positions.reserveCapacity(revisions.count)
      for (position, revision) in revisions.enumerated() { positions[revision.number] = position }
      self.positions = positions
    }

    /// Calls `body` with the positions of a revision and its ancestors, nearest first, until it returns false.
    func forEachAncestor(of number: Int, _ body: (Int) -> Bool) {
      var next = positions[number]
      while let position = next, body(position) {
        // Numbers decrease towards the root; otherwise the index is damaged, and this must still terminate.
        let parent = revisions[position].parent.flatMap { $0 < revisions[position].number ? $0 : nil }
        next = parent.flatMap { positions[$0] }
      }
    }
  }

  /// Reads the whole tree.
  ///
  /// - Complexity: O(revisions).
  func survey() throws(HistoryError) -> Survey {
    Survey(try index.tree())
  }

  /// Removes unnamed side branches whose newest revision is older than the limit.
  ///
  /// - Complexity: O(revisions) if a revision is old enough and there is any fork; otherwise O(1).
  func forgetOldSideBranches(atMost budget: Int = .max) throws(HistoryError) {
    let now = options.now()
    let cutoff = now - state.limits.sideAge
    let mayBeOld = try tree.indexedRevision(state.root).time < cutoff
    guard state.limits.sideAge > 0, mayBeOld, try index.mayHaveForks()
    else { return }
    let survey = try survey()
    var isHeld = [Bool](repeating: false, count: survey.revisions.count)
    for end in [state.current, state.tip] + (try history.branches()).map(\.revision) {
      survey.forEachAncestor(of: end) { position in
        if isHeld[position] { return false }
        isHeld[position] = true
        return true
      }
    }
    var newest = survey.revisions.map(\.time)
    for (position, revision) in survey.revisions.enumerated().reversed() {
      if let parent = revision.parent.flatMap({ survey.positions[$0] }), parent < position {
        newest[parent] = max(newest[parent], newest[position])
      }
    }
    let old = survey.revisions.indices.filter { !isHeld[$0] && newest[$0] < cutoff }.map { survey.revisions[$0].number }
    var budget = budget
    var pruned = Pruned()
    _ = try remove(old, budget: &budget, &pruned)
    try note(pruned)
    transaction.state.sidesSeen = now
  }
}
