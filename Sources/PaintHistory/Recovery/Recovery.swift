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
  /// What a recovery has cut off.
  var lostSteps: LostSteps?
  /// The first revision that is not trusted although it was synced; nil if there is none.
  ///
  /// A repair sets this for a copy that was taken while a command wrote.
  var distrustedFrom: Int?
  /// The revision numbers of edits from unconfirmed packs, as `recoverUnconfirmed` found or assigned them.
  var recoveredNumbers: [EditIdentity: Int] = [:]
  /// The revisions that the notes before a number list as removed, cached until another note is added; nil if not read
  /// yet.
  var knownRemovedRevisions: (nextNote: Int, removed: RemovedRevisions)?
  /// The abandoned edits and the packs that list them, cached for this transaction; nil if not read yet.
  var knownAbandonments: [Int: Set<Int>]?

  init(_ history: History) { self.history = history }

  /// Forgets cached results of notes, because another process may have written some, or they were rolled back.
  func forgetNotes() { knownRemovedRevisions = nil }
}
