import PaintRaster
import SystemPackage

extension History {
  /// Begins a transaction; acquires the lock again if it was released.
  ///
  /// Reads the changes of other processes, and cleans up after dead processes.
  ///
  /// - Throws: `.busy` if another command keeps the document locked until the timeout, `.replaced` if another document
  ///   has replaced it, `.otherVersion` if another version of the program has changed its format; `.disk`, `.index` or
  ///   `.damaged` if recovery fails; `.outcomeUnknown` if the commit of a recovery failed; the error `stopError` if
  ///   this history was stopped. No transaction is open then.
  public func beginEditing() throws(HistoryError) {
    precondition(access != .reading, "a history opened for reading is not edited")
    if let stopError { throw stopError }
    if let lock, !lock.isHeld {
      do throws(DocumentLockError) { try lock.reacquire(wait: options.wait) } catch { throw HistoryError(error) }
      // A process that held it meanwhile may have died.
      recovery.isSwept = false
    }
    if isEditing { return try checkTransaction() }
    try transaction.begin()
    // No other process can change or leave anything.
    if isInMemory { return }
    recovery.knownAbandonments = nil
    do throws(HistoryError) {
      if try transaction.refresh() {
        forget()
        recovery.forgetNotes()
        packs.closeFiles()
        // The other process may have left something behind.
        recovery.isRecovered = false
      }
      if access != .dryRun, !recovery.isSwept {
        try recovery.rewriteUnsynced()
        try recovery.sweep()
        recovery.isSwept = true
      }
      if access == .dryRun { return }
      if !recovery.isRecovered {
        try recovery.recover()
        recovery.isRecovered = true
        // On a step without its pixels nothing is drawn.
        guard try index.hasNewestPack(in: packs) else {
          throw .damaged("the pack of its newest revision is missing or cut short")
        }
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
  /// - Parameters:
  ///   - author: who makes it; empty if nobody is named.
  ///   - command: its canonical command.
  ///   - typed: the command as typed, on one line; empty if that is the canonical one.
  ///   - canvas: the new canvas if the revision is a base: nothing before it shows through, and tiles that are not added
  ///     show its background. Nil keeps the canvas and changes single tiles.
  ///   - time: milliseconds since 1970, UTC; nil for the present time.
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged. The transaction is rolled back then.
  public func beginRevision(
    name: String, author: String = "", command: String, typed: String = "", canvas: BlankCanvas? = nil,
    time: Int? = nil
  ) throws(HistoryError) {
    precondition(
      isEditing && transaction.openRevision == nil, "revisions are made one by one, between beginEditing and commit")
    try rollingBack { () throws(HistoryError) in
      let node = try tree.newChild(of: current.number)
      let revision = Revision(
        number: state.nextRevision, parent: current.number, depth: node.depth, size: canvas?.size ?? current.size,
        background: canvas?.background ?? current.background, base: canvas == nil ? current.base : state.nextRevision,
        fingerprint: current.fingerprint, time: time ?? options.now(),
        name: name, author: author, command: command, typed: typed, pixels: 0, bounds: .empty, tileCount: 0, bytes: 0,
        group: transaction.openGroup.map { $0.first ?? state.nextRevision })
      transaction.openRevision = OpenRevision(revision: revision, node: node)
      transaction.add(.begin(revision, document: state.identity))
    }
  }

  /// Adds a changed tile of a plane to the open revision; each tile at most once.
  ///
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written, `.damaged` if it is damaged.
  ///   The transaction is rolled back then.
  public func add(_ tile: Tile, at position: TileIndex, in plane: TilePlane = .picture) throws(HistoryError) {
    let key = TilePlace(position, in: plane).key
    try rollingBack { () throws(HistoryError) in
      tiles.keep(tile, at: key)
      transaction.add(.tile(key, tile))
      try transaction.sendIfMany()
      // Dirty tiles must not displace the clean ones: their packs are written now, the commit comes later.
      if tiles.needsWriting { try writePacks() }
    }
  }

  /// Gives the open revision the tiles of all planes that another one wrote, and no others; no pixel is written.
  ///
  /// - Parameter other: the other one; not the start.
  /// - Returns: whether it chose a selection.
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be read or written, `.damaged` if it is
  ///   damaged. The transaction is rolled back then.
  /// - Complexity: O(tiles).
  public func addTiles(of other: Revision) throws(HistoryError) -> Bool {
    precondition(transaction.openRevision?.tiles.isEmpty ?? false, "a revision has its own tiles, or those of another")
    return try rollingBack { () throws(HistoryError) in
      let number = other.number
      let index = transaction.index(containing: number)
      transaction.openRevision?.revision.sameAs = other.sameAs ?? number
      var selects = false
      for key in try tileKeys(of: number) {
        guard let version = try index.version(of: key, writtenBy: number) else {
          throw .damaged("the index lacks a tile of r\(number)")
        }
        // What is in no pack yet is only in memory as a tile of the other revision.
        if number >= transaction.committed.nextRevision, case .slot(let slot) = version.location,
          slot.pack >= transaction.writer.packs.pack
        {
          try writePacks()
        }
        tiles.share(key, at: version.location)
        transaction.add(.shared(key, version.location))
        selects = selects || key == SelectionState.key
      }
      try transaction.sendIfMany()
      return selects
    }
  }

  /// Frees the memory of tiles of the current picture which the open revision has replaced; only in memory.
  ///
  /// For a script that never shows an earlier picture: after this, undoing or abandoning the revision shows damage. Tiles
  /// that are not in a pack yet are kept.
  public func release(_ tiles: [TileIndex]) {
    precondition(isInMemory && transaction.openRevision != nil, "only a revision in memory releases tiles")
    packs.release(
      tiles.compactMap { index in
        guard case .slot(let location) = transaction.shown[index.key]?.location else { return nil }
        return location
      })
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
    try rollingBack { () throws(HistoryError) in
      // Waking the thread for each small step would cost more than the step.
      if transaction.writesBehind { try transaction.sendIfMany() } else { try transaction.send() }
    }
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
    listedTiles = nil
    withdrawals += 1
    maintenance.pendingSideBranches = nil
  }

  /// Enables writing behind: from now on a background thread writes revisions to packs and index while the next one is
  /// drawn.
  ///
  /// For long scripts and for lines of many steps; a revision's bytes are then only known after the next commit.
  /// Everything else stays the same: calls that use the index wait until the thread has caught up.
  ///
  /// Needs a second connection to the index. If that is not possible because too many files are open, or only at this
  /// moment, nothing changes: revisions are still written at once, and a later call tries again.
  ///
  /// - Throws: `.disk` if the index or its log cannot be opened any more; `.index` if the index cannot be read,
  ///   `.damaged` if it is damaged.
  public func writeBehind() throws(HistoryError) {
    guard access == .editing || access == .editingInGroups, !transaction.writesBehind,
      let reader = try secondConnection()
    else { return }
    reader.index.isForWriting = true
    // As for scripts, but all in one transaction: pages that do not fit are written again and again.
    if access == .editing { try index.database.execute("PRAGMA cache_size = -32768") }
    // Nobody else commits in this transaction, and scripts have many.
    try transaction.writeBehind(lookingUpWith: reader, asOfNow: access == .editing && isEditing)
  }

  /// A second connection to the index, which sees each commit; nil if a limit or a failure that has passed prevented it.
  private func secondConnection() throws(HistoryError) -> IndexInPlace? {
    do throws(IndexInPlace.Failure) {
      return try IndexInPlace(of: path, inReadTransaction: false, on: disk)
    } catch {
      if case .other(let error) = error { throw error }
      guard let failure = IndexInPlace.openingError(of: path, on: disk) else { return nil }
      switch failure.errno {
      // Whether that prevents the edits too is seen when they open their own files.
      case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory: return nil
      default: throw HistoryError(failure)
      }
    }
  }
}
