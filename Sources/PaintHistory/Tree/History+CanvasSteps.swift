extension History {
  /// The revisions that replaced the canvas, on the way from one revision to another.
  public struct CanvasSteps: Sendable {
    /// Those that are undone on the way, newest first.
    public var undone: [Revision] = []
    /// Those that are made on the way, oldest first.
    public var made: [Revision] = []
  }

  /// The revisions that replaced the canvas between a revision and another one, through their nearest common ancestor.
  ///
  /// - Throws: `.unknownRevision` if one of them does not exist; `.index` if the index cannot be read, `.damaged` if it
  ///   is damaged.
  /// - Complexity: O(log revisions) for each of the steps that are returned.
  public func canvasSteps(from first: Int, to second: Int) throws(HistoryError) -> CanvasSteps {
    let ends = (try tree.revision(first), try tree.revision(second))
    let ancestor = try tree.distance(from: first, to: second).commonAncestor
    var steps = CanvasSteps()
    steps.undone = try canvasSteps(after: ancestor, upTo: ends.0)
    steps.made = try canvasSteps(after: ancestor, upTo: ends.1).reversed()
    return steps
  }

  /// Those after an ancestor, newest first: a revision that replaces the canvas is its own base.
  private func canvasSteps(after ancestor: Int, upTo end: Revision) throws(HistoryError) -> [Revision] {
    var steps: [Revision] = []
    var here = end
    while here.base > ancestor {
      let step = try tree.revision(here.base)
      steps.append(step)
      here = try tree.parent(of: step)
    }
    return steps
  }
}
