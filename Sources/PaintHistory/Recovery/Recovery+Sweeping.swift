import SystemPackage

extension Recovery {
  var unconfirmed: UnconfirmedPacks { UnconfirmedPacks(document: path, disk: disk) }

  /// Handles packs after the last known one: they were never committed, or their commit was lost.
  ///
  /// To be called at the start of a transaction in which nothing was written. A pack with unique content is set aside,
  /// and its numbers are not used again; a pack whose content is also in other packs, as left by a gc that was killed,
  /// is removed.
  func sweep() throws(HistoryError) {
    let next = state.nextPack
    // If so, the index is older than the packs that were set aside, which contain the used numbers.
    let used = try unconfirmed.highestNumber(from: next)
    let behind = try HistoryError.catching(packs.numbers(from: next))
    if !behind.isEmpty { _ = try removeOrSetAside(behind) }
    if let used { try skipUnconfirmedNumbers(pack: used) }
  }

  /// Continues with numbers above those of all packs that were set aside.
  private func skipUnconfirmedNumbers(pack: Int) throws(HistoryError) {
    var (revision, note) = (-1, 0)
    for (_, evidence) in try unconfirmed.evidence() where evidence.documents.contains(state.identity) {
      revision = max(revision, evidence.highestRevision)
      note = max(note, evidence.highestNote)
    }
    try skipNumbers(pack: pack, revision: revision, note: note)
  }

  /// What happened to unknown packs.
  struct SweepResult {
    /// The removed files and their bytes.
    var removed = 0
    var bytes = 0
    /// The files that were set aside.
    var setAside = 0
  }

  /// Removes packs that are provably redundant, and sets the others aside.
  ///
  /// The numbers in packs that are set aside are recorded as used in a separate transaction, before any file is moved.
  ///
  /// - Parameter first: the first revision that was just cut off. The user did not ask for that, so content of
  ///   revisions from it on is kept, although the notes list them as removed.
  func removeOrSetAside(_ numbers: [Int], keepingFrom first: Int? = nil) throws(HistoryError) -> SweepResult {
    var result = SweepResult()
    let found = try sort(numbers, keepingFrom: first)
    if let last = found.unconfirmed.last { try skipNumbers(pack: last, revision: found.revision, note: found.note) }
    packs.closeFiles()
    for number in found.unconfirmed { try unconfirmed.add(packs.path(of: number)) }
    if !found.unconfirmed.isEmpty { try unconfirmed.sync() }
    setAside += found.unconfirmed.count
    result.setAside = found.unconfirmed.count
    // In descending order, so that an interrupted sweep can be continued.
    for (number, bytes) in found.redundant.reversed() where packs.discard(number) {
      result.removed += 1
      result.bytes += bytes
    }
    return result
  }

  /// Packs that the index does not know, sorted by what can be proved from the packs.
  struct SortedPacks {
    /// The redundant ones, and their bytes.
    var redundant: [(number: Int, bytes: Int)] = []
    /// Those with content of their own, in ascending order.
    var unconfirmed: [Int] = []
    /// The highest revision and note of this document in them.
    var (revision, note) = (-1, 0)

    /// Counts the numbers of a pack with content of its own.
    mutating func count(_ evidence: PackEvidence, of document: String) {
      guard evidence.documents.contains(document) else { return }
      revision = max(revision, evidence.highestRevision)
      note = max(note, evidence.highestNote)
    }
  }

  /// Separates redundant packs from those with content of their own; changes nothing.
  ///
  /// - Parameters:
  ///   - numbers: the packs, in ascending order.
  ///   - first: as for `removeOrSetAside`.
  func sort(_ numbers: [Int], keepingFrom first: Int? = nil) throws(HistoryError) -> SortedPacks {
    var sorted = SortedPacks()
    var library = PackLibrary(packs)
    var unfinished = UnfinishedEdits()
    for number in numbers {
      let bytes = try HistoryError.catching(packs.contents(of: number))
      let evidence = try PackEvidence.read(bytes)
      try checkDocument(of: evidence, number, &library)
      unfinished.look(at: evidence)
      var isRedundant = evidence.isEmpty && !evidence.isDamaged
      let isCut = first.map { first in evidence.recorded.contains { $0 >= first } } ?? false
      if !isRedundant, !isCut, !evidence.isDamaged {
        var needed = evidence
        needed.removeUncommittedNotes(of: state)
        isRedundant = try proof(that: needed, of: number, isRedundantIn: &library) == .isRedundant
      }
      if !isRedundant, let known = try misplacedContent(of: evidence, &library) {
        // The index is older than the packs: content that a gc has moved since is not an unconfirmed edit.
        throw .damaged("\(IndexBuilder.name(of: number)) has \(known), which the index has in another pack")
      }
      if isRedundant {
        sorted.redundant.append((number, bytes.count))
      } else if !isCut, try hasOnlyParts(evidence) {
        unfinished.packs.append((number, bytes.count, evidence))
      } else {
        sorted.unconfirmed.append(number)
        sorted.count(evidence, of: state.identity)
      }
    }
    if unfinished.packs.isEmpty { return sorted }
    // The end of an edit may have been set aside before.
    for (_, evidence) in try unconfirmed.evidence() { unfinished.look(at: evidence) }
    for (number, bytes, evidence) in unfinished.packs {
      if unfinished.neverEnded(evidence) {
        sorted.redundant.append((number, bytes))
      } else {
        sorted.unconfirmed.append(number)
        sorted.count(evidence, of: state.identity)
      }
    }
    sorted.redundant.sort { $0.number < $1.number }
    sorted.unconfirmed.sort()
    return sorted
  }

  /// Whether a pack has nothing but parts of edits of this document that the index does not know.
  private func hasOnlyParts(_ evidence: PackEvidence) throws(HistoryError) -> Bool {
    guard evidence.hasOnlyParts, evidence.documents == [state.identity] else { return false }
    for number in evidence.recorded {
      if try index.revision(number) != nil { return false }
    }
    return true
  }

  /// Throws if a pack is of another document and no pack is of the index's: then the index is the wrong one, and the
  /// pack belongs to this document.
  private func checkDocument(
    of evidence: PackEvidence, _ number: Int, _ library: inout PackLibrary
  ) throws(HistoryError) {
    if evidence.documents.isEmpty || evidence.documents.contains(state.identity) { return }
    let all = try index.allPacks()
    for pack in all where !pack.isEmptied {
      if try library.evidence(of: pack.number)?.documents.contains(state.identity) ?? false { return }
    }
    throw .damaged("\(IndexBuilder.name(of: number)) is of another document than index.sqlite")
  }

  /// The packs in the folder that the index does not know, in ascending order.
  ///
  /// Among them are those whose numbers are recorded as used because a writer was killed before it set them aside.
  ///
  /// - Parameter rewritten: packs whose files still exist because this is a dry run.
  /// - Throws: `.damaged` if the index needs one of them.
  func unknownPacks(except rewritten: [PackAccount] = []) throws(HistoryError) -> [Int] {
    var known = Set(try index.allPacks().map(\.number))
    known.formUnion(rewritten.map(\.number))
    let unknown = try HistoryError.catching(packs.numbers(from: 1)).filter { !known.contains($0) }
    guard !unknown.isEmpty else { return [] }
    let mentioned = try index.packsMentioned()
    if let pack = unknown.first(where: { mentioned.contains($0) }) {
      throw .damaged("the index does not count \(IndexBuilder.name(of: pack)), which it needs")
    }
    return unknown
  }

  /// A record, tile or note that the index knows and that is in this pack, but not where the index says; nil if there
  /// is none.
  private func misplacedContent(of evidence: PackEvidence, _ library: inout PackLibrary) throws(HistoryError) -> String?
  {
    guard evidence.documents.contains(state.identity) else { return nil }
    // Unsynced content may be lost in a power cut: `recover` handles that.
    for number in evidence.recorded.sorted() where number <= state.syncedRevision {
      guard let pack = try index.pack(of: number) else { continue }
      let found = try library.evidence(of: pack)
      if !(found?.holds(record: number, of: state.identity) ?? false) { return "r\(number)" }
    }
    // Tiles of pruned revisions have no revision row, and their packs may contain nothing else.
    for version in evidence.bytes.keys where version.revision <= state.syncedRevision {
      guard case .slot(let location)? = try self.version(version)?.location else { continue }
      if try library.evidence(of: location.pack)?.bytes[version] == nil { return "a tile of r\(version.revision)" }
    }
    for note in evidence.notes where note.number <= state.syncedNote {
      guard let known = try index.note(note.number), known.text == note.text else { continue }
      let found = try library.evidence(of: known.pack)
      if !(found?.notes.contains { $0.number == note.number } ?? false) { return "the note \(note.number)" }
    }
    return nil
  }

  /// Continues with numbers above those that packs have used.
  private func skipNumbers(pack: Int, revision: Int, note: Int) throws(HistoryError) {
    let isSynced = state.syncedRevision == state.nextRevision - 1 && state.syncedNote == state.nextNote - 1
    transaction.state.nextPack = max(state.nextPack, pack + 1)
    transaction.state.nextRevision = max(state.nextRevision, revision + 1)
    transaction.state.nextNote = max(state.nextNote, note + 1)
    guard state != transaction.committed else { return }
    guard state.isValid else { throw .damaged("a pack that the index does not know has numbers that no edit uses") }
    // There are no revisions in between.
    if isSynced {
      transaction.state.syncedRevision = state.nextRevision - 1
      transaction.state.syncedNote = state.nextNote - 1
    }
    try commitNow()
    transaction.writer.packs.forgetUncommitted(nextPack: state.nextPack)
  }

  /// Commits the changes of the transaction so far, whatever happens to the following edit, and begins another
  /// transaction.
  func commitNow() throws(HistoryError) {
    try index.update(&transaction.state)
    try history.commitTransaction()
    try transaction.begin()
    knownAbandonments = nil
  }
}
