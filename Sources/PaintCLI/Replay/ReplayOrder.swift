import PaintHistory

/// The revisions that a replay has to make, in order.
///
/// A revision can refer to others, such as `stroke eraser --to r7`, which can be on other branches; these are also made,
/// with their ancestors. In the order of their numbers every revision comes after its parent and after those it refers
/// to.
struct ReplayOrder {
  /// The revisions after the start, in ascending order.
  private(set) var numbers: [Int] = []
  /// The common ancestor, which the script does not make.
  private(set) var start = 0
  /// Whether erasers need a picture from before the start.
  private(set) var needsBase = false

  /// The revisions needed for the picture of one revision.
  init(leadingTo end: Int, in history: History) throws(HistoryError) {
    var bases = FirstBases(history)
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
        if !needsBase { needsBase = try bases.isRestored(by: revision) }
        for reference in CanonicalCommand.references(in: revision.command)
        where try Self.isKept(reference, in: history) { ends.append(reference) }
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

  /// All revisions.
  init(wholeTreeOf history: History) throws(HistoryError) {
    var query = HistoryQuery()
    query.isWholeTree = true
    query.limit = nil
    var bases = FirstBases(history)
    for revision in try history.list(query).lazy.map(\.revision) {
      if revision.parent == nil {
        start = revision.number
        continue
      }
      numbers.append(revision.number)
      if !needsBase { needsBase = try bases.isRestored(by: revision) }
    }
  }
}

/// Which erasers restore what the oldest revision's picture does not contain: a picture from before it, or one that was
/// moved since.
private struct FirstBases {
  private let history: History
  private let root: Int
  /// The answers by the number of a base, so that each step that moved the canvas is looked at once.
  private var known: [Int: Bool] = [:]

  init(_ history: History) {
    self.history = history
    root = history.state.root
  }

  /// Whether a revision is an eraser that restores such a picture.
  ///
  /// - Complexity: O(steps that moved the canvas) for all revisions together.
  mutating func isRestored(by revision: Revision) throws(HistoryError) -> Bool {
    guard CanonicalCommand.erasesToBase(revision.command) else { return false }
    var (base, passed): (Int, [Int]) = (revision.base, [])
    var isFirst = known[base]
    while isFirst == nil {
      passed.append(base)
      if base < root {
        isFirst = true
      } else if base == root {
        isFirst = root > 0 ? try !history.erasableTiles(of: history.revision(root)).isEmpty : false
      } else {
        let step = try history.revision(base)
        let isRevert = CanonicalCommand(step.command).isRevert
        guard isRevert || CanonicalCommand.movesBase(step.command), let parent = step.parent else {
          isFirst = false
          break
        }
        // A revert can bring back any canvas before it.
        base = try history.revision(isRevert ? root : parent).base
        isFirst = known[base]
      }
    }
    for base in passed { known[base] = isFirst }
    return isFirst ?? false
  }
}
