import PaintHistory

/// Which revisions a replay has to make, and in which order.
///
/// A revision may refer to others, as `stroke eraser --to r7` does, which may lie on branches that were left; these
/// are made too, with what leads to them. In the order of their numbers every revision comes behind its parent and
/// behind those it refers to.
struct ReplayOrder {
  /// The revisions behind the start, by rising numbers.
  private(set) var numbers: [Int] = []
  /// The revision that the others came of, which the script does not make.
  private(set) var start = 0
  /// Whether erasers are to bring back a picture from before the start.
  private(set) var needsBase = false

  /// What the picture of a revision takes to be made.
  init(leadingTo end: Int, in history: History) throws(HistoryError) {
    var needed: Set<Int> = []
    var ends = [end]
    while let next = ends.popLast() {
      var here = next
      while !needed.contains(here) {
        let revision = try history.revision(here)
        guard let parent = revision.parent else {
          start = here
          break
        }
        needed.insert(here)
        if CanonicalCommand.erasesToBase(revision.command), revision.base < history.state.root { needsBase = true }
        if let reference = CanonicalCommand.reference(in: revision.command), try Self.isKept(reference, in: history) {
          ends.append(reference)
        }
        here = parent
      }
    }
    numbers = needed.sorted()
  }

  private static func isKept(_ number: Int, in history: History) throws(HistoryError) -> Bool {
    do throws(HistoryError) {
      _ = try history.revision(number)
      return true
    } catch {
      guard case .unknownRevision = error else { throw error }
      return false
    }
  }

  /// All revisions there are.
  init(wholeTreeOf history: History) throws(HistoryError) {
    var query = HistoryQuery()
    query.isWholeTree = true
    query.limit = nil
    for revision in try history.list(query).lazy.map(\.revision) {
      if revision.parent == nil {
        start = revision.number
        continue
      }
      numbers.append(revision.number)
      if CanonicalCommand.erasesToBase(revision.command), revision.base < history.state.root { needsBase = true }
    }
  }
}
