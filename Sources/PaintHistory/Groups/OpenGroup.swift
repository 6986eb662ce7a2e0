import PaintRaster

/// A group that was begun and not ended, and what it takes to take it back.
struct OpenGroup {
  /// The name that it was given.
  var givenName: String?
  /// Where the document stood when it was begun.
  let state: DocumentState
  let current: Revision
  /// `PackWriter.bytes` then.
  let packBytes: Int
  /// Its revisions so far.
  private(set) var summary: GroupSummary
  /// The name of its first revision: its own, should it stay the only one.
  private var firstName = ""

  init(name: String?, state: DocumentState, current: Revision, packBytes: Int) {
    givenName = name
    self.state = state
    self.current = current
    self.packBytes = packBytes
    summary = GroupSummary(
      group: Group(first: 0, last: 0, name: ""), parent: current.number, revisions: 0, tiles: 0, bytes: 0)
  }

  /// Its first revision; nil as long as there is none.
  var first: Int? { summary.revisions == 0 ? nil : summary.group.first }

  /// What it is called if it ends now.
  var name: String { givenName ?? GroupSummary.name(of: summary.revisions, only: firstName) }

  /// Counts a revision in.
  mutating func add(_ revision: Revision) {
    if summary.revisions == 0 {
      summary.group.first = revision.number
      firstName = revision.name
    }
    summary.group.last = revision.number
    summary.add(revision)
  }

  /// Notes that a revision was renamed.
  mutating func rename(_ number: Int, to name: String) {
    if number == first { firstName = name }
  }
}
