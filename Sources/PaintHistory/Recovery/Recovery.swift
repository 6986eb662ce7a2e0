/// Recovers a document after a process or the machine died, and handles packs that the index does not know.
final class Recovery: HistoryPart {
  /// Owns this.
  unowned let history: History
  /// Whether leftover packs of dead processes or of failed commits were swept.
  var isSwept = false
  /// Whether recovery was done.
  var isRecovered = false
  /// The number of packs that were set aside.
  var setAside = 0
  /// The revision numbers of edits from unconfirmed packs, as `recoverUnconfirmed` found or assigned them.
  var recoveredNumbers: [EditIdentity: Int] = [:]
  /// The revisions that the notes list as removed, cached for this transaction; nil if not read yet.
  var knownRemovedRevisions: RemovedRevisions?
  /// The abandoned edits and the packs that list them, cached for this transaction; nil if not read yet.
  var knownAbandonments: [Int: Set<Int>]?

  init(_ history: History) { self.history = history }

  /// Forgets cached results of packs and notes.
  func forgetEvidence() {
    knownRemovedRevisions = nil
    knownAbandonments = nil
  }
}
