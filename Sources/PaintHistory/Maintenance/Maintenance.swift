/// Keeps a history small: applies its limits, forgets revisions, and rewrites packs.
final class Maintenance: HistoryPart {
  /// Owns this.
  unowned let history: History
  /// Side branches that are being removed in slices.
  var pendingSideBranches: ListedSideBranches?
  /// The number of revisions that commits have dropped because of the limits since the document was opened.
  var droppedByLimits = 0

  var recovery: Recovery { history.recovery }

  init(_ history: History) { self.history = history }
}
