extension History {
  /// The maximum number of revisions that one slice drops.
  public static let revisionsPerSlice = Maintenance.revisionsPerSlice

  /// The number of revisions that commits have dropped because of the limits since the document was opened.
  ///
  /// Revisions dropped by `setLimits`, `collect` and the forgetting functions are not included, because these return
  /// their number.
  public var droppedByLimits: Int { maintenance.droppedByLimits }

  /// The disk usage of the document.
  ///
  /// - Throws: `.disk` if the size of a file cannot be read; `.index` if the index cannot be read, `.damaged` if it is
  ///   damaged.
  /// - Complexity: O(revisions + packs).
  public func diskUsage() throws(HistoryError) -> DiskUsage { try maintenance.diskUsage() }

  /// Drops revisions beyond the limits, rewrites packs that are less than half live, merges small packs and removes
  /// orphans.
  ///
  /// It works in slices of about 50 ms, each a separate transaction, and holds the lock only during a slice. If it is
  /// killed, the completed slices remain. In a dry run everything is one transaction that is never committed.
  ///
  /// - Parameter thoroughly: whether packs are rewritten if only an eighth of them is dead.
  /// - Parameter bytes: the value of `storedBytes` from which freed bytes are counted; nil counts from this call on.
  /// - Returns: what was done. If the disk failed after a slice was committed, `unfinished` contains the error.
  /// - Throws: only if nothing was done: the errors of `beginEditing`, `.disk` or `.index` if the document cannot be
  ///   read or written, `.damaged` if the index and the packs disagree, and nothing is removed then. Also
  ///   `.outcomeUnknown` if a commit or a sync failed.
  public func collect(thoroughly: Bool = false, since bytes: Int? = nil) throws(HistoryError) -> CollectionResult {
    try maintenance.collect(thoroughly: thoroughly, since: bytes)
  }

  /// Forgets part of the history, in the open transaction.
  ///
  /// It takes effect when `commit` has returned; `collect` then frees the space.
  ///
  /// - Returns: the number of forgotten revisions.
  /// - Throws: `.unknownRevision`, `.unknownBranch`; `.notAnAncestor` if the current revision or the tip would be
  ///   removed, `.wouldLoseBranches` if branches would be; `.index` if the index cannot be read or written, `.damaged` if
  ///   it is damaged.
  public func forget(_ part: Forgettable) throws(HistoryError) -> Int { try maintenance.forget(part) }

  /// Forgets part of the history in slices of about 50 ms, each a separate transaction, and lets other writers in
  /// between them.
  ///
  /// If it is killed, the completed slices remain: the document is valid and has forgotten some of the part. The first
  /// slice is done in the open transaction.
  ///
  /// - Returns: the number of forgotten revisions.
  /// - Throws: the errors of `forget`, `commit` and `beginEditing`, because each slice is a transaction; also if
  ///   another process meanwhile moved to a revision that would be removed.
  public func forgetInSlices(_ part: Forgettable) throws(HistoryError) -> Int { try maintenance.forgetInSlices(part) }

  /// The bytes of the packs, the index and its log, without kept files.
  ///
  /// - Throws: `.disk` if the size of a file cannot be read.
  public func storedBytes() throws(HistoryError) -> Int { try maintenance.storedBytes() }

  /// The branches, ordered by name, and redo, if they prevent the limits from being applied; usually none.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(log revisions) for each branch and group.
  public func limitBlockers() throws(HistoryError) -> [LimitBlocker] { try maintenance.limitBlockers() }

  /// Sets the limits and drops revisions beyond them; it takes effect when `commit` has returned.
  ///
  /// - Parameter slice: the maximum number of revisions to drop; `collect` drops the rest, in slices.
  /// - Returns: the number of dropped revisions.
  /// - Throws: `.damaged` if the index is damaged, `.disk` or `.index` if the changes cannot be read or written. The
  ///   transaction is rolled back then.
  /// - Precondition: no limit of steps is between 0 and `Limits.minimumSteps`.
  @discardableResult
  public func setLimits(_ limits: Limits, atMost slice: Int = .max) throws(HistoryError) -> Int {
    try maintenance.setLimits(limits, atMost: slice)
  }
}
