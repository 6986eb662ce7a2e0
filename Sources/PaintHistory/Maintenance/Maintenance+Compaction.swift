import PaintPNG
import PaintRaster

extension Maintenance {
  /// When rewriting packs is worthwhile.
  enum CompactionPolicy {
    /// At the end of a command: if 64 packs can be merged, or a megabyte gained.
    case automatic
    /// At the user's request: packs that are less than half live, and all packs that can be merged.
    case requested
    /// After forgetting: packs of which an eighth is dead.
    case thorough
  }

  /// The minimum number of small packs to merge, so that each slot is copied only a few times.
  static let minimumPacksToMerge = 64
  /// The minimum bytes that automatic compaction must gain.
  static let minimumGain = 1 << 20

  /// The packs that are worth rewriting, in ascending order; none if nothing would be gained.
  func packsToRewrite(_ policy: CompactionPolicy) throws(HistoryError) -> [PackAccount] {
    let packs = try index.allPacks().filter { !$0.isDamaged }
    let mostlyDead = packs.filter { policy == .thorough ? $0.live * 8 < $0.bytes * 7 : $0.live * 2 < $0.bytes }
    let gain = mostlyDead.reduce(0) { $0 + $1.bytes - $1.live }
    let emptied = packs.filter(\.isEmptied)
    var small = packs.filter { $0.isSmall && !$0.isEmptied }
    switch policy {
    case .automatic where gain < Self.minimumGain:
      guard small.count + emptied.count >= Self.minimumPacksToMerge else { return [] }
      if small.count < Self.minimumPacksToMerge / 2 { small = [] }
    default: if mostlyDead.isEmpty, small.count < 2 { small = [] }
    }
    // If the gain is too small, packs that are half dead are left for later.
    let chosen =
      policy == .automatic && gain < Self.minimumGain
      ? small : packs.filter { small.contains($0) || mostlyDead.contains($0) }
    return emptied + chosen
  }

  /// Copies the live content of packs verbatim into new packs, and removes the files of packs whose content was copied
  /// in an earlier transaction.
  ///
  /// Files are removed in slices because it takes time: measured were 2 to 8 ms per file, and 300 ms for 64 files.
  ///
  /// - Parameter deadline: when to stop and leave the rest for later; nil for never.
  /// - Returns: the packs that were copied or removed.
  func rewrite(_ candidates: [PackAccount], until deadline: Duration?) throws(HistoryError) -> [PackAccount] {
    // Pending content is written first, so that it is not counted here.
    try history.countPacks()
    var removed: [PackAccount] = []
    var library = PackLibrary(packs)
    for pack in candidates where pack.isEmptied {
      // Each stroke adds one: removing fewer would let them accumulate on a slow disk.
      if let deadline, removed.count >= 4, disk.monotonicTime() > deadline { break }
      if access != .dryRun {
        try checkIsRedundant(pack.number, &library)
        if !packs.discard(pack.number) { continue }
      }
      removed.append(pack)
    }
    var rewritten: [PackAccount] = []
    for pack in candidates where !pack.isEmptied {
      // Copying a single small pack would be useless.
      if let deadline, rewritten.count >= 8 || rewritten.contains(where: { !$0.isSmall }),
        disk.monotonicTime() > deadline
      {
        break
      }
      if try copy(pack) {
        rewritten.append(pack)
      } else {
        try index.markDamaged(pack, in: &transaction.state)
      }
    }
    try history.countPacks()
    for pack in rewritten { try index.markEmptied(pack, in: &transaction.state) }
    for pack in removed { try index.remove(pack, in: &transaction.state) }
    if !rewritten.isEmpty { transaction.state.mergedPack = state.nextPack - 1 }
    // The locations of tiles have changed, but not their pixels.
    transaction.shown.forget()
    return removed + rewritten
  }

  /// Throws unless the packs themselves prove that a pack whose content was copied is redundant; sets a damaged pack
  /// aside.
  ///
  /// This is checked right before its removal, because the index's rows from the time of copying may be lost.
  private func checkIsRedundant(_ pack: Int, _ library: inout PackLibrary) throws(HistoryError) {
    guard let bytes = try packs.contentsIfPresent(of: pack) else { return }
    guard let evidence = PackEvidence(bytes) else {
      // It was copied before it was damaged, but this cannot be proved any longer: it is kept in `unconfirmed`.
      packs.closeFiles()
      try recovery.unconfirmed.add(packs.path(of: pack))
      try recovery.unconfirmed.sync()
      recovery.setAside += 1
      return
    }
    if case .isNeeded(let why) = try recovery.proof(that: evidence, of: pack, isRedundantIn: &library) {
      throw .damaged("\(IndexBuilder.name(of: pack)) cannot be removed: \(why)")
    }
  }

  /// A record with its live tiles.
  private struct Copy {
    var record: CopiedRecord
    /// The position of its first slot in the pack.
    var first: Int
    /// Its live slots, counted from the first.
    var alive: [Int] = []
    var colors: [RevisionRecord.ColorTile] = []
    /// The revision, if it is kept.
    var revision: Revision?
  }

  /// Copies one pack; false without effect if it contradicts the index.
  private func copy(_ pack: PackAccount) throws(HistoryError) -> Bool {
    guard let bytes = try packs.contentsIfPresent(of: pack.number) else { return false }
    guard let outline = try? PackOutline(bytes), let records = CopiedRecord.parse(outline.records) else { return false }
    var copies: [Copy] = []
    var slot = 0
    for record in records {
      copies.append(Copy(record: record, first: slot))
      slot += record.slots.count
    }
    // A pack without tiles has one blank tile.
    guard slot == outline.slots.count || slot == 0 && outline.slots.count == 1 else { return false }
    guard records.allSatisfy({ $0.document == state.identity }) else {
      throw .damaged("\(IndexBuilder.name(of: pack.number)) has records of another document")
    }
    for position in copies.indices {
      guard try complete(&copies[position], outline, pack.number) else { return false }
    }
    for copy in copies { try append(copy, from: outline, of: pack.number) }
    return true
  }

  /// Finds the live tiles of a record; false if pack and index disagree.
  private func complete(_ copy: inout Copy, _ outline: PackOutline, _ pack: Int) throws(HistoryError) -> Bool {
    guard case .revision(let number) = copy.record.kind else { return true }
    copy.revision = try index.revision(number)
    if copy.revision == nil { try checkIsRemoved(number, copy.record) }
    for (ordinal, slot) in copy.record.slots.enumerated() {
      let version = try index.version(of: slot.tile, writtenBy: number)
      if version == nil { try checkIsRemoved(slot.tile, of: number, copy.record) }
      guard case .slot(let location) = version?.location, location.pack == pack else { continue }
      let found = outline.slots[copy.first + ordinal]
      guard location.offset == found.offset, location.length == found.length, location.crc == found.crc else {
        return false
      }
      copy.alive.append(ordinal)
    }
    for tile in copy.record.colors {
      let version = try index.version(of: tile, writtenBy: number)
      if version == nil { try checkIsRemoved(tile, of: number, copy.record) }
      guard case .color(let color) = version?.location else { continue }
      copy.colors.append(RevisionRecord.ColorTile(tile: tile, color: color))
    }
    return true
  }

  /// Throws if the index lacks a revision that it should have.
  private func checkIsRemoved(_ number: Int, _ record: CopiedRecord) throws(HistoryError) {
    if record.isAbandoned { return }
    if try recovery.removedRevisions().isRemoved(number) { return }
    if try recovery.isAbandoned(number) { return }
    throw .damaged("the index lacks r\(number)")
  }

  /// Throws if the index lacks a tile that it should have.
  private func checkIsRemoved(_ tile: UInt32, of number: Int, _ record: CopiedRecord) throws(HistoryError) {
    if record.isAbandoned { return }
    if try recovery.isHidden(PackEvidence.Version(tile: tile, revision: number)) { return }
    if try recovery.isAbandoned(number) { return }
    throw .damaged("the index lacks a tile of r\(number)")
  }

  private func append(_ copy: Copy, from outline: PackOutline, of source: Int) throws(HistoryError) {
    let number: Int
    switch copy.record.kind {
    case .note(let note): return try append(note, copy.record.text, of: source)
    case .revision(let revision): number = revision
    }
    let isStub = copy.revision == nil
    if isStub, copy.alive.isEmpty, copy.colors.isEmpty, !copy.record.hasProfile {
      // Without this, the tiles of an abandoned edit in an earlier pack would look like a revision.
      if copy.record.isAbandoned {
        _ = transaction.writer.packs.append(
          RevisionRecord(document: state.identity, revision: try stub(number), isAbandoned: true))
      }
      return
    }
    // A record must be in the same pack as its slots.
    if transaction.writer.packs.freeSlots < copy.alive.count { try history.writePacks() }
    var revision = copy.revision
    if revision == nil { revision = try stub(number) }
    guard let revision else { return }
    var record = RevisionRecord(document: state.identity, revision: revision, isPruned: isStub)
    let others = copy.alive.isEmpty ? [] : try index.revisions(sameAs: number)
    for ordinal in copy.alive {
      let slot = copy.record.slots[ordinal]
      let location = transaction.writer.packs.append(
        copyOf: outline.encodedTile(copy.first + ordinal, adler: slot.adler))
      record.slots.append(slot)
      try index.move(slot.tile, of: number, to: location)
      for other in others { try index.move(slot.tile, of: other, to: location) }
    }
    record.colors = copy.colors
    if copy.record.hasProfile { record.color = state.color }
    let pack = transaction.writer.packs.append(record)
    if !isStub { try index.move(record: number, to: pack) }
  }

  /// A stub for a pruned revision of which only tiles are left; its size is the root's, as long as they are visible.
  private func stub(_ number: Int) throws(HistoryError) -> Revision {
    let root = try index.indexedRevision(state.root)
    return Revision(stub: number, size: root.size, background: root.background)
  }

  /// Copies a note that is not obsolete and in no other pack.
  private func append(_ number: Int, _ text: String, of source: Int) throws(HistoryError) {
    guard let note = try index.note(number) else {
      guard case .note(let record)? = PackRecord(text), try recovery.isObsolete(record) else {
        throw .damaged("the index lacks the note \(number)")
      }
      return
    }
    guard note.text == text else { throw .damaged("index and packs disagree on the note \(number)") }
    guard note.pack == source else { return }
    for key in ["rename ", "group ", "ungroup "] {
      for line in note.text.split(separator: "\n") where line.hasPrefix(key) {
        guard let subject = Int(line.dropFirst(key.utf8.count)),
          try index.pack(of: subject) == nil
        else { continue }
        // It concerns a pruned revision.
        return try index.removeNote(number)
      }
    }
    let pack = transaction.writer.packs.append(note: note.text)
    try index.move(note: number, to: pack)
  }
}
