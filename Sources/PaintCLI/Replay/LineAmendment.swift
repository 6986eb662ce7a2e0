import PaintEditing
import PaintHistory
import PaintRaster

/// The steps from the start to the end of redo, changed and then made again from the first change on.
struct LineAmendment {
  /// A step of the new line.
  enum Item {
    case recorded(Revision)
    case changed(Revision, ChangedStep)
    case new(TypedStep)

    var step: Revision? {
      switch self {
      case .recorded(let step), .changed(let step, _): step
      case .new: nil
      }
    }
  }

  private let session: Session
  /// The steps of the old line, without its start.
  let line: [Revision]
  /// The steps of the new line.
  private var items: [Item]
  private var dropped: Set<Int> = []
  private let options: NewLine.Options
  private let keepsBranches: Bool
  /// Whether lines that fork from what is made again are made again, too.
  private let takesDescendants: Bool

  /// - Parameter line: the options of how the line is made.
  init(_ session: Session, _ line: ParsedLine) throws(HistoryError) {
    let state = session.history.state
    self.session = session
    self.line = try session.history.revisions(between: state.root, and: state.tip).redone
    items = self.line.map { .recorded($0) }
    options = NewLine.Options(line)
    keepsBranches = line.has(.keepBranches)
    takesDescendants = line.has(.descendants)
  }

  private var history: History { session.history }

  /// A step of the line.
  ///
  /// - Throws: `failed` if it is on another line, or the start; the error for a revision that there is not.
  func step(_ number: Int) throws -> Revision {
    let step = try history.revision(number)
    if step.parent == nil {
      throw Failure(
        .failed, "r\(number) is the start, which cannot be changed",
        hint: "paint amend start --from NEW.png makes all steps again on another picture")
    }
    guard try history.distance(from: number, to: history.state.tip).undone == 0 else {
      throw Failure(
        .failed, "r\(number) \(step.name) is not between the start and the end of redo, r\(history.state.tip)",
        hint: "paint goto r\(number) goes to its line")
    }
    return step
  }

  private func index(of number: Int) throws -> Int {
    guard let place = items.firstIndex(where: { $0.step?.number == number }) else {
      throw Failure(.failed, "r\(number) is not on the line")
    }
    return place
  }

  /// The place before a step, by the number of steps before it.
  func place(before number: Int) throws -> Int { try index(of: try step(number).number) }

  /// The place after a step, or after the start.
  func place(after number: Int) throws -> Int {
    if number == history.state.root { return 0 }
    return try index(of: try step(number).number) + 1
  }

  /// Leaves a step out.
  mutating func drop(_ step: Revision) throws {
    items.remove(at: try index(of: step.number))
    dropped.insert(step.number)
  }

  /// Makes a step another one.
  mutating func change(_ step: Revision, _ change: ChangedStep) throws {
    items[try index(of: step.number)] = .changed(step, change)
  }

  /// Moves a step to a place, which counts it itself.
  mutating func move(_ step: Revision, to place: Int) throws {
    let old = try index(of: step.number)
    let item = items.remove(at: old)
    items.insert(item, at: old < place ? place - 1 : place)
  }

  /// Puts a new step at a place.
  mutating func insert(_ step: TypedStep, at place: Int) throws { items.insert(.new(step), at: place) }

  /// The steps between two of the line, with both.
  func steps(from first: Int, to last: Int) throws -> [Revision] {
    Array(line[try index(of: step(first).number)...index(of: step(last).number)])
  }

  /// Replaces a part of the line, given by its steps, by other steps, some of which may be the same.
  mutating func replace(_ steps: [Revision], with new: [Item]) throws {
    guard let first = steps.first else {
      items += new
      return
    }
    let place = try index(of: first.number)
    items.replaceSubrange(place..<place + steps.count, with: new)
    let kept = Set(new.compactMap(\.step).map(\.number))
    dropped.formUnion(steps.map(\.number).filter { !kept.contains($0) })
  }

  /// The number of steps at the beginning of both lines; groups are not cut.
  private var shared: Int {
    var shared = 0
    while shared < min(items.count, line.count), case .recorded(let step) = items[shared],
      step.number == line[shared].number
    { shared += 1 }
    if shared == items.count, shared == line.count { return shared }
    while shared > 0, shared < line.count, let group = line[shared].group, line[shared - 1].group == group {
      shared -= 1
    }
    // Something may be put behind the last step of a group.
    return shared
  }

  /// Whether one step is changed, and all others are the same in the same order.
  private var isOneChange: Bool {
    items.count == line.count && zip(items, line).allSatisfy { $0.step?.number == $1.number }
      && items.count { if case .changed = $0 { true } else { false } } == 1
  }

  /// Makes the new line, and goes to the step on it that stands for the current one; nil if nothing would differ.
  ///
  /// - Throws: a failure that names a step that cannot be made, after which nothing is different.
  func make() throws -> Amendment? {
    let shared = shared
    if shared == items.count, shared == line.count { return nil }
    let oldTip = history.state.tip
    let (current, next) = (history.current.number, history.state.nextRevision)
    try history.beginRehearsal()
    do {
      guard let made = try makeLine(from: shared, current: current) else {
        try takeBack()
        return nil
      }
      try history.noteRemadeLine(from: next, made.summary.map)
      try history.keepRehearsal()
      var amendment = made
      amendment.oldLine = oldTip
      return amendment
    } catch {
      // The error of what failed is told, unless the drawing cannot go on.
      try takeBack()
      throw error
    }
  }

  /// Makes steps of any line again after a revision, and goes to the last one; the line that was current stays.
  ///
  /// - Throws: a failure that names a step that cannot be made, after which nothing is different.
  func make(_ steps: [Revision], after parent: Int) throws -> Amendment? {
    let (oldTip, current) = (history.state.tip, history.current.number)
    let next = history.state.nextRevision
    _ = try history.revision(parent)
    try history.beginRehearsal()
    do {
      try history.goTo(parent)
      var new = NewLine(
        session, after: parent, making: Set(steps.map(\.number)), without: [], options)
      for step in steps {
        try new.enterGroup(step.group, named: try step.group.flatMap { try history.group($0)?.name })
        try new.make(step)
      }
      try new.endGroup()
      try history.noteRemadeLine(from: next, new.summary.map)
      try history.keepRehearsal()
      var amendment = Amendment(oldLine: oldTip)
      amendment.summary = new.summary
      let difference = try LineDifference(comparing: history.current.number, with: current, in: history)
      try amendment.note(difference, in: history, against: current)
      return amendment
    } catch {
      try takeBack()
      throw error
    }
  }

  private func takeBack() throws {
    guard history.isEditing else { return }
    try session.document.takeBackRehearsal()
  }

  private func makeLine(from shared: Int, current: Int) throws -> Amendment? {
    let parent = shared == 0 ? history.state.root : line[shared - 1].number
    let isShared = Set(line[..<shared].map(\.number)).contains(current) || current == history.state.root
    // The end of redo stands for itself, also if its last step is another one.
    let isLast = current == history.state.tip
    // A thread takes as long to start as a few steps.
    if items.count - shared > 100 { try history.writeBehind() }
    try history.goTo(parent)
    let steps = items[shared...].compactMap(\.step).map(\.number)
    var new = NewLine(
      session, after: parent, making: Set(steps), without: dropped, options)
    var descendants = try DescendantLines(
      from: takesDescendants ? Array(line[shared...]) : [], without: dropped, in: history)
    descendants.note(new, after: parent, at: parent)
    let isOnlyChange = isOneChange
    var amendment = Amendment(oldLine: 0)
    var names: [Int: String] = [:]
    for place in shared..<items.count {
      let group = group(at: place)
      if let group, names[group] == nil { names[group] = try history.group(group)?.name }
      try new.enterGroup(group, named: group.flatMap { names[$0] })
      switch items[place] {
      case .recorded(let step): try new.make(step)
      case .changed(let step, let change):
        let made = try new.make(step, changed: change)
        if isOnlyChange, made.command == step.command, made.name == step.name, made.author == step.author,
          made.fingerprint == step.fingerprint
        {
          return nil
        }
      case .new(let typed): try new.make(typed)
      }
      if let step = items[place].step { descendants.note(new, after: step.number, at: history.current.number) }
      if !isLast, items[place].step?.number == current {
        try amendment.note(new.difference, in: history, against: current)
      }
    }
    try new.endGroup()
    if steps.isEmpty || history.state.tip != history.current.number { history.endRedo() }
    amendment.summary = new.summary
    if isLast { try amendment.note(new.compare(with: current), in: history, against: current) }
    // The step before one that is dropped stands for it.
    let target = isLast ? history.current.number : isShared ? current : counterpart(of: current, new, parent)
    if !isLast, !isShared, !amendment.isCompared {
      let difference = try LineDifference(comparing: target, with: current, in: history)
      try amendment.note(difference, in: history, at: target, against: current)
    }
    if !descendants.isEmpty {
      let tip = history.state.tip
      try descendants.make(after: Array(line[shared...]), &amendment.summary, new.counterparts, in: history)
      amendment.lines = descendants.lines
      try history.goTo(tip)
    }
    try history.goTo(target)
    if !keepsBranches { try moveBranches(amendment.summary.map) }
    if new.moves.turnsOtherwise, !options.keepsNumbers { session.console.warn(PictureMoves.warning) }
    return amendment
  }

  private func counterpart(of number: Int, _ new: NewLine, _ parent: Int) -> Int {
    var map: [Int: Int] = [:]
    for pair in new.summary.map { map[pair.old] = pair.new }
    // Back from the current step to one that the new line has.
    for step in line.reversed() where step.number <= number {
      if let found = map[step.number] { return found }
    }
    return parent
  }

  /// The group of the step at a place: its own, if it is next to another of it, or alone in it.
  private func group(at place: Int) -> Int? {
    let (before, after) = (place > 0 ? own(place - 1) : nil, place + 1 < items.count ? own(place + 1) : nil)
    // What is between two steps of a group joins it.
    if let before, before == after { return before }
    guard let group = own(place) else { return nil }
    if before == group || after == group { return group }
    // A step that was moved away from its group leaves it.
    return items.count { $0.step?.group == group } == 1 ? group : nil
  }

  private func own(_ place: Int) -> Int? { items[place].step?.group }

  private func moveBranches(_ map: [RemadeLine.Step]) throws {
    let branches = try history.branches()
    if branches.isEmpty { return }
    var numbers: [Int: Int] = [:]
    for pair in map { numbers[pair.old] = pair.new }
    for branch in branches {
      if let new = numbers[branch.revision] { try history.setBranch(branch.name, to: new) }
    }
  }
}

/// What `amend` tells beside the current revision.
struct Amendment {
  /// The end of the old line.
  var oldLine: Int
  var summary = NewLine.Summary()
  /// The number of other lines that were made again.
  var lines = 0
  /// The box of the pixels in which the canvas differs from before.
  private(set) var bounds = PixelBox.empty
  private(set) var isCompared = false

  init(oldLine: Int) { self.oldLine = oldLine }

  mutating func note(
    _ difference: LineDifference?, in history: History, at number: Int? = nil, against old: Int
  ) throws(HistoryError) {
    let new = number ?? history.current.number
    isCompared = true
    guard let difference else {
      bounds = try history.revision(new).size.box
      return
    }
    bounds = try difference.bounds(in: history, from: new, to: old)
  }

  /// The words for people.
  func text(of step: Revision?, _ receipt: Receipt) -> String {
    let subject = step.map { "r\($0.number) \(Failure.oneLine($0.name))" } ?? "the line"
    let verb = receipt.isDryRun ? "would amend" : "amended"
    let box =
      bounds.isEmpty ? "the picture is the same" : "\(bounds.x),\(bounds.y),\(bounds.width)x\(bounds.height) differs"
    let made = NumberText.counted(summary.remade, "step")
    var text =
      "\(verb) \(subject), \(receipt.isDryRun ? "then" : "now") at r\(receipt.revision.number); \(box); \(made) made again, "
      + "\(summary.takenOver) taken over"
    if lines > 0 { text += ", with \(NumberText.counted(lines, "other line"))" }
    if !summary.leftOut.isEmpty {
      text += "; left out because they failed: \(summary.leftOut.map { "r\($0)" }.joined(separator: ", "))"
    }
    return text + "; the old line: paint goto r\(oldLine)"
  }

  /// Writes its fields.
  func write(to json: inout JSONWriter) {
    json.field("old_line", oldLine)
    json.field(ofMap: summary.map)
    json.field("made_again", summary.remade)
    json.field("taken_over", summary.takenOver)
    json.array("left_out", summary.leftOut) { json, number in json.value(number) }
    json.field("lines", lines)
    json.field("differs", bounds)
  }
}
