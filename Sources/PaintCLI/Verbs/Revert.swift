import PaintEditing
import PaintHistory

/// `paint revert REV …`: the picture without old steps, as a new step.
struct RevertCommand: EditCommand {
  static let spec = CommandSpec(
    .revert, purpose: .history, alsoCalled: ["backout"], operands: "REV | FIRST..LAST … | --last",
    operandCount: CommandSpec.anyNumber,
    operandKinds: [.revision],
    summary: "leave old steps out, as a new step",
    examples: {
      [
        Example("paint revert r2", "the picture without r2; all later steps stay"),
        Example("paint revert r3..r4 r6", "without several steps"),
        Example("paint revert r1 --dry-run --out look.png", "only look at the result"),
        Example("paint revert --last", "without the newest step that is not left out yet"),
      ]
    },
    details: [
      "The new step has the picture that the line of the current revision would have without these steps:",
      "later steps that drew on them are drawn again, and all others keep their pixels. A step that is",
      "left out stays so until its revert is reverted. The revert of a select widens the later steps that",
      "it limited; that of a crop brings the canvas back, and the later steps stay where they are on the",
      "picture. Revert adds a step and keeps all numbers; paint amend REV --drop makes a new line.",
      "",
      "With --last it is the newest step, or group of steps, of the current line that is not left out; with",
      "--author NAME, too, the newest one that NAME made. Reverts are passed over: the same command once more",
      "leaves out the step before it, and paint revert current takes the last revert back.",
    ], options: [.asTyped, .last],
    optionHelp: [.author: "who makes the step (default: PAINT_AUTHOR); with --last: whose step is left out"],
    isEdit: true, reference: .operands, command: RevertCommand.self)

  /// A revision, or the first and the last one of several.
  private let parts: [RevisionRange]
  /// Whose newest step is left out, with `--last`; nil there for anybody's.
  private let author: String?
  private let isLast: Bool
  /// Whether plain numbers stay as they are, wherever the picture is moved to.
  private let keepsNumbers: Bool

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    parts = try RevisionRange.operands(line)
    keepsNumbers = line.has(.asTyped)
    isLast = line.has(.last)
    author = line.text(.author)
    if parts.isEmpty, !isLast {
      throw Failure(
        .missingWord, "revert needs REV, FIRST..LAST or --last", hint: "paint revert --last leaves the newest step out")
    }
    if isLast, !parts.isEmpty {
      throw Failure(
        .unexpectedWord, "--last finds the step itself, so it takes no REV", hint: "usage: \(Self.spec.usage)")
    }
  }

  /// The name of a revert whose step's name is not known.
  var defaultName: String { "Revert" }

  /// It is never made again: what it leaves out is.
  var reads: StepReads { .everything }

  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult {
    let name = line.text(.name) ?? session.label ?? ""
    // With --last the line names who made the step, not who leaves it out.
    if isLast { session.origin.author = (session.isScript ? session.author : StepOrigin.userName) ?? "" }
    let (revision, ownName) = try revert(in: session, name: name)
    return try session.result(line, ofEdit: revision, named: ownName)
  }

  func perform(in session: Session, name: String) throws -> Revision? { try revert(in: session, name: name).revision }

  /// Makes the step; nil if everything is left out already.
  ///
  /// - Parameter name: its name; empty for its own.
  private func revert(in session: Session, name: String) throws -> (revision: Revision?, name: String) {
    let history = session.history
    // All that does not exist is told first.
    for part in parts {
      for word in [part.first, part.last] { _ = try session.existing(session.revision(word)) }
    }
    let ranges = isLast ? try session.lastStep(by: author) : try parts.map { try session.revertible($0) }
    guard let first = ranges.map(\.lowerBound).min() else { return (nil, name) }
    let line = try RevertedLine(history, leavingOut: ranges, from: first)
    let steps = line.targets
    var name = name
    if name.isEmpty {
      name =
        steps.count == 1
        ? Self.name(ofReverting: try history.revision(steps[0]).name) : "Revert \(steps.count) steps"
    }
    if line.isLeftOutAlready {
      let what = steps.count == 1 ? "r\(steps[0]) is" : "these steps are"
      session.console.warn("\(what) left out already, so nothing was changed")
      return (nil, name)
    }
    let made = try session.document.rehearse {
      try history.goTo(line.parent)
      var replay = LineReplay(
        session, of: line.steps, after: line.parent, skipping: line.skipped, asTyped: keepsNumbers)
      try replay.run(line.steps)
      if replay.turnsOtherwise { session.console.warn(PictureMoves.warning) }
      return try replay.canvas(options: history.options)
    }
    let words = ranges.map { $0.count == 1 ? " r\($0.lowerBound)" : " r\($0.lowerBound)..r\($0.upperBound)" }
    let option = keepsNumbers ? " --as-typed" : ""
    let revision = try session.perform(made, name: name, command: "revert\(words.joined())\(option)")
    return (revision, name)
  }

  /// The name of the revert of a step.
  static func name(ofReverting name: String) -> String { "Revert \(name)" }
}

extension Session {
  /// The number of a revision that exists.
  func existing(_ number: Int) throws -> Int {
    try history.revision(number).number
  }

  /// The revisions of the newest step of the current line that is not left out; reverts are none.
  ///
  /// - Parameter author: who made it; nil for anybody.
  /// - Throws: `failed` if there is none.
  /// - Complexity: O(revisions of the line).
  fileprivate func lastStep(by author: String?) throws -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var group: Int?
    var left: [ClosedRange<Int>] = []
    for step in try history.revisions(between: history.state.root, and: history.current.number).redone.reversed() {
      if let group, step.group != group { break }
      if left.contains(where: { $0.contains(step.number) }) { continue }
      if step.command.hasPrefix("revert ") {
        left += CanonicalCommand(step.command).reverted
        continue
      }
      guard author.map({ $0 == step.author }) ?? true else { continue }
      found.append(step.number...step.number)
      // Undo takes a group as one step, too.
      group = step.group
      if group == nil { break }
    }
    if !found.isEmpty { return found.reversed() }
    guard let author else {
      throw Failure(.failed, "there is no step to revert", hint: "paint history lists the steps")
    }
    throw Failure(
      .failed, "\(Failure.quoted(author)) has no step on this line that is not left out already",
      hint: "paint history --author \(ShellQuoting.quoted(author)) lists the steps")
  }

  /// The first and the last revision of a part of the current line, which can be left out.
  fileprivate func revertible(_ part: RevisionRange) throws -> ClosedRange<Int> {
    let (first, last) = (try revisions(part.first).lowerBound, try revisions(part.last).upperBound)
    let here = history.current.number
    for number in [first, last] {
      let step = try history.revision(number)
      guard step.parent != nil else {
        throw Failure(.failed, "r\(number) is the start, so there is nothing to revert")
      }
      guard try history.distance(from: number, to: here).undone == 0 else {
        throw Failure(
          .failed, "r\(number) is not an ancestor of the current revision r\(here), so there is nothing to revert",
          hint: "paint history lists its ancestors")
      }
    }
    guard first <= last else {
      throw Failure(.badValue, "r\(first) is after r\(last)", hint: "paint revert r\(last)..r\(first)")
    }
    return first...last
  }
}

/// The steps of the current line that are made again, because earlier ones are left out.
private struct RevertedLine {
  /// The steps from the first one that is left out, or has been, up to the current one.
  private(set) var steps: [Revision]
  /// The revision before them.
  private(set) var parent: Int
  /// Those that are left out, and those that only left others out.
  private(set) var skipped: Set<Int> = []
  /// The steps of the given parts.
  private(set) var targets: [Int] = []
  /// Whether earlier reverts leave the same steps out.
  private(set) var isLeftOutAlready = false

  /// Finds what is left out: the given parts, and what earlier reverts leave out that are not reverted themselves.
  ///
  /// - Throws: `no_revision` if one of these is forgotten; errors of the history.
  init(_ history: History, leavingOut ranges: [ClosedRange<Int>], from first: Int) throws {
    var first = first
    while true {
      guard let start = try history.revision(first).parent else {
        throw Failure(
          .noRevision,
          "r\(first), which an earlier revert left out, is the oldest step now, so it cannot be left out again",
          hint: "revert only steps after the last revert")
      }
      parent = start
      steps = try history.revisions(between: start, and: history.current.number).redone
      var reverts: [(step: Int, ranges: [ClosedRange<Int>])] = []
      for step in steps where step.command.hasPrefix("revert ") {
        reverts.append((step.number, CanonicalCommand(step.command).reverted))
      }
      let earliest = reverts.flatMap(\.ranges).map(\.lowerBound).min() ?? first
      if earliest >= first {
        try find(ranges, reverts)
        return
      }
      guard earliest > history.state.root else {
        throw Failure(
          .noRevision,
          "r\(earliest), which an earlier revert left out, is forgotten, so its revert cannot be made again",
          hint: "revert only steps after the last revert")
      }
      first = earliest
    }
  }

  private mutating func find(
    _ ranges: [ClosedRange<Int>], _ reverts: [(step: Int, ranges: [ClosedRange<Int>])]
  ) throws {
    let numbers = steps.map(\.number)
    func within(_ ranges: [ClosedRange<Int>]) -> [Int] {
      numbers.filter { number in ranges.contains { $0.contains(number) } }
    }
    targets = within(ranges)
    func leftOut(with targets: [Int]) -> Set<Int> {
      var left = Set(targets)
      for revert in reverts.reversed() where !left.contains(revert.step) {
        // A step cannot leave itself or a later one out.
        left.formUnion(within(revert.ranges).filter { $0 < revert.step })
      }
      return left
    }
    let left = leftOut(with: targets)
    isLeftOutAlready = left == leftOut(with: [])
    skipped = left.union(reverts.map(\.step))
    for step in steps where !skipped.contains(step.number) {
      for reference in CanonicalCommand.references(in: step.command) where left.contains(reference) {
        var failure = Failure(
          .failed, "r\(step.number) \(step.name) takes pixels of r\(reference), which would be left out",
          hint: "paint revert r\(reference) r\(step.number) leaves both out")
        failure.revisions = [reference, step.number]
        throw failure
      }
    }
  }
}

extension OptionSpec {
  static let last = OptionSpec(
    .last, "last", .flag, "the newest step that is not left out; with --author NAME, the newest one of NAME")
}
