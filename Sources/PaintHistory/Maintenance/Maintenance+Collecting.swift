import SystemPackage

extension Maintenance {
  /// The longest time that a slice of a gc keeps other writers out.
  static let sliceDuration = Duration.milliseconds(50)
  /// The maximum number of revisions that one slice drops.
  static let revisionsPerSlice = 1_024

  /// Drops revisions beyond the limits, rewrites packs that are less than half live, merges small packs and removes
  /// orphans.
  func collect(thoroughly: Bool = false, since bytes: Int? = nil) throws(HistoryError) -> CollectionResult {
    try history.beginEditing()
    try checkIndex()
    let bytesNow = try storedBytes()
    let bytesBefore = bytes ?? bytesNow
    let packsBefore = try index.allPacks().count { !$0.isEmptied }
    let bytesToDelete = try bytesOfEmptiedPacks()
    var collected = CollectionResult(packsBefore: packsBefore, packs: packsBefore)
    let serial = transaction.committed.serial
    do throws(HistoryError) {
      try collect(thoroughly ? .thorough : .requested, &collected)
    } catch {
      if isEditing { history.rollback() }
      // Committed slices of a gc are complete; the rest is left to the next gc.
      guard error.isDiskFailure, transaction.committed.serial != serial else { throw error }
      collected.unfinished = error
    }
    let bytesAfter =
      access == .dryRun ? try state.packBytes + expectedIndexBytes() : (try? storedBytes()) ?? bytesBefore
    // The accounts of the packs no longer contain the files that remain to be deleted.
    collected.bytes += bytesBefore - bytesAfter + bytesToDelete - ((try? bytesOfEmptiedPacks()) ?? bytesToDelete)
    if access != .dryRun { lock?.release() }
    return collected
  }

  private func collect(_ policy: CompactionPolicy, _ collected: inout CollectionResult) throws(HistoryError) {
    collected.revisions = try dropInSlices { () throws(HistoryError) in
      try forgetOldSideBranches(atMost: Self.revisionsPerSlice)
    }
    var rewritten: [PackAccount]
    var all: [PackAccount] = []
    var turns: [Int: Int] = [:]
    var left = 0
    repeat {
      rewritten = []
      try inSlice { () throws(HistoryError) in
        let candidates = try packsToRewrite(policy)
        // A pack is copied once and removed once.
        if let pack = candidates.first(where: { turns[$0.number, default: 0] > 1 }) {
          throw .damaged("the index does not forget \(IndexBuilder.name(of: pack.number))")
        }
        left = candidates.count
        guard !candidates.isEmpty else { return }
        rewritten = try rewrite(candidates, until: disk.monotonicTime() + Self.sliceDuration / 2)
      }
      for pack in rewritten { turns[pack.number, default: 0] += 1 }
      all += rewritten
      left -= rewritten.count
      history.progress?(all.count, all.count + max(left, 0))
    } while !rewritten.isEmpty
    try history.beginEditing()
    let swept = try sweepOrphans(except: access == .dryRun ? all : [])
    (collected.orphans, collected.bytes) = (swept.removed, swept.bytes)
    let packs = try index.allPacks()
    collected.damaged = packs.filter(\.isDamaged).map(\.number)
    collected.packs = packs.count { !$0.isEmptied }
    // All of them were tried, and the unknown ones with content of their own were set aside.
    if access != .dryRun {
      collected.undeleted = packs.count - collected.packs + (try recovery.unknownPacks().count)
    }
    try history.commit()
    shrinkIndex()
    try history.checkUnsynced()
  }

  /// The bytes of the packs whose content was moved, and whose files remain to be deleted.
  private func bytesOfEmptiedPacks() throws(HistoryError) -> Int {
    var bytes = 0
    for pack in try index.allPacks() where pack.isEmptied {
      let status = try HistoryError.catching(disk.status(of: packs.path(of: pack.number), followingLinks: false))
      bytes += Int(status?.size ?? 0)
    }
    return bytes
  }

  /// Throws if a row is damaged or revisions are missing, because a gc would treat them as forgotten.
  ///
  /// Called before a gc changes anything.
  ///
  /// - Complexity: O(rows).
  func checkIndex() throws(HistoryError) {
    for part in IndexPart.all { try index.verifyAll(part) }
    let count = try index.countRevisions()
    guard count == state.revisions else {
      throw .damaged("the index has \(count) revisions and should have \(state.revisions)")
    }
  }

  /// Drops revisions beyond the limits, and whatever `more` drops in each slice; returns the number of dropped
  /// revisions.
  func dropInSlices(
    _ more: () throws(HistoryError) -> Void = { () throws(HistoryError) in }
  ) throws(HistoryError) -> Int {
    var all = 0
    var dropped: Int
    repeat {
      dropped = 0
      try inSlice { () throws(HistoryError) in
        // Counted while the lock is held: others may have drawn between the slices.
        let before = state.revisions
        try enforceLimits(atMost: Self.revisionsPerSlice, until: disk.monotonicTime() + Self.sliceDuration / 2)
        try more()
        dropped = before - state.revisions
      }
      all += dropped
      if dropped > 0 { history.progress?(all, 0) }
    } while dropped > 0
    return all
  }

  /// Does one slice of work in a separate transaction, and lets other writers in before it; the lock is held when it
  /// returns.
  func inSlice(_ body: () throws(HistoryError) -> Void) throws(HistoryError) {
    if !isEditing { lock?.release() }
    try history.beginEditing()
    try history.rollingBack { () throws(HistoryError) in try body() }
    try history.commit()
  }

  /// Does a slice of a gc if enough can be gained; its errors are not thrown, and only one that stops the history is
  /// recorded: see `postponed`.
  ///
  /// To be called between transactions, while the lock is held.
  func collectIfWorthwhile() {
    guard access == .editing || access == .editingInGroups, !isEditing, lock?.isHeld ?? false else { return }
    do throws(HistoryError) {
      let limits = state.limits
      // Side branches are checked ninety times during their lifetime: daily if it is 90 days.
      let checksSideBranches = limits.sideAge > 0 && abs(options.now() - state.sidesSeen) > limits.sideAge / 90
      let wantsPacks =
        state.smallPacks >= Self.minimumPacksToMerge || state.packBytes - state.liveBytes >= Self.minimumGain
      guard checksSideBranches || wantsPacks else { return }
      let deadline = disk.monotonicTime() + Self.sliceDuration / 2
      let candidates = wantsPacks ? try packsToRewrite(.automatic) : []
      var mayHaveOldSideBranches = false
      if checksSideBranches, try tree.indexedRevision(state.root).time < options.now() - limits.sideAge {
        mayHaveOldSideBranches = try index.mayHaveForks()
      }
      guard !candidates.isEmpty || mayHaveOldSideBranches else { return }
      try durably { () throws(HistoryError) in
        try history.beginEditing()
        let before = state.revisions
        if mayHaveOldSideBranches { try forgetOldSideBranches(atMost: Self.revisionsPrunedPerCommit) }
        let dropped = before - state.revisions
        if !candidates.isEmpty { _ = try rewrite(candidates, until: deadline) }
        try history.commit()
        droppedByLimits += dropped
      }
    } catch {
      if isEditing { history.rollback() }
      if let stopError = history.stopError { history.postponed = stopError }
    }
  }

  /// Runs `body` so that its commits are durable when they return, also in scripts, because the copied packs are
  /// removed afterwards.
  private func durably(_ body: () throws(HistoryError) -> Void) throws(HistoryError) {
    guard access == .editingInGroups else { return try body() }
    transaction.writer.packs.isDurable = true
    defer { transaction.writer.packs.isDurable = false }
    try index.database.execute("PRAGMA synchronous = FULL")
    do throws(HistoryError) {
      try body()
    } catch {
      if isEditing { history.rollback() }
      try? index.database.execute("PRAGMA synchronous = NORMAL")
      throw error
    }
    try index.database.execute("PRAGMA synchronous = NORMAL")
  }

  /// Removes files that nothing needs, and sets unknown packs with unique content aside.
  ///
  /// Every kind of file that can become an orphan is handled here.
  ///
  /// - Parameter rewritten: packs whose files still exist, because this is a dry run.
  private func sweepOrphans(except rewritten: [PackAccount]) throws(HistoryError) -> Recovery.SweepResult {
    var swept = try sweepUnknownPacks(except: rewritten)
    // Last, because a pack that was just set aside may need a kept file.
    let files = try sweepKeptFiles()
    swept.removed += files.files
    swept.bytes += files.bytes
    return swept
  }

  private func sweepUnknownPacks(except rewritten: [PackAccount]) throws(HistoryError) -> Recovery.SweepResult {
    var swept = Recovery.SweepResult()
    let next = state.nextPack
    let unknown = try recovery.unknownPacks(except: rewritten).filter { $0 < next }
    guard !unknown.isEmpty else { return swept }
    if access == .dryRun {
      let sizes = try HistoryError.catching(packs.sizes(below: next))
      swept.removed += unknown.count
      swept.bytes += unknown.reduce(0) { $0 + (sizes[$1] ?? 0) }
      return swept
    }
    let result = try recovery.removeOrSetAside(unknown)
    swept.removed += result.removed
    swept.bytes += result.bytes
    swept.setAside += result.setAside
    return swept
  }
}
