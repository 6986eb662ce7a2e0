import PaintRaster
import SystemPackage

extension History {
  /// Begins a transaction, after taking the lock again if it was let go of.
  ///
  /// What other processes did meanwhile is read, and what dead ones left behind is put in order.
  public func beginEditing() throws(HistoryError) {
    guard let lock else { preconditionFailure("a history opened for reading is not edited") }
    if !lock.isHeld {
      try HistoryError.catching { () throws(DocumentLockError) in try lock.reacquire(wait: options.wait) }
    }
    if index.database.isInTransaction { return }
    try HistoryError.catching { () throws(DatabaseError) in try index.database.execute("BEGIN IMMEDIATE") }
    do throws(HistoryError) {
      try refresh()
      if !isRecovered, access != .rehearsing { try recover() }
      isRecovered = true
    } catch {
      rollback()
      throw error
    }
  }

  /// Adds a revision after the current one and makes it current; it counts once `commit` has returned.
  ///
  /// - Returns: the revision as it is kept.
  /// - Throws: after an error the transaction is over and the document as it was at the last commit.
  public func append(_ draft: RevisionDraft) throws(HistoryError) -> Revision {
    do throws(HistoryError) { return try add(draft) } catch {
      rollback()
      throw error
    }
  }

  private func add(_ draft: RevisionDraft) throws(HistoryError) -> Revision {
    let node = try tree.newChild(of: current.number, in: index)
    var revision = Revision(
      number: state.nextRevision, parent: current.number, depth: node.depth, size: current.size,
      background: current.background, base: current.base, fingerprint: draft.fingerprint,
      time: options.now(), name: draft.name, command: draft.command, pixels: draft.pixels,
      bounds: draft.bounds, tileCount: draft.changes.count, bytes: 0)
    let beginsPack = writer.isEmpty
    writer.begin(revision, document: state.identity)
    var bytes = beginsPack ? PackWriter.frameBytes : 0
    for change in draft.changes {
      bytes += try add(change, to: revision)
    }
    let (pack, recordBytes) = writer.end()
    revision.bytes = bytes + recordBytes
    try HistoryError.catching { () throws(DatabaseError) in
      try index.insert(revision, node: node, pack: pack, tiles: draft.changes.map(\.index.key))
    }
    tree.remember(revision.number, node)
    state.nextRevision += 1
    state.revisions += 1
    state.current = revision.number
    state.tip = revision.number
    current = revision
    // Dirty tiles must not crowd out the clean ones: write them now, the commit comes later.
    if cache.needsCleaning { try writePacks() }
    return revision
  }

  /// Writes one tile of the open revision; returns the bytes it takes in its pack.
  private func add(_ change: TileChange, to revision: Revision) throws(HistoryError) -> Int {
    let key = change.index.key
    var bytes = 0
    var version = TileVersion(revision: revision.number, place: .color(.transparent))
    switch change.tile {
    case .color(let color):
      writer.append(color, of: key)
      version.place = .color(color)
    case .pixels(let pixels):
      let place = try writer.append(pixels, of: key)
      version.place = .slot(place)
      bytes = Int(place.length) + PackWriter.slotFrameBytes
      cache.insertDirty(FaultCache.Key(tile: key, revision: revision.number), pixels, from: revision.depth)
    }
    try HistoryError.catching { () throws(DatabaseError) in try index.insert(version, of: key) }
    if let before = view.updateValue(version, forKey: key) {
      cache.supersede(FaultCache.Key(tile: key, revision: before.revision), at: revision.depth)
    }
    return bytes
  }

  /// Makes everything since `beginEditing` part of the document, in this order: packs, then the index.
  ///
  /// - Throws: after an error the document is as it was at the last commit.
  public func commit() throws(HistoryError) {
    guard index.database.isInTransaction, access != .rehearsing else { return }
    do throws(HistoryError) {
      try writePacks()
      state.nextPack = writer.pack
      state.packBytes += writer.uncommittedBytes
      // Nothing unsynced lies before: then this commit, which syncs, keeps it so.
      if access == .editing, committed.syncedRevision == committed.nextRevision - 1 {
        state.syncedRevision = state.nextRevision - 1
      }
      try HistoryError.catching { () throws(DatabaseError) in
        try index.update(&state)
        try index.database.execute("COMMIT")
      }
    } catch {
      rollback()
      throw error
    }
    writer.didCommit()
    committed = state
  }

  /// Takes back everything since the last commit.
  public func rollback() {
    if index.database.isInTransaction { try? index.database.execute("ROLLBACK") }
    writer.discard(nextPack: committed.nextPack)
    forget()
    state = committed
    if let revision = try? Self.revision(committed.current, in: index) { current = revision }
  }

  /// Commits, then lets other writers in until the next `beginEditing`.
  public func endEditing() throws(HistoryError) {
    try commit()
    lock?.release()
  }

  /// Brings everything committed so far to stable storage and notes how far that is.
  ///
  /// For histories opened for editing in groups; one system call syncs all packs of a long script.
  public func sync() throws(HistoryError) {
    guard access == .editingInGroups, let lock, lock.isHeld else { return }
    try commit()
    guard state.syncedRevision != state.nextRevision - 1 else { return }
    try HistoryError.catching { () throws(DiskError) in try disk.syncFileSystem(of: lock.file) }
    try beginEditing()
    state.syncedRevision = state.nextRevision - 1
    try commit()
  }

  /// Changes what strokes of this document use from now on.
  public func setSettings(_ settings: String) throws(HistoryError) {
    state.settings = settings
  }

  /// Writes the packs that wait; the tiles in them may leave the memory then.
  private func writePacks() throws(HistoryError) {
    try writer.flush()
    cache.markClean()
  }

  /// Reads what another process may have committed since this one held the lock.
  private func refresh() throws(HistoryError) {
    guard let fresh = try HistoryError.catching({ () throws(DatabaseError) in try index.state() }) else {
      throw .damaged("the index has lost its document row")
    }
    guard fresh.serial != committed.serial else { return }
    state = fresh
    committed = fresh
    current = try Self.revision(fresh.current, in: index)
    writer.discard(nextPack: fresh.nextPack)
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
  }
}
