@testable import PaintCLI

/// Answers lines as `paint batch --json` does.
struct PlainScript {
  /// The state before the open group, for discarding it.
  private struct Saved {
    let document: PlainDocument
    let settings: StrokeSettings
    let steps: Int
  }

  private(set) var paint: PlainPaint
  let keepsGoing: Bool
  let isSingle: Bool
  private let isRehearsal: Bool
  private let before: Int
  /// The number of the script's first revision.
  private let firstNew: Int
  private var saved: Saved?
  private(set) var depth = 0
  /// Whether lines are skipped up to the end of a discarded group.
  private(set) var isSkipping = false
  private var failed = 0
  private var lines = 0
  /// The exit code of the program.
  private(set) var code = 0
  /// Whether no further line is run.
  private(set) var isOver = false

  init(
    _ paint: PlainPaint, keepsGoing: Bool, isSingle: Bool = false, isRehearsal: Bool = false, name: String? = nil,
    author: String? = nil
  ) {
    self.paint = paint
    self.keepsGoing = keepsGoing
    self.isSingle = isSingle
    self.isRehearsal = isRehearsal
    before = paint.document.current
    firstNew = paint.document.next
    self.paint.settings = paint.document.settings
    self.paint.isScript = true
    self.paint.isRehearsal = isRehearsal
    self.paint.steps = 0
    self.paint.label = isSingle ? nil : name
    self.paint.author = author
    if isSingle { begin(named: name) }
  }

  /// The state that other commands see, and that remains if the program is killed.
  var committed: PlainDocument { saved?.document ?? paint.document }

  /// Whether a line that moves in the history would be rejected.
  var isInGroup: Bool { depth > 0 || isSingle }

  /// The answers to the next line; none if it is not run.
  mutating func answers(_ words: [String]) -> [JSON] {
    if isOver { return [] }
    lines += 1
    if isSkipping { return [skip(words)] }
    do {
      return try run(words).map { $0.with("line", .int(lines)) }
    } catch {
      let refusal = (error as? Refusal) ?? Refusal((error as? Failure)?.code ?? .defect)
      return [fail(refusal)]
    }
  }

  /// The answers at the end of the script: possibly a failure, then the summary.
  mutating func end() -> [JSON] {
    var answers: [JSON] = []
    if !isSkipping, depth > 0, saved != nil { answers.append(fail(Refusal(.badScript))) }
    if isSingle, saved != nil { if code == 0 { close() } else { takeBack() } }
    if !isRehearsal, paint.document.next > firstNew { _ = paint.document.enforceLimits() }
    let document = paint.document
    return answers + [
      .fields([
        "lines": .int(lines), "steps": .int(paint.steps), "failed": .int(failed), "before": .int(before),
        "revision": .int(document.current), "revisions": .int(document.revisions.count),
        "fingerprint": .text(document.here.picture.fingerprint.hex),
      ])
    ]
  }

  private mutating func run(_ words: [String]) throws -> [JSON] {
    if WrongLines.forShells.contains(words[0]) { throw Refusal(.unexpectedWord) }
    if words.starts(with: ["group", "begin"]) {
      depth += 1
      if depth == 1, !isSingle { begin(named: words.count > 2 ? words[2] : nil) }
      return [.fields(["depth": .int(depth)])]
    }
    if words == ["group", "end"] {
      guard depth > 0 else { throw Refusal(.badScript) }
      depth -= 1
      return [depth == 0 && !isSingle ? close() : .fields(["depth": .int(depth)])]
    }
    if isInGroup, Self.movers.contains(words[0]), words != ["branch"], !WrongLines.isUnreadable(words) {
      try paint.checkExpectation(words)
      throw Refusal(.badScript)
    }
    return try paint.answers(words).map { told in
      if case .array = told { return .fields([words[0] == "branch" ? "branches" : words[0]: told]) }
      return told
    }
  }

  private static let movers: Set = ["undo", "redo", "goto", "group", "ungroup", "branch"]

  private mutating func begin(named name: String?) {
    saved = Saved(document: paint.document, settings: paint.settings, steps: paint.steps)
    paint.document.open = PlainDocument.OpenGroup(givenName: name)
  }

  /// Ends the group, and returns its answer.
  @discardableResult private mutating func close() -> JSON {
    guard let saved else { preconditionFailure("a group ends that began") }
    self.saved = nil
    paint.steps = saved.steps
    guard let first = paint.document.open?.first else {
      paint.document.offeredName = paint.document.open?.givenName ?? "0 edits"
      paint.document.open = nil
      return paint.receipt(changed: false)
    }
    paint.document.groupNames[first] = paint.document.name(ofGroup: first)
    paint.document.open = nil
    paint.steps += 1
    return paint.receipt(ofGroup: paint.document.members(of: first))
  }

  private mutating func takeBack() {
    guard let saved else { return }
    (paint.document, paint.settings, paint.steps) = (saved.document, saved.settings, saved.steps)
    self.saved = nil
  }

  private mutating func fail(_ refusal: Refusal) -> JSON {
    takeBack()
    isSkipping = depth > 0
    failed += 1
    code = keepsGoing ? 1 : refusal.exit(inScript: true)
    isOver = !keepsGoing
    return refusal.told(inScript: true).with("line", .int(lines))
  }

  private mutating func skip(_ words: [String]) -> JSON {
    if words.starts(with: ["group", "begin"]) { depth += 1 }
    if words == ["group", "end"] { depth -= 1 }
    isSkipping = depth > 0
    return .fields(["line": .int(lines), "skipped": .bool(true)])
  }
}
