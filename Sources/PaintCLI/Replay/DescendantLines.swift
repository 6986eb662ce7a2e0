import PaintHistory

/// `--descendants`: the lines that fork from a part of the line that is made again, made again on its counterparts.
struct DescendantLines {
  /// The steps that do not lead to the end of redo, by the step before them.
  private var children: [Int: [Revision]] = [:]
  /// Where a line begins again: the new line as it was after a step of the old one, and its revision there.
  private typealias Place = (line: NewLine, at: Int)
  private var places: [Int: Place] = [:]
  /// The steps of the line that is made again after which a line begins, or a step of it is missing.
  private var beginnings: Set<Int> = []
  /// The number of ends of the lines.
  private(set) var lines = 0

  /// Finds the lines.
  ///
  /// - Parameters:
  ///   - steps: the part of the line that is made again.
  ///   - dropped: those of them that the new line does not have.
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(steps of the part and of the lines).
  init(from steps: [Revision], without dropped: Set<Int>, in history: History) throws(HistoryError) {
    let onLine = Set(steps.map(\.number))
    var left = steps.map(\.number)
    while let step = left.popLast() {
      let numbers = try history.children(of: step).filter { !onLine.contains($0) }
      if numbers.isEmpty {
        if !onLine.contains(step) { lines += 1 }
        continue
      }
      for number in numbers { children[step, default: []].append(try history.revision(number)) }
      left += numbers
    }
    beginnings = Set(children.keys)
    for step in steps where dropped.contains(step.number) { if let parent = step.parent { beginnings.insert(parent) } }
  }

  /// Whether there are none.
  var isEmpty: Bool { children.isEmpty }

  /// Remembers the new line after a step of the old one, or where its steps without a counterpart follow.
  ///
  /// Only where it is needed: what the line knows of its steps is copied when it goes on.
  mutating func note(_ line: NewLine, after step: Int, at revision: Int) {
    if !isEmpty, beginnings.contains(step) { places[step] = (line.side, revision) }
  }

  /// Makes the lines after the counterparts of the steps from which they fork; the current revision is any of them then.
  ///
  /// - Parameters:
  ///   - steps: the steps of the old line, the first one behind a step that was noted.
  ///   - summary: what is told, to which they are added.
  ///   - counterparts: the new numbers of the steps that were made so far.
  /// - Throws: a failure that names a step that cannot be made.
  mutating func make(
    after steps: [Revision], _ summary: inout NewLine.Summary, _ counterparts: [Int: Int], in history: History
  ) throws {
    var counterparts = counterparts
    var work: [(place: Place, step: Revision)] = []
    for step in steps {
      if places[step.number] == nil, let parent = step.parent, var place = places[parent] {
        // The line goes on where the step is missing.
        try history.goTo(place.at)
        try place.line.drop(step)
        places[step.number] = place
      }
      guard let place = places[step.number] else { continue }
      work += (children[step.number] ?? []).map { (place, $0) }
    }
    work.reverse()
    while let (place, first) = work.popLast() {
      try history.goTo(place.at)
      var line = place.line
      line.counterparts.merge(counterparts) { $1 }
      var next: Revision? = first
      while let step = next {
        try line.enterGroup(step.group, named: try step.group.flatMap { try history.group($0)?.name })
        try line.make(step)
        let following = children[step.number] ?? []
        next = following.first
        let here: Place = (line.side, history.current.number)
        work += following.dropFirst().reversed().map { (here, $0) }
      }
      try line.endGroup()
      counterparts.merge(line.counterparts) { $1 }
      summary.add(line.summary)
    }
  }
}
