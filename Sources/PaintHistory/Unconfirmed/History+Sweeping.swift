import SystemPackage

extension History {
  /// How many packs this history has put aside, because the index does not know what is in them.
  public var unconfirmedPacks: Int { setAside }

  var unconfirmed: UnconfirmedPacks { UnconfirmedPacks(document: path, disk: disk) }

  /// Looks for packs behind those that the index knows: what is in them was never committed, or its commit was lost.
  ///
  /// In the transaction that was just begun. One that has something new is put aside, and its numbers are not used again;
  /// one whose content is in other packs too, as a gc leaves it that was killed, is removed.
  func sweep() throws(HistoryError) {
    let next = state.nextPack
    // Then the index is older than what was put aside: those numbers are used, and only the packs tell which.
    let isOlder = try unconfirmed.numbers().contains { $0 >= next }
    let behind = try HistoryError.catching { () throws(DiskError) in try packs.numbers(from: next) }
    if !behind.isEmpty { _ = try settle(behind) }
    if isOlder { try skipUnconfirmedNumbers() }
  }

  /// Goes on with numbers above those of all packs that were put aside.
  private func skipUnconfirmedNumbers() throws(HistoryError) {
    var (revision, note) = (-1, 0)
    for (_, evidence) in try unconfirmed.evidence() where evidence.documents.contains(state.identity) {
      revision = max(revision, evidence.highestRevision)
      note = max(note, evidence.highestNote)
    }
    try skipNumbers(pack: unconfirmed.numbers().max() ?? 0, revision: revision, note: note)
  }

  /// What became of packs that no row knows.
  struct Settled {
    /// Files that were removed, and their bytes.
    var removed = 0
    var bytes = 0
    /// Files that were put aside.
    var setAside = 0
  }

  /// Removes packs of which the packs themselves prove that they are not needed, and puts the others aside.
  ///
  /// Numbers that were put aside are noted as used in a transaction of its own, before any file moves.
  ///
  /// - Parameter first: the first revision that was cut off just now: nobody asked for that, so what packs have of those
  ///   from it on is kept, although the document's notes say that they are gone.
  func settle(_ numbers: [Int], keepingFrom first: Int? = nil) throws(HistoryError) -> Settled {
    var settled = Settled()
    var library = PackLibrary(packs)
    var aside: [Int] = []
    var spare: [(number: Int, bytes: Int)] = []
    var (revision, note) = (-1, 0)
    for number in numbers {
      let bytes: [UInt8]
      do throws(DiskError) { bytes = try packs.contents(of: number) } catch { throw HistoryError(error) }
      let evidence = PackEvidence(bytes) ?? PackEvidence(remainsOf: bytes)
      var isSpare = evidence.isEmpty && !evidence.isDamaged
      let isCut = first.map { first in evidence.recorded.contains { $0 >= first } } ?? false
      if !isSpare, !isCut, !evidence.isDamaged {
        isSpare = try proof(that: evidence, of: number, isSpareIn: &library) == .isSpare
      }
      if !isSpare, let known = try lostHome(of: evidence, &library) {
        // The index is older than the packs: what a gc has moved since is no edit that was not confirmed.
        throw .damaged("\(IndexBuilder.name(of: number)) has \(known), which the index looks for elsewhere")
      }
      if isSpare {
        spare.append((number, bytes.count))
      } else {
        aside.append(number)
        if evidence.documents.contains(state.identity) {
          revision = max(revision, evidence.highestRevision)
          note = max(note, evidence.highestNote)
        }
      }
    }
    if let last = aside.last { try skipNumbers(pack: last, revision: revision, note: note) }
    packs.closeFiles()
    for number in aside { try unconfirmed.take(packs.path(of: number)) }
    if !aside.isEmpty { try unconfirmed.sync() }
    setAside += aside.count
    settled.setAside = aside.count
    // From the last one down: a sweep that is cut short leaves what it has not come to.
    for (number, bytes) in spare.reversed() where packs.discard(number) {
      settled.removed += 1
      settled.bytes += bytes
    }
    return settled
  }

  /// A record, a tile or a note that the index knows and that is here and not where the index says; nil where there is
  /// none.
  private func lostHome(of evidence: PackEvidence, _ library: inout PackLibrary) throws(HistoryError) -> String? {
    guard evidence.documents.contains(state.identity) else { return nil }
    // What was not synced may be lost with its pack in a power cut: that is for `recover`.
    for number in evidence.recorded.sorted() where number <= state.syncedRevision {
      guard let home = try HistoryError.catching({ () throws(DatabaseError) in try index.pack(of: number) }) else {
        continue
      }
      let found = try library.evidence(of: home)
      if !(found?.holds(record: number, of: state.identity) ?? false) { return "r\(number)" }
    }
    // Tiles of revisions that are not kept have no row of their revision, and their packs may have nothing else.
    for version in evidence.bytes.keys where version.revision <= state.syncedRevision {
      guard case .slot(let place)? = try self.version(version)?.place else { continue }
      if try library.evidence(of: place.pack)?.bytes[version] == nil { return "a tile of r\(version.revision)" }
    }
    for note in evidence.notes where note.number <= state.syncedNote {
      let known = try HistoryError.catching { () throws(DatabaseError) in try index.note(note.number) }
      guard let known, known.text == note.text else { continue }
      let found = try library.evidence(of: known.pack)
      if !(found?.notes.contains { $0.number == note.number } ?? false) { return "the note \(note.number)" }
    }
    return nil
  }

  /// Goes on with numbers above those that packs have used already.
  private func skipNumbers(pack: Int, revision: Int, note: Int) throws(HistoryError) {
    let isSynced = state.syncedRevision == state.nextRevision - 1 && state.syncedNote == state.nextNote - 1
    state.nextPack = max(state.nextPack, pack + 1)
    state.nextRevision = max(state.nextRevision, revision + 1)
    state.nextNote = max(state.nextNote, note + 1)
    guard state != committed else { return }
    guard state.isSound else { throw .damaged("a pack that the index does not know has numbers that no edit uses") }
    // No revision lies between.
    if isSynced { (state.syncedRevision, state.syncedNote) = (state.nextRevision - 1, state.nextNote - 1) }
    try commitNow()
    writer.packs.leave(nextPack: state.nextPack)
  }

  /// Makes what was done so far in the transaction part of the document, whatever becomes of the edit that follows.
  func commitNow() throws(HistoryError) {
    let index = index
    try HistoryError.catching { () throws(DatabaseError) in try index.update(&state) }
    try commitTransaction()
    writer.packs.didCommit()
    committed = state
    try HistoryError.catching { () throws(DatabaseError) in try index.database.execute("BEGIN IMMEDIATE") }
    forgetEvidence()
  }

  /// Forgets what was found out of packs and notes in a transaction.
  func forgetEvidence() {
    knownDepartures = nil
    knownAbandonments = nil
  }
}
