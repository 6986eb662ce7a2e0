import PaintRaster

extension IndexBuilder {
  /// Removes what the notes say is pruned: forgotten revisions, revisions below the root, and those of their tiles that
  /// neither the root nor its base shows.
  func prune() throws(HistoryError) {
    try readRetentionNotes()
    try addSharedTiles()
    for number in revisions.keys where isPruned(number) { try drop(number) }
    for range in forgotten where range.upperBound >= 0 {
      try index.removeRevisions(range)
      for number in lost.keys where range.contains(number) { lost[number] = nil }
    }
    guard root > 0 else {
      stubsToWrite.removeAll()
      return try dropHashes()
    }
    try dropHidden(base: rootBase)
    try dropHashes()
  }

  /// The base of the root; if the root is lost, it is derived from its descendants.
  var rootBase: Int { revisions[root]?.base ?? revisions.values.lazy.map(\.base).min().map { min($0, root) } ?? root }

  private func readRetentionNotes() throws(HistoryError) {
    var roots: [(number: Int, root: Int, forgotten: [ClosedRange<Int>])] = []
    for note in try index.notes(after: 0) {
      guard case .note(let record)? = PackRecord(note.text) else { continue }
      switch record.change {
      case .root(let root, let forgotten): roots.append((note.number, root, forgotten))
      case .limits(let limits): self.limits = limits
      default: break
      }
    }
    guard let last = roots.last else {
      // Without a note, the root is the revision without a parent.
      if let first = revisions.keys.min(), revisions[first]?.parent == nil { root = first }
      return
    }
    (rootNote, root) = (last.number, last.root)
    for note in roots.reversed() {
      let all = NumberRanges.union(forgotten, note.forgotten)
      // Later notes contain all of it.
      if note.number != rootNote, all == forgotten { obsoleteNotes.insert(note.number) }
      forgotten = all
    }
  }

  private func drop(_ number: Int) throws(HistoryError) {
    guard let revision = revisions.removeValue(forKey: number) else { return }
    formerParents[number] = revision.parent
    if let row = try index.prunedRow(number) { deadRecordBytes[row.pack, default: 0] += row.recordBytes }
    try index.removeRevision(number)
    if revision.needsNewRecord, number < root { stubsToWrite.insert(number) }
  }

  /// Removes the tile versions up to the root that neither the root nor its base shows.
  private func dropHidden(base: Int) throws(HistoryError) {
    _ = try index.takeVersions(below: base)
    let removal = try index.database.statement(
      """
      DELETE FROM tile WHERE revision < ?1 AND revision <> ?2 AND EXISTS (
        SELECT 1 FROM tile AS newer WHERE newer.tile = tile.tile AND newer.revision > tile.revision
          AND newer.revision <= ?1)
      """)
    removal.bind(1, root)
    removal.bind(2, base)
    try removal.run()
    // Unreadable versions that are still visible count as lost by the root.
    for (number, keys) in lost where number < root {
      lost[number] = nil
      for (key, pack) in keys where number >= base {
        let newest = try index.writers(of: key, atOrBefore: root).first ?? -1
        if newest < number || number == base { lost[root, default: [:]][key] = pack }
      }
    }
    var writers: Set<Int> = []
    let query = try index.database.statement("SELECT DISTINCT revision FROM tile WHERE revision < ?1")
    query.bind(1, root)
    while try query.step() { writers.insert(query.int(0)) }
    query.reset()
    stubsToWrite.formIntersection(color.isEmpty ? writers : writers.union([0]))
  }

  private func dropHashes() throws(HistoryError) { try index.database.execute(Self.hashRemovalSQL) }

  /// Removes the hashes of tile versions without a row.
  static let hashRemovalSQL =
    """
    DELETE FROM temp.hash WHERE NOT EXISTS (
      SELECT 1 FROM main.tile WHERE main.tile.tile = temp.hash.tile AND main.tile.revision = temp.hash.revision)
    """

  /// Removes notes about pruned revisions and notes that later ones have replaced.
  func dropObsoleteNotes() throws(HistoryError) {
    for note in try index.notes(after: 0) {
      guard case .note(let record)? = PackRecord(note.text) else { continue }
      switch record.change {
      case .amend(let line): if isPruned(line.last) { obsoleteNotes.insert(note.number) }
      case .rename(let subject, _), .ungroup(let subject): if isPruned(subject) { obsoleteNotes.insert(note.number) }
      case .group(let group): if isPruned(group.first) { obsoleteNotes.insert(note.number) }
      default: break
      }
    }
    for number in obsoleteNotes {
      try index.removeNote(number)
      notesToWrite.remove(number)
    }
  }
}
