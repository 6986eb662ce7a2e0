import SystemPackage

extension History {
  /// Commits everything since `beginEditing`: first the packs, then the index.
  ///
  /// - Throws: `.outcomeUnknown` if it is not known whether the commit succeeded; the history is stopped then, and later
  ///   calls throw the same. A history opened for `editingInGroups` also throws it if a sync after the commit fails,
  ///   because that may have dropped what is committed and not synced. `.disk` if a pack cannot be written, `.index` if
  ///   the index cannot be written, `.damaged` if it is damaged; the transaction is rolled back then. Other failures
  ///   after the commit are not thrown: see `postponed`. If one of them was a failed sync, the history is stopped, too.
  public func commit() throws(HistoryError) {
    if let stopError { throw stopError }
    precondition(
      transaction.openRevision == nil && transaction.openGroup == nil,
      "a revision or a group that was begun is ended before the commit")
    guard isEditing, access != .dryRun, let dropped = try writeTransaction() else { return }
    maintenance.droppedByLimits += dropped
    transaction.isOpen = false
    transaction.shown.isWhole = true
    if access == .editingInGroups { hasUnsynced = true }
    // Each checkpoint syncs twice, so a script does this less often; its log is emptied when it ends. With 2,048 pages,
    // 10,000 scribbles made 58 syncs of 9 ms each, with 8,192 pages 16. After a kill with a log of 9.4 MB, the next
    // `status` took 0.02 s and later ones 0.01 s.
    shortenLog(beyond: access == .editing ? 256 : 8_192)
    try checkUnsynced()
  }

  /// Writes the packs, then commits the index; returns the number of revisions dropped by limits, or nil if nothing was
  /// changed.
  ///
  /// A signal does not end the process in between: a complete pack without its commit looks like a step that the index
  /// has lost, so no later command could delete it.
  private func writeTransaction() throws(HistoryError) -> Int? {
    let items = isInMemory ? nil : disk.temporaryItems
    items?.holdEnding()
    defer { items?.releaseEnding() }
    var dropped = 0
    do throws(HistoryError) {
      let committed = transaction.committed
      let writer = try transaction.finishedWriter()
      try checkTransaction()
      // If nothing changed, nothing is written or synced.
      if state == committed, writer.packs.isEmpty {
        try transaction.end()
        return nil
      }
      // Everything before is synced, and this commit syncs too.
      let isSynced = access == .editing && committed.syncedRevision == committed.nextRevision - 1
      if isSynced { transaction.state.syncedRevision = state.nextRevision - 1 }
      // Limits are only enforced for synced steps: each commit of a command, and in groups the steps that were synced.
      if state.syncedRevision != committed.syncedRevision {
        let before = state.revisions
        try maintenance.enforceLimits(atMost: Maintenance.revisionsPrunedPerCommit)
        dropped = before - state.revisions
      }
      try countPacks()
      if isSynced, committed.syncedNote == committed.nextNote - 1 {
        transaction.state.syncedNote = state.nextNote - 1
      }
      try index.update(&transaction.state)
    } catch {
      rollback()
      throw error
    }
    try commitTransaction()
    return dropped
  }

  /// Throws if SQLite has rolled the open transaction back, as it does after any error of the disk, also in a query.
  ///
  /// Without a transaction, each later change of the index would be committed at once.
  func checkTransaction() throws(HistoryError) {
    guard transaction.isLost else { return }
    rollback()
    throw .lostTransaction
  }

  /// Throws `stopError` if a failed sync may have dropped what was committed and not synced.
  ///
  /// It is thrown at once: perhaps no later call would notice it.
  func checkUnsynced() throws(HistoryError) {
    guard let stopError, hasUnsynced else { return }
    postponed = nil
    throw stopError
  }

  /// Writes pending packs, and adds the packs written since the last call to the accounts.
  func countPacks() throws(HistoryError) {
    try writePacks()
    let writer = transaction.writer
    transaction.state.nextPack = writer.packs.pack
    for pack in writer.packs.takeUncounted() { try writer.index.count(pack, in: &transaction.state) }
  }

  /// Checkpoints and empties the index's log if it is longer than the given number of pages.
  ///
  /// This is not left to SQLite: a process that opens a log does not know how much of it was already checkpointed, so
  /// it only appends. With one process per step and `wal_autocheckpoint=256`, the log grew without limit, and each step
  /// after page 256 checkpointed all of it again: after 42 strokes it had 468 pages, and a stroke made 497 reads.
  ///
  /// Failures are not thrown: see `postponed`. After a failed sync this history is stopped: it may have dropped what a
  /// script has committed and not synced, and another sync would succeed without it. The caller throws then.
  func shortenLog(beyond pages: Int) {
    let frameBytes = 4_096 + 24
    guard let log = indexFiles?.log, let size = try? disk.status(of: log)?.size, size > pages * frameBytes else {
      return
    }
    do throws(HistoryError) {
      try index.database.shortenLog()
    } catch {
      if index.database.failure?.isSyncFailure ?? false { _ = stop(after: error.reason) }
      // A reader may prevent this; then the next step does it. Each commit of a command is synced, so a failure only
      // costs space.
      postpone(error)
    }
  }

  /// Records a failure of work that a later command will do.
  ///
  /// If only another process prevented it, nothing is recorded.
  private func postpone(_ failure: HistoryError) {
    if case .busy = failure { return }
    postponed = failure
  }

  /// Rolls back everything since the last commit.
  public func rollback() {
    if !transaction.rollBack() { recovery.isSwept = false }
    recovery.forgetNotes()
    forget()
  }

  /// Runs a part of the transaction; after an error, everything since the last commit is rolled back.
  func rollingBack<R>(_ part: () throws(HistoryError) -> R) throws(HistoryError) -> R {
    try checkTransaction()
    do { return try part() } catch {
      if isEditing { rollback() }
      throw scratchError(error) ?? error
    }
  }

  /// The error of a dry run that cannot write its packs, which are in the folder for temporary files.
  private func scratchError(_ error: HistoryError) -> HistoryError? {
    guard access == .dryRun, case .disk(let error) = error,
      scratches.contains(where: { error.path.starts(with: $0.path) })
    else { return nil }
    return HistoryError(error, inTemporaryFolder: options.temporaryFolder)
  }

  /// Commits, then releases the lock until the next `beginEditing`; a dry run holds the lock until it ends.
  ///
  /// - Throws: the errors of `commit`, also for a sync of the gc that may follow the commit.
  public func endEditing() throws(HistoryError) {
    try commit()
    guard access != .dryRun else { return }
    maintenance.collectIfWorthwhile()
    try checkUnsynced()
    lock?.release()
  }

  /// Syncs everything that was committed so far and records how far that is.
  ///
  /// For histories opened for `editingInGroups`; one system call syncs all packs of a long script.
  ///
  /// - Throws: the errors of `commit`; `.outcomeUnknown` also if the sync fails, and the history is stopped then.
  ///   Failures after the sync are not thrown: see `postponed`.
  public func sync() throws(HistoryError) {
    guard access == .editingInGroups, let lock else { return }
    try commit()
    // Undo, redo and goto only change the index, but they must survive a power cut too.
    guard hasUnsynced else { return }
    do throws(DiskError) {
      try disk.syncDocument(path, lock: lock.file)
    } catch {
      // The system reports the error once and may have dropped data, so another sync would prove nothing.
      throw stop(after: error.message)
    }
    hasUnsynced = false
    let (revision, note) = (state.nextRevision - 1, state.nextNote - 1)
    guard state.syncedRevision < revision || state.syncedNote < note else { return }
    let wasHeld = lock.isHeld
    do throws(HistoryError) {
      try beginEditing()
      transaction.state.syncedRevision = max(state.syncedRevision, revision)
      transaction.state.syncedNote = max(state.syncedNote, note)
      try commit()
      if state.limits.steps > 0 || state.limits.bytes > 0 {
        maintenance.droppedByLimits += try maintenance.dropInSlices()
      }
      hasUnsynced = false
      // A sync that fails there cannot have lost anything, because everything was synced before.
      shortenLog(beyond: 256)
    } catch {
      // Everything is synced. The mark only saves the next process a check, and its next commit drops revisions beyond
      // the limits.
      postpone(error)
    }
    if !wasHeld { lock.release() }
  }
}
