import SystemPackage

extension History {
  /// The longest that tidying keeps other writers out at a time.
  static let sliceLength = Duration.milliseconds(50)
  /// The most revisions that one slice drops.
  public static let sliceOfRevisions = 1_024

  /// Drops what the limits allow, rewrites packs that are less than half alive, merges small ones and sweeps orphans.
  ///
  /// It works in slices of about 50 ms, each a transaction of its own, and holds the lock only for a slice: killed at any
  /// point it leaves what the slices before it did. In a rehearsal everything is one transaction that is never committed.
  ///
  /// - Parameter thoroughly: whether packs are rewritten of which only an eighth is dead.
  /// - Parameter bytes: what `storedBytes` was where the freed bytes are counted from; nil for now.
  /// - Throws: after an error the document is as it was after the last slice.
  public func collect(thoroughly: Bool = false, since bytes: Int? = nil) throws(HistoryError) -> Collected {
    try beginEditing()
    let bytesNow = try storedBytes()
    let bytesBefore = bytes ?? bytesNow
    let packsBefore = try HistoryError.catching { () throws(DatabaseError) in try index.allPacks() }
      .count { !$0.isEmptied }
    var collected = Collected(packsBefore: packsBefore, packs: 0)
    collected.revisions = try dropInSlices { () throws(HistoryError) in
      try forgetOldSides(atMost: Self.sliceOfRevisions)
    }
    let thrift = thoroughly ? Thrift.thorough : .asked
    var rewritten: [PackAccount]
    var all: [PackAccount] = []
    repeat {
      rewritten = []
      try inSlice { () throws(HistoryError) in
        let candidates = try packsToRewrite(thrift)
        guard !candidates.isEmpty else { return }
        rewritten = try rewrite(candidates, until: disk.monotonicTime() + Self.sliceLength / 2)
      }
      all += rewritten
    } while !rewritten.isEmpty
    try beginEditing()
    (collected.orphans, collected.bytes) = try sweepOrphans(besides: access == .rehearsing ? all : [])
    let packs = try HistoryError.catching { () throws(DatabaseError) in try index.allPacks() }
    collected.damaged = packs.filter(\.isDamaged).map(\.number)
    collected.packs = packs.count
    var bytesAfter = state.packBytes
    if access == .rehearsing { bytesAfter += try expectedIndexBytes() }
    try commit()
    shrinkIndex()
    if access != .rehearsing { bytesAfter = try storedBytes() }
    collected.bytes += bytesBefore - bytesAfter
    if access != .rehearsing { lock?.release() }
    return collected
  }

  /// Drops what the limits allow, and whatever `more` drops in each slice; returns how many revisions went.
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
        try enforceLimits(atMost: Self.sliceOfRevisions, until: disk.monotonicTime() + Self.sliceLength / 2)
        try more()
        dropped = before - state.revisions
      }
      all += dropped
    } while dropped > 0
    return all
  }

  /// Does one slice of work in a transaction of its own, and lets others in before it; the lock is held when it returns.
  func inSlice(_ body: () throws(HistoryError) -> Void) throws(HistoryError) {
    if !isEditing { lock?.release() }
    try beginEditing()
    do throws(HistoryError) {
      try body()
    } catch {
      if isEditing { rollback() }
      throw error
    }
    try commit()
  }

  /// Does a slice of a gc where there is enough to gain; nothing that goes wrong in it concerns the caller.
  ///
  /// Between transactions, while the lock is held.
  func tidy() {
    guard access == .editing || access == .editingInGroups, !isEditing, lock?.isHeld ?? false else { return }
    do throws(HistoryError) {
      let limits = state.limits
      // Looked for ninety times in their life, daily for the usual one.
      let wantsSides = limits.sideAge > 0 && abs(options.now() - state.sidesSeen) > limits.sideAge / 90
      let wantsPacks =
        state.smallPacks >= Self.fewestToMerge || state.packBytes - state.liveBytes >= Self.leastGain
      guard wantsSides || wantsPacks else { return }
      let deadline = disk.monotonicTime() + Self.sliceLength / 2
      let candidates = wantsPacks ? try packsToRewrite(.idle) : []
      var mayHaveOldSides = false
      if wantsSides, try revision(state.root).time < options.now() - limits.sideAge {
        mayHaveOldSides = try HistoryError.catching { () throws(DatabaseError) in try index.mayHaveForks() }
      }
      guard !candidates.isEmpty || mayHaveOldSides else { return }
      try durably { () throws(HistoryError) in
        try beginEditing()
        if mayHaveOldSides { try forgetOldSides(atMost: Self.pruningABit) }
        if !candidates.isEmpty { _ = try rewrite(candidates, until: deadline) }
        try commit()
      }
    } catch {
      if isEditing { rollback() }
    }
  }

  /// Runs `body` so that its commit is on the disk when it returns, in scripts too: what it copied is removed then.
  private func durably(_ body: () throws(HistoryError) -> Void) throws(HistoryError) {
    guard access == .editingInGroups else { return try body() }
    let index = index
    writer.packs.isDurable = true
    defer { writer.packs.isDurable = false }
    try HistoryError.catching { () throws(DatabaseError) in try index.database.execute("PRAGMA synchronous = FULL") }
    do throws(HistoryError) {
      try body()
    } catch {
      if isEditing { rollback() }
      try? index.database.execute("PRAGMA synchronous = NORMAL")
      throw error
    }
    try HistoryError.catching { () throws(DatabaseError) in try index.database.execute("PRAGMA synchronous = NORMAL") }
  }

  /// Removes files that nothing mentions; returns how many and their bytes.
  ///
  /// The place for every kind of file that a document may have too many of.
  ///
  /// - Parameter rewritten: packs whose files are there still, because this is a rehearsal.
  private func sweepOrphans(besides rewritten: [PackAccount]) throws(HistoryError) -> (files: Int, bytes: Int) {
    let next = state.nextPack
    let survey = try HistoryError.catching { () throws(DiskError) in try packs.survey(from: next) }
    var known = Set(try HistoryError.catching { () throws(DatabaseError) in try index.allPacks() }.map(\.number))
    known.formUnion(rewritten.map(\.number))
    if survey.sizes.contains(where: { !known.contains($0.key) }) {
      // What any row needs is no orphan, whatever the accounts say; every row is looked at only where it matters.
      known.formUnion(try HistoryError.catching { () throws(DatabaseError) in try index.packsMentioned() })
    }
    var orphans = try sweepKeptFiles()
    for (pack, bytes) in survey.sizes where !known.contains(pack) {
      if access != .rehearsing, !packs.discard(pack) { continue }
      orphans.files += 1
      orphans.bytes += bytes
    }
    return orphans
  }
}
