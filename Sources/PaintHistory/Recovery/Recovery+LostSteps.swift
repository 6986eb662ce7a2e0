import SystemPackage

extension Recovery {
  /// Recovers after a process or the machine died.
  ///
  /// Checks the steps of a script that were committed but not synced: after a power cut the index may refer to packs
  /// that never reached the disk. The history is cut off at the first such step.
  func recover() throws(HistoryError) {
    guard state.mayHaveLostSteps || distrustedFrom != nil else { return }
    let unsynced = try index.revisions(after: min(state.syncedRevision, (distrustedFrom ?? .max) - 1)).sorted()
    var cut: Cut?
    for revision in unsynced where try !isIntact(revision) {
      cut = try self.cut(from: try firstToCut(revision))
      break
    }
    let end = cut?.firstLostPack ?? state.nextPack
    let lostNotes = try rewriteNotes(from: end)
    if let cut, cut.isAnyLeft { try history.note(.cut(cut.first...state.nextRevision - 1)) }
    for group in cut?.shortened ?? [] { try history.note(.group(group)) }
    let written = state.nextPack
    try history.countPacks()
    var lost: [Int] = []
    if cut != nil || !lostNotes.isEmpty {
      let all = try HistoryError.catching(packs.sizes(below: state.nextPack))
      lost = all.keys.filter { $0 >= end && $0 < written || lostNotes.contains($0) }.sorted()
      let present = all.filter { !lost.contains($0.key) }
      try index.recount(&transaction.state, present: present)
    }
    packs.closeFiles()
    if let lock {
      do throws(DiskError) { try disk.syncDocument(path, lock: lock.file) } catch {
        unsyncedMark.leave()
        throw HistoryError(error)
      }
    }
    transaction.state.syncedRevision = state.nextRevision - 1
    transaction.state.syncedNote = state.nextNote - 1
    // Commits separately, so that the recovery remains whatever happens to the following edit.
    try commitNow()
    // Some of the content that was cut off may be intact, and the user was not asked.
    if !lost.isEmpty { _ = try removeOrSetAside(lost, keepingFrom: cut?.first) }
  }

  /// Whether all tiles that a revision wrote can be read from their packs, and the pack with its record exists.
  private func isIntact(_ revision: Int) throws(HistoryError) -> Bool {
    guard let pack = try index.pack(of: revision) else { throw .damaged("the index lacks r\(revision)") }
    let path = packs.path(of: pack)
    guard let found = try HistoryError.catching(disk.status(of: path, followingLinks: false)) else { return false }
    // A power cut does not create links: this needs a repair.
    guard found.kind == .file else { throw .damaged("the pack of r\(revision) is not a regular file") }
    // The name reached the disk, but not the content.
    guard found.size > 0 else { return false }
    let tiles = try index.tiles(of: revision)
    for tile in tiles {
      let version = try index.version(of: tile, writtenBy: revision)
      // Rows are committed together: a power cut cannot lose a single one.
      guard let version else { throw .damaged("the index lacks a tile of r\(revision)") }
      guard case .slot(let location) = version.location else { continue }
      do { _ = try packs.read(location) } catch {
        if case .damaged = error { return false }
        throw error
      }
    }
    return true
  }

  /// The first revision to cut off, so that a group that was made since the last sync is removed completely, because it
  /// was one transaction.
  private func firstToCut(_ revision: Int) throws(HistoryError) -> Int {
    let known = try index.indexedRevision(revision)
    guard let group = known.group, group > state.syncedRevision else { return revision }
    return min(group, revision)
  }

  /// Writes the notes that may not have reached the disk to a pack again, from the index.
  ///
  /// - Parameter end: packs from this one on are not trusted.
  /// - Returns: the packs that only had notes and are missing or damaged: nothing needs them now.
  private func rewriteNotes(from end: Int) throws(HistoryError) -> Set<Int> {
    let isDistrusted = distrustedFrom != nil
    let notes = try index.notes(after: isDistrusted ? 0 : state.syncedNote).filter {
      $0.number > state.syncedNote || $0.pack >= end
    }
    var former: Set<Int> = []
    for note in notes {
      former.insert(note.pack)
      let pack = transaction.writer.packs.append(note: note.text)
      try index.move(note: note.number, to: pack)
    }
    var library = PackLibrary(packs)
    var lost: Set<Int> = []
    for pack in former where try library.evidence(of: pack) == nil { lost.insert(pack) }
    guard !lost.isEmpty else { return [] }
    return lost.subtracting(try index.packsMentioned())
  }

  /// What was cut off.
  private struct Cut {
    /// The first revision that was removed.
    var first: Int
    /// The groups that were shortened.
    var shortened: [Group]
    /// Packs from this number on contain nothing that is kept.
    var firstLostPack: Int
    /// Whether a remaining pack contains parts of what was cut off.
    var isAnyLeft: Bool
  }

  /// Removes the revisions from `first` on; current and tip become their nearest remaining ancestors.
  private func cut(from first: Int) throws(HistoryError) -> Cut {
    guard let current = try tree.ancestor(of: state.current, atMost: first - 1),
      let tip = try tree.ancestor(of: state.tip, atMost: first - 1)
    else { throw .damaged("the first revision cannot be read") }
    let firstPack = try index.firstPack(from: first)
    let last = try index.revisions(after: first - 1).max() ?? first
    try index.removeRevisions(first...max(first, state.nextRevision - 1))
    transaction.state.revisions = try index.countRevisions()
    try index.removeBranches(from: first)
    let groups = try index.cutGroups(before: first)
    history.forget()
    transaction.current = try index.indexedRevision(current)
    transaction.state.current = current
    transaction.state.tip = tip
    let lastPack = try index.lastPack(notesUpTo: distrustedFrom == nil ? state.syncedNote : 0)
    guard (0..<state.nextPack).contains(lastPack) else { throw .damaged("a revision has pack \(lastPack)") }
    let firstLost = max(lastPack, state.mergedPack) + 1
    try index.removePacks(from: firstLost)
    transaction.state.steps = -1
    lostSteps = LostSteps(whole: try index.newestRevision(), first: first, last: last)
    return Cut(
      first: first, shortened: groups, firstLostPack: firstLost, isAnyLeft: firstPack < firstLost)
  }
}
