import PaintRaster

/// An open group, and what is needed to abandon it.
struct OpenGroup {
  /// The name that it was given.
  var givenName: String?
  /// The document's state when it was begun.
  let state: DocumentState
  let current: Revision
  /// The value of `PackWriter.bytes` when it was begun.
  let packBytes: Int
  /// Its revisions so far.
  private(set) var summary: GroupSummary
  /// The name of its first revision, which becomes the group's name if it remains the only one.
  private var firstName = ""

  init(name: String?, state: DocumentState, current: Revision, packBytes: Int) {
    givenName = name
    self.state = state
    self.current = current
    self.packBytes = packBytes
    summary = GroupSummary(
      group: Group(first: 0, last: 0, name: ""), parent: current.number, revisions: 0, tiles: 0, bytes: 0)
  }

  /// Its first revision; nil if there is none yet.
  var first: Int? { summary.revisions == 0 ? nil : summary.group.first }

  /// Its name if it ends now.
  var name: String { givenName ?? GroupSummary.name(of: summary.revisions, only: firstName) }

  /// Adds a revision.
  mutating func add(_ revision: Revision) {
    if summary.revisions == 0 {
      summary.group.first = revision.number
      firstName = revision.name
    }
    summary.group.last = revision.number
    summary.add(revision)
  }

  /// Records that a revision was renamed.
  mutating func rename(_ number: Int, to name: String) {
    if number == first { firstName = name }
  }
}
