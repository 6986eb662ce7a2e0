/// A part of the line that was made again, with all revisions that were made for it in one commit.
public struct RemadeLine: Sendable, Hashable {
  /// A step, by its number before and on the new line.
  public struct Step: Sendable, Hashable {
    /// The number before.
    public var old: Int
    /// The number of its counterpart.
    public var new: Int

    /// Creates a step.
    public init(old: Int, new: Int) { (self.old, self.new) = (old, new) }
  }

  /// The number of the first new revision.
  public var first: Int
  /// The number of the last one; the one before `first` if there is none.
  public var last: Int
  /// The revision that was current afterwards.
  public var current: Int
  /// The end of redo afterwards.
  public var tip: Int
  /// The counterparts of recorded steps, in the order in which they were made.
  public var steps: [Step]

  /// The counterparts as text: ` 7:507+12 25:521`, where `+12` stands for as many that follow on both lines.
  var text: String {
    var text = ""
    var place = 0
    while place < steps.count {
      let step = steps[place]
      var more = 0
      while place + more + 1 < steps.count,
        steps[place + more + 1] == Step(old: step.old + more + 1, new: step.new + more + 1)
      { more += 1 }
      text += " \(step.old):\(step.new)" + (more > 0 ? "+\(more)" : "")
      place += more + 1
    }
    return text
  }

  /// Parses what `text` wrote; nil if it is not that, or names other revisions than these.
  static func steps(_ text: String, first: Int, last: Int) -> [Step]? {
    var steps: [Step] = []
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "+", omittingEmptySubsequences: false)
      let ends = (parts.first ?? "").split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count <= 2, ends.count == 2, let old = ends[0], let new = ends[1], old > 0, old < first, new >= first,
        let more = parts.count == 2 ? Int(parts[1]) : 0, more >= 0, more < first - old, new <= last,
        more <= last - new, steps.count + more <= last - first
      else { return nil }
      for offset in 0...more { steps.append(Step(old: old + offset, new: new + offset)) }
    }
    return steps
  }
}

extension History {
  /// Records that all revisions from a number on are a part of the line that was made again; the current revision and the
  /// end of redo are those of the new line.
  ///
  /// It takes effect when `commit` has returned.
  ///
  /// - Throws: `.index` or `.damaged` if the index cannot be changed. The transaction is rolled back then.
  public func noteRemadeLine(from first: Int, _ steps: [RemadeLine.Step]) throws(HistoryError) {
    let last = state.nextRevision - 1
    try note(.amend(RemadeLine(first: first, last: last, current: current.number, tip: state.tip, steps: steps)))
  }
}
