import SystemPackage

extension History {
  /// True while there are steps of which it is not known that they reached the disk.
  public var mayHaveLostSteps: Bool {
    state.syncedRevision < state.nextRevision - 1 || state.syncedNote < state.nextNote - 1
  }

  /// Puts in order what processes left behind that died, or whose machine did.
  ///
  /// Steps of a script that were committed but not yet synced are looked at: after a power cut the index may mention
  /// packs that never reached the disk. The history is cut at the first such step.
  func recover() throws(HistoryError) {
    guard mayHaveLostSteps else { return }
    let unsynced = try HistoryError.catching { () throws(DatabaseError) in
      try index.revisions(after: state.syncedRevision)
    }
    var shortened: [Group]?
    // Whether a pack that stays has something of what was cut.
    var isAnyLeft = false
    var first = 0
    for revision in unsynced where try !isWhole(revision) {
      first = try firstToCut(revision)
      let cutPack = try HistoryError.catching { () throws(DatabaseError) in try index.firstPack(from: first) }
      shortened = try cut(from: first)
      isAnyLeft = cutPack < state.nextPack
      break
    }
    let hasLostNotes = try repeatNotes()
    if shortened != nil, isAnyLeft { try note(.cut(first...state.nextRevision - 1)) }
    for group in shortened ?? [] { try note(.group(group)) }
    try countPacks()
    var lost: [FilePath] = []
    if shortened != nil || hasLostNotes {
      let next = state.nextPack
      let survey = try HistoryError.catching { () throws(DiskError) in try packs.survey(from: next) }
      let index = index
      try HistoryError.catching { () throws(DatabaseError) in try index.recount(&state, present: survey.sizes) }
      lost = survey.behind
    }
    packs.closeFiles()
    if let lock { try HistoryError.catching { () throws(DiskError) in try disk.syncFileSystem(of: lock.file) } }
    state.syncedRevision = state.nextRevision - 1
    state.syncedNote = state.nextNote - 1
    // A transaction of its own: the repair holds whatever becomes of the edit that follows.
    try HistoryError.catching { () throws(DatabaseError) in
      try index.update(&state)
      try index.database.execute("COMMIT")
      writer.packs.didCommit()
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

  /// Where to cut so that a group which was made since the last sync goes as a whole: it was one transaction.
  private func firstToCut(_ revision: Int) throws(HistoryError) -> Int {
    guard let group = try self.revision(revision).group, group > state.syncedRevision else { return revision }
    return min(group, revision)
  }

  /// Writes the notes that may not have reached the disk to a pack again, as the index has them.
  ///
  /// - Returns: whether one of them is in a pack that is not there any more.
  private func repeatNotes() throws(HistoryError) -> Bool {
    let index = index
    let notes = try HistoryError.catching { () throws(DatabaseError) in try index.notes(after: state.syncedNote) }
    var isAnyLost = false
    var seen = 0
    for note in notes {
      if note.pack != seen {
        seen = note.pack
        let status = try HistoryError.catching { () throws(DiskError) in try disk.status(of: packs.path(of: seen)) }
        if status == nil { isAnyLost = true }
      }
      let pack = writer.packs.append(note: note.text)
      try HistoryError.catching { () throws(DatabaseError) in try index.move(note: note.number, to: pack) }
    }
    return isAnyLost
  }

  /// Removes the revisions from `first` on; what stands then is the newest of their ancestors that is left.
  ///
  /// - Returns: the groups that are shorter now.
  private func cut(from first: Int) throws(HistoryError) -> [Group] {
    guard let current = try tree.ancestor(of: state.current, atMost: first - 1, in: index),
      let tip = try tree.ancestor(of: state.tip, atMost: first - 1, in: index)
    else { throw .damaged("the first revision cannot be read") }
    let groups = try HistoryError.catching { () throws(DatabaseError) in
      try index.removeRevisions(first...max(first, state.nextRevision - 1))
      state.revisions = try index.countRevisions()
      try index.removeBranches(from: first)
      return try index.cutGroups(before: first)
    }
    forget()
    self.current = try Self.revision(current, in: index)
    state.current = current
    state.tip = tip
    let lastPack = try HistoryError.catching { () throws(DatabaseError) in
      try index.lastPack(notesUpTo: state.syncedNote)
    }
    guard (0..<state.nextPack).contains(lastPack) else { throw .damaged("a revision has pack \(lastPack)") }
    // Their numbers are used again: what cannot be removed is then known as left behind.
    state.nextPack = max(lastPack, state.mergedPack) + 1
    let nextPack = state.nextPack
    try HistoryError.catching { () throws(DatabaseError) in try index.removePacks(from: nextPack) }
    state.steps = -1
    writer.packs.discard(nextPack: state.nextPack)
    return groups
  }
}
