import PaintRaster
import SystemPackage

extension History {
  /// Begins a transaction; acquires the lock again if it was released.
  ///
  /// Reads the changes of other processes, and cleans up after dead processes.
  ///
  /// - Throws: `.busy` if another command keeps the document locked until the timeout, `.replaced` if another document
  ///   has replaced it, `.laterVersion` if a later version of the program has migrated it; `.disk`, `.index` or
  ///   `.damaged` if recovery fails; `.outcomeUnknown` if the commit of a recovery failed; the error `stopError` if
  ///   this history was stopped. No transaction is open then.
  public func beginEditing() throws(HistoryError) {
    guard let lock else { preconditionFailure("a history opened for reading is not edited") }
    if let stopError { throw stopError }
    if !lock.isHeld {
      do throws(DocumentLockError) { try lock.reacquire(wait: options.wait) } catch { throw HistoryError(error) }
      // A process that held it meanwhile may have died.
      recovery.isSwept = false
    }
    if isEditing { return }
    try transaction.begin()
    recovery.forgetEvidence()
    do throws(HistoryError) {
      if try transaction.refresh() {
        forget()
        packs.closeFiles()
        // The other process may have left something behind.
        recovery.isRecovered = false
      }
      if access != .dryRun, !recovery.isSwept {
        try recovery.rewriteUnsynced()
        try recovery.sweep()
        recovery.isSwept = true
      }
      if index.version < IndexSchema.version { try recovery.migrate() }
      if access == .dryRun { return }
      if !recovery.isRecovered {
        try recovery.recover()
        recovery.isRecovered = true
      }
    } catch {
      rollback()
      throw error
    }
  }

  /// Begins a revision after the current one; call `add` for its tiles, then `endRevision`.
  ///
  /// Until the revision ends, the canvas shows the previous picture, so that an edit can read the surroundings of a
  /// tile that it has already changed.
  ///
  /// - Parameter canvas: the new canvas if the revision is a base: nothing before it shows through, and tiles that are
  ///   not added show its background. Nil keeps the canvas and changes single tiles.
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged. The transaction is rolled back then.
  public func beginRevision(name: String, command: String, canvas: BlankCanvas? = nil) throws(HistoryError) {
    precondition(
      isEditing && transaction.openRevision == nil, "revisions are made one by one, between beginEditing and commit")
    try rollingBack { () throws(HistoryError) in
      let node = try tree.newChild(of: current.number)
      let revision = Revision(
        number: state.nextRevision, parent: current.number, depth: node.depth, size: canvas?.size ?? current.size,
        background: canvas?.background ?? current.background, base: canvas == nil ? current.base : state.nextRevision,
        fingerprint: current.fingerprint, time: options.now(),
        name: name, command: command, pixels: 0, bounds: .empty, tileCount: 0, bytes: 0,
        group: transaction.openGroup.map { $0.first ?? state.nextRevision })
      transaction.openRevision = OpenRevision(revision: revision, node: node)
      transaction.add(.begin(revision, document: state.identity))
    }
  }

  /// Adds a changed tile to the open revision; each tile at most once.
  ///
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written, `.damaged` if it is damaged.
  ///   The transaction is rolled back then.
  public func add(_ tile: Tile, at position: TileIndex) throws(HistoryError) {
    try rollingBack { () throws(HistoryError) in
      tiles.keep(tile, at: position.key)
      transaction.add(.tile(position.key, tile))
      try transaction.sendIfMany()
      // Dirty tiles must not displace the clean ones: their packs are written now, the commit comes later.
      if tiles.needsWriting { try writePacks() }
    }
  }

  /// Ends the revision and makes it current; it takes effect when `commit` has returned.
  ///
  /// - Parameters:
  ///   - pixels: the number of pixels that differ from the parent's.
  ///   - bounds: the bounding box of these pixels.
  ///   - fingerprint: the fingerprint of the changed picture.
  /// - Returns: the finished revision.
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written; with `writeBehind` a later
  ///   call throws these. The transaction is rolled back then.
  public func endRevision(
    pixels: Int, bounds: PixelBox, fingerprint: Fingerprint
  ) throws(HistoryError) -> Revision {
    guard var ending = transaction.openRevision else { preconditionFailure("no revision was begun") }
    transaction.openRevision = nil
    ending.revision.pixels = pixels
    ending.revision.bounds = bounds
    ending.revision.fingerprint = fingerprint
    ending.revision.tileCount = ending.tiles.count
    tiles.show(ending)
    tree.remember(ending.revision.number, ending.node)
    transaction.didMake(ending.revision)
    transaction.add(.end(ending.revision, ending.node, tiles: ending.tiles))
    try rollingBack { () throws(HistoryError) in try transaction.send() }
    return current
  }

  /// Abandons the open revision, but nothing before it.
  ///
  /// For an edit that cannot continue, for example because of a damaged tile. Does nothing if no revision is open. The
  /// revision number is not used again, because a pack may contain it.
  ///
  /// - Throws: `.index` if the index cannot be written, `.damaged` if it is damaged. The transaction is rolled back then.
  public func abandonRevision() throws(HistoryError) {
    guard let abandoned = transaction.openRevision else { return }
    transaction.openRevision = nil
    transaction.writer.packs.abandon()
    transaction.state.nextRevision += 1
    tiles.remove(abandoned)
    try rollingBack { () throws(HistoryError) in
      for tile in abandoned.tiles { try index.removeVersion(of: tile, writtenBy: abandoned.revision.number) }
    }
  }

  /// Commits everything since `beginEditing`: first the packs, then the index.
  ///
  /// - Throws: `.outcomeUnknown` if it is not known whether the commit succeeded; the history is stopped then, and later
  ///   calls throw the same. `.disk` if a pack cannot be written, `.index` if the index cannot be written, `.damaged` if
  ///   it is damaged; the transaction is rolled back then.
  public func commit() throws(HistoryError) {
    if let stopError { throw stopError }
    precondition(
      transaction.openRevision == nil && transaction.openGroup == nil,
      "a revision or a group that was begun is ended before the commit")
    guard isEditing, access != .dryRun else { return }
    var dropped = 0
    do throws(HistoryError) {
      let committed = transaction.committed
      let writer = try transaction.finishedWriter()
      // If nothing changed, nothing is written or synced.
      if state == committed, writer.packs.isEmpty { return try transaction.end() }
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
    maintenance.droppedByLimits += dropped
    transaction.isOpen = false
    transaction.view.isWhole = true
    if access == .editingInGroups { hasUnsynced = true }
    // Each checkpoint syncs twice, so a script does this less often; its log is emptied when it ends. With 2,048 pages,
    // 10,000 scribbles made 58 syncs of 9 ms each, with 8,192 pages 16. After a kill with a log of 9.4 MB, the next
    // `status` took 0.02 s and later ones 0.01 s.
    shortenLog(beyond: access == .editing ? 256 : 8_192)
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
  func shortenLog(beyond pages: Int) {
    let frameBytes = 4_096 + 24
    let log = path.appending("index.sqlite-wal")
    guard let size = try? disk.status(of: log)?.size, size > pages * frameBytes else { return }
    do throws(HistoryError) {
      try index.database.shortenLog()
    } catch {
      // A reader may prevent this; then the next step does it. Each commit of a command is synced, so a failure only
      // costs space. Groups are not, and a failed sync of the log may have dropped some of them.
      let isSyncFailure = index.database.failure?.isSyncFailure ?? false
      if access == .editingInGroups, isSyncFailure { _ = stop(after: error.reason) } else { postpone(error) }
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
    forget()
  }

  /// Runs a part of the transaction; after an error, everything since the last commit is rolled back.
  func rollingBack<R>(_ part: () throws(HistoryError) -> R) throws(HistoryError) -> R {
    do { return try part() } catch {
      if isEditing { rollback() }
      throw error
    }
  }

  /// Commits, then releases the lock until the next `beginEditing`; a dry run holds the lock until it ends.
  ///
  /// - Throws: the errors of `commit`.
  public func endEditing() throws(HistoryError) {
    try commit()
    guard access != .dryRun else { return }
    maintenance.collectIfWorthwhile()
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
      try disk.syncFileSystem(of: lock.file)
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
      shortenLog(beyond: 256)
    } catch {
      // Everything is synced. The mark only saves the next process a check, and its next commit drops revisions beyond
      // the limits.
      postpone(error)
    }
    // A failed sync while the log was emptied cannot have lost anything, because everything was synced before.
    if let stopError, postponed == nil { postponed = stopError }
    if !wasHeld { lock.release() }
  }

  /// Changes the settings for later strokes of this document.
  ///
  /// They are written by `commit`.
  public func setSettings(_ settings: String) {
    precondition(isEditing, "settings are changed between beginEditing and commit")
    transaction.state.settings = settings
  }

  /// Writes pending packs; their tiles may then be evicted.
  func writePacks() throws(HistoryError) {
    try transaction.finishedWriter().packs.flush()
    tiles.didWritePacks()
  }

  /// Clears all caches.
  func forget() {
    tiles.forget()
    tree.forget()
    maintenance.pendingSideBranches = nil
  }

  /// Enables writing behind: from now on a background thread writes revisions to packs and index while the next one is
  /// drawn.
  ///
  /// For long scripts; a revision's bytes are then only known after the next commit. Everything else stays the same:
  /// calls that use the index wait until the thread has caught up.
  ///
  /// - Throws: `.disk`, `.index` or `.damaged` if the index cannot be opened a second time for reading.
  public func writeBehind() throws(HistoryError) {
    guard access == .editingInGroups, !transaction.writesBehind else { return }
    let reader = try Self.openForReading(path, inReadTransaction: false, options: options).index
    reader.isForWriting = true
    transaction.writeBehind(lookingUpWith: reader)
  }
}
