import SystemPackage

/// Finds what was committed to a document since the last time, by any process.
///
/// It reads like any reader, without a lock, and has nothing open between its calls. Every revision is an event, in
/// the order of the commits. Moves are known only by where they begin and end: those between two calls may appear as
/// one, or cancel each other out. Each step begins where the event before it ended.
public struct HistoryFollower: Sendable {
  private let document: FilePath
  private let options: History.Options
  private let identity: String
  /// The number of the last revision that was an event.
  private var last: Int
  /// The revision at which the last event ended, and the tip at that moment.
  private var position: Int
  private var tip: Int
  /// The number of the last note that was read.
  private var lastNote: Int
  /// The lines that were made again, as far as they are no event yet.
  private var lines: [RemadeLine] = []
  /// Whether revisions before the last events were dropped from the history before they could be read.
  public private(set) var hasGap = false
  /// Whether the last call returned all events; false if it had to leave some to the next one.
  public private(set) var isCaughtUp = true

  /// The longest list of events, so that no call reads for long: a reader prevents the log from being emptied.
  private static let most = 256

  /// Begins at the current state of a document.
  ///
  /// - Parameter revision: finds the revision after which to begin; nil begins with what is committed from now on.
  /// - Throws: the errors of `History.init` and of `revision`.
  public init(
    _ document: FilePath, options: History.Options,
    after revision: ((History) throws(HistoryError) -> Revision)? = nil
  ) throws(HistoryError) {
    self.document = document
    self.options = options
    let history = try History(at: document, for: .reading, options: options)
    identity = history.state.identity
    (last, position, tip) = (history.state.nextRevision - 1, history.current.number, history.state.tip)
    lastNote = history.state.nextNote - 1
    guard let revision else { return }
    let first = try revision(history)
    (last, position, tip) = (first.number, first.number, first.number)
    lastNote = 0
  }

  /// The next events, at most 256; empty if nothing has happened.
  ///
  /// - Throws: `.replaced` if there is another document now; the errors of `History.init`, `.index` if the index cannot
  ///   be read, `.damaged` if it is damaged.
  /// - Complexity: O(events), and for a move O(log revisions) and the groups that it crosses.
  public mutating func next() throws(HistoryError) -> [HistoryEvent] {
    try next { (events, _) throws(HistoryError) in events }
  }

  /// Calls `body` with the next events, at most 256, and with the history in which they are; none if nothing has happened.
  ///
  /// After an error the next call returns the same events again, unless their revisions are forgotten meanwhile.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: the errors of `next()`, and those of `body`.
  public mutating func next<R>(
    _ body: ([HistoryEvent], History) throws(HistoryError) -> R
  ) throws(HistoryError) -> R {
    let history = try History(at: document, for: .reading, options: options)
    var follower = self
    let result = try body(try follower.events(in: history), history)
    self = follower
    return result
  }

  private mutating func events(in history: History) throws(HistoryError) -> [HistoryEvent] {
    guard history.state.identity == identity else { throw .replaced }
    // Numbers of abandoned edits are missing too, but not those before the oldest revision.
    hasGap = history.state.root > last + 1
    var events: [HistoryEvent] = []
    try readLines(in: history)
    let revisions = try history.index.revisions(after: last, atMost: Self.most)
    for revision in revisions {
      try addLines(before: revision.number, in: history, to: &events)
      // Of a line that was made again.
      if revision.number <= last { continue }
      if let parent = revision.parent, parent != position {
        try add(moveTo: history.revision(parent), tip: tip, in: history, to: &events)
      }
      let undoName = try history.tree.undoName(from: revision)
      events.append(HistoryEvent(kind: .step, revision: revision, undoName: undoName))
      (last, position, tip) = (revision.number, revision.number, revision.number)
    }
    isCaughtUp = revisions.count < Self.most
    guard isCaughtUp else { return events }
    try addLines(before: .max, in: history, to: &events)
    let before = tip
    tip = history.state.tip
    if history.current.number != position {
      try add(moveTo: history.current, tip: before == tip ? tip : nil, in: history, to: &events)
    }
    return events
  }

  /// Reads which lines were made again since the last call.
  private mutating func readLines(in history: History) throws(HistoryError) {
    guard lastNote < history.state.nextNote - 1 else { return }
    for note in try history.index.notes(after: lastNote) {
      lastNote = note.number
      guard note.text.split(separator: "\n").contains(where: { $0.hasPrefix("amend ") }),
        case .note(let record)? = PackRecord(note.text), case .amend(let line) = record.change, line.first > last
      else { continue }
      lines.append(line)
    }
  }

  /// Adds the lines that were made again before a revision was made, each as one event.
  private mutating func addLines(
    before number: Int, in history: History, to events: inout [HistoryEvent]
  ) throws(HistoryError) {
    while let line = lines.first, line.first <= number {
      lines.removeFirst()
      // A power cut may have taken it back, and what is forgotten is nobody's canvas.
      guard try history.index.node(line.current) != nil else { continue }
      let revision = try history.revision(line.current)
      var event = HistoryEvent(kind: .amend, revision: revision)
      event.remade = line.steps
      event.undoName = try history.tree.undoName(from: revision)
      if try history.index.node(line.tip) != nil {
        event.redoName = try history.tree.redoName(from: revision, towards: line.tip)
      }
      events.append(event)
      (last, position, tip) = (max(last, line.last), revision.number, line.tip)
    }
  }

  /// Adds a move from the last position.
  ///
  /// - Parameter known: the tip before the move; nil if the move changed it, so that it was no undo or redo.
  private mutating func add(
    moveTo target: Revision, tip known: Int?, in history: History, to events: inout [HistoryEvent]
  ) throws(HistoryError) {
    let tree = history.tree
    let start = position
    position = target.number
    var event = HistoryEvent(kind: .goTo, revision: target)
    event.undoName = try tree.undoName(from: target)
    // The tip before the move leads there again, unless it is forgotten or on another branch.
    let end = known ?? tip
    var isOnTheWay = false
    if try history.index.node(end) != nil {
      isOnTheWay = try tree.ancestor(of: end, atMost: target.number) == target.number
    }
    if isOnTheWay { event.redoName = try tree.redoName(from: target, towards: end) }
    defer { events.append(event) }
    // Where it began may be forgotten.
    guard try history.index.node(start) != nil else { return }
    if isOnTheWay, known != nil {
      if let undone = try tree.steps(undoing: start, to: target.number) {
        (event.kind, event.undone) = (.undo, undone)
        return
      }
      if let redone = try tree.steps(redoing: start, to: target.number, towards: end) {
        (event.kind, event.redone) = (.redo, redone)
        return
      }
    }
    (event.undone, event.redone) = try tree.revisionsCrossed(from: start, to: target.number)
  }
}
