import PaintRaster
import SystemPackage

extension History {
  /// Begins a transaction, after taking the lock again if it was let go of.
  ///
  /// What other processes did meanwhile is read, and what dead ones left behind is put in order.
  ///
  /// - Throws: `.busy` where another command keeps the document locked for as long as this one waits, `.replaced` where
  ///   another document has taken its place, `.laterVersion` where a later version of the program has changed its form;
  ///   `.disk`, `.index` or `.damaged` where what others left cannot be read or put in order; `.outcomeUnknown` where the commit
  ///   of what was put in order failed; `end` where this history does no more work. No transaction is open then.
  public func beginEditing() throws(HistoryError) {
    guard let lock else { preconditionFailure("a history opened for reading is not edited") }
    if let end { throw end }
    if !lock.isHeld {
      try HistoryError.catching { () throws(DocumentLockError) in try lock.reacquire(wait: options.wait) }
      // Who held it meanwhile may have died over it.
      isSwept = false
    }
    if isEditing { return }
    try HistoryError.catching { () throws(DatabaseError) in try index.database.execute("BEGIN IMMEDIATE") }
    isEditing = true
    forgetEvidence()
    do throws(HistoryError) {
      try refresh()
      if access != .rehearsing, !isSwept {
        try repeatUnsynced()
        try sweep()
        isSwept = true
      }
      if index.version < IndexSchema.version { try migrate() }
      if access == .rehearsing { return }
      if !isRecovered {
        try recover()
        isRecovered = true
      }
    } catch {
      rollback()
      throw error
    }
  }

  /// Begins a revision after the current one; `add` its tiles, then `endRevision`.
  ///
  /// Until that ends the canvas shows what it showed, so that an edit can read what lies around a tile that it has
  /// changed already.
  ///
  /// - Parameter canvas: what the canvas becomes where the revision is a base: nothing of before shows through, and what
  ///   is not added shows its background. Nil changes the picture tile by tile.
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged. The transaction is over then,
  ///   and the document is as it was at the last commit.
  public func beginRevision(name: String, command: String, canvas: BlankCanvas? = nil) throws(HistoryError) {
    precondition(isEditing && open == nil, "revisions are made one by one, between beginEditing and commit")
    do throws(HistoryError) {
      let node = try tree.newChild(of: current.number, in: index)
      let revision = Revision(
        number: state.nextRevision, parent: current.number, depth: node.depth, size: canvas?.size ?? current.size,
        background: canvas?.background ?? current.background, base: canvas == nil ? current.base : state.nextRevision,
        fingerprint: current.fingerprint, time: options.now(),
        name: name, command: command, pixels: 0, bounds: .empty, tileCount: 0, bytes: 0,
        group: openGroup.map { $0.first ?? state.nextRevision })
      open = OpenRevision(revision: revision, node: node)
      outbox.append(.begin(revision, document: state.identity))
    } catch {
      rollback()
      throw error
    }
  }

  /// Adds a tile that differs to the revision that was begun; each at most once.
  ///
  /// - Throws: after an error the transaction is over and the document as it was at the last commit.
  public func add(_ tile: Tile, at position: TileIndex) throws(HistoryError) {
    do throws(HistoryError) {
      keep(tile, at: position.key)
      outbox.append(.tile(position.key, tile))
      if outbox.count >= (queue == nil ? Self.armful : Self.handful) { try send() }
      // Dirty tiles must not crowd out the clean ones: their packs are written now, the commit comes later.
      if cache.needsCleaning { try writePacks() }
    } catch {
      rollback()
      throw error
    }
  }

  /// Tiles that are handed over together to the thread that writes, if there is one.
  private static let handful = 64
  /// And where there is none: all processors encode them, and each time some threads are started.
  private static let armful = 256

  /// Ends the revision and makes it current; it counts once `commit` has returned.
  ///
  /// - Parameters:
  ///   - pixels: how many pixels differ from the parent's.
  ///   - bounds: their box.
  ///   - fingerprint: that of the picture with the changes.
  /// - Returns: the revision as it is kept.
  /// - Throws: `.disk` where a pack cannot be written, `.index` where the index cannot; with `writeBehind` a later call
  ///   throws that. The transaction is over then, and the document is as it was at the last commit.
  public func endRevision(
    pixels: Int, bounds: PixelBox, fingerprint: Fingerprint
  ) throws(HistoryError) -> Revision {
    guard var ending = open else { preconditionFailure("no revision was begun") }
    open = nil
    ending.revision.pixels = pixels
    ending.revision.bounds = bounds
    ending.revision.fingerprint = fingerprint
    ending.revision.tileCount = ending.tiles.count
    show(ending)
    tree.remember(ending.revision.number, ending.node)
    state.nextRevision += 1
    state.revisions += 1
    state.current = ending.revision.number
    state.tip = ending.revision.number
    // A group's revisions are one step, counted when it ends.
    if openGroup == nil, state.steps >= 0 { state.steps += 1 }
    current = ending.revision
    openGroup?.add(ending.revision)
    outbox.append(.end(ending.revision, ending.node, tiles: ending.tiles))
    do throws(HistoryError) {
      try send()
    } catch {
      rollback()
      throw error
    }
    return current
  }

  /// Takes back the revision that was begun and not ended, but nothing that came before it.
  ///
  /// For an edit that cannot go on, such as one that met a damaged tile. Without effect where no revision is open. Its
  /// number is not used again, because a pack may have it.
  ///
  /// - Throws: after an error the transaction is over and the document as it was at the last commit.
  public func abandonRevision() throws(HistoryError) {
    guard let abandoned = open else { return }
    let number = abandoned.revision.number
    open = nil
    let index = index
    writer.packs.abandon()
    state.nextRevision += 1
    cache.remove(abandoned.tiles.lazy.map { FaultCache.Key(tile: $0, revision: number) })
    do throws(DatabaseError) {
      for tile in abandoned.tiles { try index.removeVersion(of: tile, writtenBy: number) }
    } catch {
      rollback()
      throw HistoryError(error)
    }
  }

  /// Keeps a tile of the open revision in memory until it is in a pack.
  private func keep(_ tile: Tile, at key: UInt32) {
    guard let revision = open?.revision else { preconditionFailure("no revision was begun") }
    var place = TileVersion.Place.pending
    switch tile {
    case .color(let color): place = .color(color)
    case .pixels(let pixels):
      cache.insertDirty(FaultCache.Key(tile: key, revision: revision.number), pixels, from: revision.depth)
    }
    open?.add(key, at: place, limit: Self.viewLimit)
  }

  /// Notes that the canvas shows the tiles of a revision from now on.
  private func show(_ revision: OpenRevision) {
    let (number, depth) = (revision.revision.number, revision.revision.depth)
    // Nothing of before shows through a base.
    if revision.revision.base == number { view.removeAll(keepingCapacity: true) }
    if view.count + revision.tiles.count > Self.viewLimit { return forgetView() }
    for (key, place) in zip(revision.tiles, revision.places) {
      if let before = view.updateValue(TileVersion(revision: number, place: place), forKey: key) {
        cache.supersede(FaultCache.Key(tile: key, revision: before.revision), at: depth)
      }
    }
  }

  /// Makes everything since `beginEditing` part of the document, in this order: packs, then the index.
  ///
  /// - Throws: `.outcomeUnknown` where the last write failed in a way that leaves open whether it counts; the history then
  ///   does no more work. After any other error the document is as it was at the last commit.
  public func commit() throws(HistoryError) {
    if let end { throw end }
    precondition(
      open == nil && openGroup == nil, "a revision or a group that was begun is ended before the commit")
    guard isEditing, access != .rehearsing else { return }
    var dropped = 0
    do throws(HistoryError) {
      let index = index
      try throwFailure()
      if state == committed, writer.packs.isEmpty {
        // Nothing happened: nothing is written and nothing synced.
        try HistoryError.catching { () throws(DatabaseError) in try index.database.execute("ROLLBACK") }
        isEditing = false
        return
      }
      // Nothing unsynced lies before: then this commit, which syncs, keeps it so.
      let isSynced = access == .editing && committed.syncedRevision == committed.nextRevision - 1
      if isSynced { state.syncedRevision = state.nextRevision - 1 }
      // A power cut cannot take it: so does every step of a command, and in groups those that were synced.
      if state.syncedRevision != committed.syncedRevision {
        let before = state.revisions
        try enforceLimits(atMost: Self.pruningABit)
        dropped = before - state.revisions
      }
      try countPacks()
      if isSynced, committed.syncedNote == committed.nextNote - 1 { state.syncedNote = state.nextNote - 1 }
      try HistoryError.catching { () throws(DatabaseError) in try index.update(&state) }
    } catch {
      rollback()
      throw error
    }
    try commitTransaction()
    writer.packs.didCommit()
    droppedByLimits += dropped
    isEditing = false
    isViewWhole = true
    committed = state
    if access == .editingInGroups { hasUnsynced = true }
    // Each time syncs twice: a script waits longer for it, and its log is emptied when it ends. With 2,048 pages 10,000
    // scribbles made 58 syncs of 9 ms, with 8,192 16. Killed with a log of 9.4 MB, the next status took 0.02 s, those
    // behind it 0.01 s.
    shortenLog(beyond: access == .editing ? 256 : 8_192)
  }

  /// Writes the packs that wait, and counts what was written since the last time.
  func countPacks() throws(HistoryError) {
    try writePacks()
    state.nextPack = writer.packs.pack
    let written = writer.packs.takeUncounted()
    let index = index
    try HistoryError.catching { () throws(DatabaseError) in
      for pack in written { try index.count(pack, in: &state) }
    }
  }

  /// Brings the index's log into the index and empties it, once it is longer than so many pages.
  ///
  /// Not left to SQLite: a process that finds a log cannot know how much of it was brought in already, so it only ever
  /// appends. With one process a step and `wal_autocheckpoint=256` the log was seen to grow without end, and each step
  /// behind the 256th page to bring in all of it again: after 42 strokes it had 468 pages, and a stroke made 497 reads.
  func shortenLog(beyond pages: Int) {
    let frameBytes = 4_096 + 24
    let log = path.appending("index.sqlite-wal")
    guard let size = try? disk.status(of: log)?.size, size > pages * frameBytes else { return }
    do throws(DatabaseError) {
      try index.database.shortenLog()
    } catch {
      // A reader may be in the way: then the next step does it. Each commit of a command was synced before, so a failure
      // costs nothing but room; groups were not, and a failed sync of the log may have dropped some of them.
      let failure = HistoryError(error)
      if access == .editingInGroups, error.isOfSync { _ = stop(after: failure.reason) } else { postpone(failure) }
    }
  }

  /// Notes what was left to a later command; where somebody was in the way, the next one does it without a word.
  private func postpone(_ failure: HistoryError) {
    if case .busy = failure { return }
    postponed = failure
  }

  /// Takes back everything since the last commit.
  public func rollback() {
    outbox.removeAll()
    let index = index
    failure = nil
    if index.database.isInTransaction { try? index.database.execute("ROLLBACK") }
    isEditing = false
    if !writer.packs.discard(nextPack: committed.nextPack) { isSwept = false }
    open = nil
    openGroup = nil
    forget()
    isViewWhole = true
    state = committed
    if let revision = try? Self.revision(committed.current, in: index) { current = revision }
  }

  /// Commits, then lets other writers in until the next `beginEditing`; a rehearsal keeps them out until it is over.
  ///
  /// - Throws: as `commit`.
  public func endEditing() throws(HistoryError) {
    try commit()
    guard access != .rehearsing else { return }
    tidy()
    lock?.release()
  }

  /// Brings everything committed so far to stable storage and notes how far that is.
  ///
  /// For histories opened for editing in groups; one system call syncs all packs of a long script.
  ///
  /// - Throws: as `commit`; `.outcomeUnknown` also where the sync fails, and the history does no more work then. What
  ///   goes wrong after the sync is no error: see `postponed`.
  public func sync() throws(HistoryError) {
    guard access == .editingInGroups, let lock else { return }
    try commit()
    // Undo, redo and goto change the index alone, but they are to survive a power cut too.
    guard hasUnsynced else { return }
    do throws(DiskError) {
      try disk.syncFileSystem(of: lock.file)
    } catch {
      // The system reports it once and may have dropped what it could not write: asking again would prove nothing.
      throw stop(after: error.message)
    }
    hasUnsynced = false
    let (revision, note) = (state.nextRevision - 1, state.nextNote - 1)
    guard state.syncedRevision < revision || state.syncedNote < note else { return }
    let wasHeld = lock.isHeld
    do throws(HistoryError) {
      try beginEditing()
      state.syncedRevision = max(state.syncedRevision, revision)
      state.syncedNote = max(state.syncedNote, note)
      try commit()
      if state.limits.steps > 0 || state.limits.bytes > 0 { droppedByLimits += try dropInSlices() }
      hasUnsynced = false
      shortenLog(beyond: 256)
    } catch {
      // Everything is on the disk. The mark only saves the next process a look, and what the limits do not allow any more
      // goes with its next commit.
      postpone(error)
    }
    // A failed sync of the log while it was emptied has taken nothing that was not brought to the disk before.
    if let end, postponed == nil { postponed = end }
    if !wasHeld { lock.release() }
  }

  /// Changes what strokes of this document use from now on.
  ///
  /// `commit` writes them.
  public func setSettings(_ settings: String) {
    precondition(isEditing, "settings are changed between beginEditing and commit")
    state.settings = settings
  }

  /// Writes the packs that wait; the tiles in them may leave the memory then.
  func writePacks() throws(HistoryError) {
    _ = index
    try throwFailure()
    try writer.packs.flush()
    cache.markClean()
  }

  /// Reads what another process may have committed since this one held the lock.
  private func refresh() throws(HistoryError) {
    let index = index
    let found = try HistoryError.catching { () throws(DatabaseError) in
      try index.refreshVersion()
      return try index.state()
    }
    guard let fresh = found else {
      throw .damaged("the index has lost its document row")
    }
    guard fresh.serial != committed.serial else { return }
    state = fresh
    committed = fresh
    current = try Self.revision(fresh.current, in: index)
    writer.packs.discard(nextPack: fresh.nextPack)
    forget()
    packs.closeFiles()
    // Another process found everything in order, or left something behind itself.
    isRecovered = false
  }

  /// Forgets what is only remembered.
  func forget() {
    view.removeAll()
    cache.removeAll()
    tree.forget()
    sides = nil
  }
}
