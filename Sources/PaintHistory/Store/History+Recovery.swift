import SystemPackage

extension History {
  /// True while there are steps of which it is not known that they reached the disk.
  public var mayHaveLostSteps: Bool { state.syncedRevision < state.nextRevision - 1 }

  /// Puts in order what processes left behind that died, or whose machine did.
  ///
  /// Steps of a script that were committed but not yet synced are looked at: after a power cut the index may mention
  /// packs that never reached the disk. The history is cut at the first such step.
  func recover() throws(HistoryError) {
    guard mayHaveLostSteps else { return }
    let unsynced = try HistoryError.catching { () throws(DatabaseError) in
      try index.revisions(after: state.syncedRevision)
    }
    var lost: [FilePath] = []
    for revision in unsynced where try !isWhole(revision) {
      lost = try cut(from: revision)
      break
    }
    packs.closeFiles()
    if let lock { try HistoryError.catching { () throws(DiskError) in try disk.syncFileSystem(of: lock.file) } }
    state.syncedRevision = state.nextRevision - 1
    // A transaction of its own: the repair holds whatever becomes of the edit that follows.
    try HistoryError.catching { () throws(DatabaseError) in
      try index.update(&state)
      try index.database.execute("COMMIT")
      committed = state
      try index.database.execute("BEGIN IMMEDIATE")
    }
    for path in lost.reversed() { try? disk.remove(path) }
  }

  /// True when every tile that a revision wrote can be read from its pack, and the pack with its record is there.
  private func isWhole(_ revision: Int) throws(HistoryError) -> Bool {
    let pack = try HistoryError.catching { () throws(DatabaseError) in try index.pack(of: revision) }
    let status = try HistoryError.catching { () throws(DiskError) in
      try pack.flatMap { (pack) throws(DiskError) in try disk.status(of: packs.path(of: pack)) }
    }
    guard status != nil else { return false }
    let tiles = try HistoryError.catching { () throws(DatabaseError) in try index.tiles(of: revision) }
    for tile in tiles {
      let version = try HistoryError.catching { () throws(DatabaseError) in
        try index.version(of: tile, writtenBy: revision)
      }
      guard let version else { return false }
      guard case .slot(let place) = version.place else { continue }
      do { _ = try packs.read(place) } catch {
        if case .damaged = error { return false }
        throw error
      }
    }
    return true
  }

  /// Removes the revisions from `first` on; what stands then is the newest of their ancestors that is left.
  ///
  /// - Returns: the packs that hold nothing any more, to be removed once this is committed.
  private func cut(from first: Int) throws(HistoryError) -> [FilePath] {
    guard let current = try tree.ancestor(of: state.current, atMost: first - 1, in: index),
      let tip = try tree.ancestor(of: state.tip, atMost: first - 1, in: index)
    else { throw .damaged("the first revision cannot be read") }
    try HistoryError.catching { () throws(DatabaseError) in
      try index.removeRevisions(from: first)
      state.revisions = try index.countRevisions()
    }
    forget()
    self.current = try Self.revision(current, in: index)
    state.current = current
    state.tip = tip
    let lastPack = try HistoryError.catching { () throws(DatabaseError) in try index.lastPack() }
    guard (0..<state.nextPack).contains(lastPack) else { throw .damaged("a revision has pack \(lastPack)") }
    // Their numbers are used again: what cannot be removed is then known as left behind.
    state.nextPack = lastPack + 1
    writer.packs.discard(nextPack: state.nextPack)
    let survey = try HistoryError.catching { () throws(DiskError) in try packs.survey(from: state.nextPack) }
    state.packBytes = survey.bytes
    return survey.behind
  }
}
