import PaintRaster
import SystemPackage

/// Whether a pack is redundant.
enum PackProof: Hashable {
  /// All its content is also in other packs, or is not needed any longer.
  case isRedundant
  /// It has unique content, described by the text.
  case isNeeded(String)
}

extension Recovery {
  /// Checks whether all content of a pack is also in other packs, according to their own records, or is not needed any
  /// longer.
  ///
  /// The index says where to look; the other pack's file is the proof. If a row is missing without a reason, the pack
  /// is needed.
  ///
  /// - Throws: `.disk` if a pack cannot be read, `.damaged` if the index is damaged.
  func proof(
    that evidence: PackEvidence, of number: Int, isRedundantIn library: inout PackLibrary
  ) throws(HistoryError) -> PackProof {
    if let other = evidence.documents.first(where: { $0 != state.identity }) {
      return .isNeeded("it has records of the document \(other)")
    }
    for record in evidence.revisions {
      if let reason = try reasonToKeep(of: record, in: number, &library) { return .isNeeded(reason) }
    }
    for (version, bytes) in evidence.bytes {
      if let reason = try reasonToKeep(of: version, bytes, in: number, evidence, &library) { return .isNeeded(reason) }
    }
    var open: [PackEvidence.Version: Pixel] = [:]
    for (version, color) in evidence.colors {
      if let reason = try reasonToKeep(of: version, color, in: number, evidence, &library, &open) {
        return .isNeeded(reason)
      }
    }
    if let version = try firstWithoutCopy(among: open, otherThan: number, &library) {
      return .isNeeded("no other pack has a tile of r\(version.revision)")
    }
    for note in evidence.notes {
      if let reason = try reasonToKeep(of: note, in: number, &library) { return .isNeeded(reason) }
    }
    return .isRedundant
  }

  // MARK: What a revision needs

  private func reasonToKeep(
    of record: RevisionRecord, in pack: Int, _ library: inout PackLibrary
  ) throws(HistoryError) -> String? {
    let number = record.revision.number
    if record.isAbandoned {
      // It was never committed, and no other valid pack contains its tiles.
      if number >= state.nextRevision { return nil }
      // Without this record, its tiles in other packs would look like those of a revision.
      return try isAbandoned(number, otherThan: pack) ? nil : "it alone says that r\(number) failed"
    }
    if number >= state.nextRevision { return "the index does not know r\(number)" }
    guard let ownPack = try index.pack(of: number) else {
      guard try !removedRevisions().isRemoved(number) else {
        // The colour chunks of the first picture are in its record, whether it is kept or not.
        guard !record.color.isEmpty else { return nil }
        return try isProfileElsewhere(than: pack, &library) ? nil : "it alone has the colours of the first picture"
      }
      return try isAbandoned(number) ? nil : "the index lacks r\(number)"
    }
    if ownPack == pack { return "r\(number) has its record in it" }
    guard try library.evidence(of: ownPack)?.holds(record, of: state.identity) ?? false else {
      return "no other pack has the record of r\(number)"
    }
    let hasProfile = try library.evidence(of: ownPack)?.hasProfile ?? false
    guard record.color.isEmpty || record.isPruned || hasProfile else {
      return "it alone has the colours of the first picture"
    }
    return nil
  }

  private func reasonToKeep(
    of version: PackEvidence.Version, _ bytes: PackEvidence.Bytes, in pack: Int, _ evidence: PackEvidence,
    _ library: inout PackLibrary
  ) throws(HistoryError) -> String? {
    let location: PackLocation
    switch try self.version(version)?.location {
    case nil: return try reasonToKeepMissing(version, in: evidence)
    case .slot(let found)?: location = found
    default: return "the index has another tile of r\(version.revision)"
    }
    if location.pack == pack { return "r\(version.revision) has tiles in it" }
    guard let other = try library.evidence(of: location.pack), other.documents.contains(state.identity),
      let copy = other.bytes[version], copy.isEqual(to: bytes), copy.slot.offset == location.offset,
      copy.slot.length == location.length, copy.slot.crc == location.crc
    else { return "no other pack has a tile of r\(version.revision)" }
    return nil
  }

  /// - Parameter open: the versions that any other pack may contain; this adds the version if it is one.
  private func reasonToKeep(
    of version: PackEvidence.Version, _ color: Pixel, in pack: Int, _ evidence: PackEvidence,
    _ library: inout PackLibrary, _ open: inout [PackEvidence.Version: Pixel]
  ) throws(HistoryError) -> String? {
    guard let found = try self.version(version) else { return try reasonToKeepMissing(version, in: evidence) }
    guard found.location == .color(color) else { return "the index has another tile of r\(version.revision)" }
    // The row of a one-colour tile names no pack, but a record of its revision contains it.
    let ownPack = try index.pack(of: version.revision)
    if let ownPack, ownPack != pack, try library.evidence(of: ownPack)?.colors[version] == color { return nil }
    open[version] = color
    return nil
  }

  /// One of these versions that no other pack contains; nil if there is none.
  ///
  /// - Complexity: reads each pack at most once, however many versions there are.
  private func firstWithoutCopy(
    among versions: [PackEvidence.Version: Pixel], otherThan pack: Int, _ library: inout PackLibrary
  ) throws(HistoryError) -> PackEvidence.Version? {
    if versions.isEmpty { return nil }
    var open = versions
    let all = try index.allPacks()
    for other in all.reversed() where other.number != pack && !other.isEmptied {
      guard let colors = try library.evidence(of: other.number)?.colors else { continue }
      for (version, color) in open where colors[version] == color { open[version] = nil }
      if open.isEmpty { return nil }
    }
    return open.keys.first
  }

  /// The row of a version; nil if it is missing.
  func version(_ version: PackEvidence.Version) throws(HistoryError) -> TileVersion? {
    try index.version(of: version.tile, writtenBy: version.revision)
  }

  /// Why a version without a row is needed; nil if its row was removed deliberately.
  private func reasonToKeepMissing(
    _ version: PackEvidence.Version, in evidence: PackEvidence
  ) throws(HistoryError) -> String? {
    let number = version.revision
    // Its record was checked before.
    if evidence.abandoned.contains(number) { return nil }
    if try isHidden(version) { return nil }
    if try isAbandoned(number) { return nil }
    return "the index lacks a tile of r\(number)"
  }

  /// Whether a version is not visible anywhere: its revision was forgotten, or newer versions hide it at the root and
  /// at its base.
  func isHidden(_ version: PackEvidence.Version) throws(HistoryError) -> Bool {
    let removedRevisions = try removedRevisions()
    let number = version.revision
    if removedRevisions.isForgotten(number) { return try !isKept(number) }
    guard number < removedRevisions.root else { return false }
    if number < removedRevisions.base { return true }
    guard number != removedRevisions.base else { return false }
    let newest = try index.writers(of: version.tile, atOrBefore: removedRevisions.root).first
    return newest.map { $0 > number } ?? false
  }

  private func isKept(_ number: Int) throws(HistoryError) -> Bool {
    try index.pack(of: number) != nil
  }

  // MARK: What notes need

  private func reasonToKeep(
    of note: NoteRecord, in pack: Int, _ library: inout PackLibrary
  ) throws(HistoryError) -> String? {
    if note.number >= state.nextNote { return "the index does not know the note \(note.number)" }
    guard let row = try index.note(note.number) else {
      return try isObsolete(note) ? nil : "the index lacks the note \(note.number)"
    }
    if row.pack == pack { return "the note \(note.number) is in it" }
    guard let other = try library.evidence(of: row.pack), other.notes.contains(note) else {
      return "no other pack has the note \(note.number)"
    }
    return nil
  }

  /// Whether a note is obsolete.
  func isObsolete(_ note: NoteRecord) throws(HistoryError) -> Bool {
    let removedRevisions = try removedRevisions()
    switch note.change {
    case .rename(let subject, _), .ungroup(let subject):
      guard removedRevisions.isRemoved(subject) else { return false }
      return try !isKept(subject)
    case .amend(let line):
      guard removedRevisions.isRemoved(line.last) else { return false }
      return try !isKept(line.last)
    case .group(let group):
      guard removedRevisions.isRemoved(group.first) else { return false }
      return try !isKept(group.first)
    case .root(let root, let forgotten):
      return note.number < state.rootNote && root <= state.root && removedRevisions.containsAll(forgotten)
    case .branch, .unbranch, .cut, .limits: return false
    }
  }

  // MARK: What is looked up once

  /// The revisions that were removed deliberately; read if something is missing.
  ///
  /// - Complexity: O(notes) if the root has changed or a note was added since the last call. So a gc in many slices reads
  ///   them once.
  func removedRevisions() throws(HistoryError) -> RemovedRevisions {
    if let known = knownRemovedRevisions, known.removed.root == state.root, known.nextNote == state.nextNote {
      return known.removed
    }
    let (root, base) = (state.root, try index.indexedRevision(state.root).base)
    let removedRevisions = try RemovedRevisions(index, root: root, base: base)
    knownRemovedRevisions = (state.nextNote, removedRevisions)
    return removedRevisions
  }

  /// Whether a pack other than `pack` lists an edit as abandoned.
  func isAbandoned(_ number: Int, otherThan pack: Int? = nil) throws(HistoryError) -> Bool {
    if try isKept(number) { return false }
    return try abandonments()[number]?.contains { $0 != pack } ?? false
  }

  /// The packs that list an edit as abandoned, by its number; read once per transaction if something is missing.
  ///
  /// - Complexity: reads all packs. Edits are rarely abandoned between two packs.
  private func abandonments() throws(HistoryError) -> [Int: Set<Int>] {
    if let known = knownAbandonments { return known }
    var library = PackLibrary(packs)
    var abandonments: [Int: Set<Int>] = [:]
    let all = try index.allPacks()
    for pack in all where !pack.isEmptied {
      let evidence = try library.evidence(of: pack.number)
      for number in evidence?.abandoned ?? [] { abandonments[number, default: []].insert(pack.number) }
    }
    knownAbandonments = abandonments
    return abandonments
  }

  private func isProfileElsewhere(than pack: Int, _ library: inout PackLibrary) throws(HistoryError) -> Bool {
    let all = try index.allPacks()
    for other in all where other.number != pack && !other.isEmptied {
      let evidence = try library.evidence(of: other.number)
      if evidence?.hasProfile ?? false { return true }
    }
    return false
  }
}

extension PackEvidence {
  /// Whether it contains the record of a revision of the given document.
  func holds(record number: Int, of document: String) -> Bool {
    recorded.contains(number) && documents.contains(document)
  }

  /// Whether it contains a record of the same edit, not of another edit with the same number.
  func holds(_ record: RevisionRecord, of document: String) -> Bool {
    let edit = record.revision
    return documents.contains(document)
      && revisions.contains {
        !$0.isAbandoned && $0.revision.number == edit.number && $0.revision.time == edit.time
          && $0.revision.command == edit.command
      }
  }
}
