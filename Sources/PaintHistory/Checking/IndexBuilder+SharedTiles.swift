import PaintRaster

extension IndexBuilder {
  /// Adds the tiles of the revisions that have those of another one.
  ///
  /// To be called before anything is removed: a damaged document may have lost what it still needs.
  ///
  /// - Complexity: O(all tile versions), if there are such revisions.
  func addSharedTiles() throws(HistoryError) {
    var others: [Int: [Int]] = [:]
    for (number, revision) in revisions where !isPruned(number) {
      if let source = revision.sameAs { others[source, default: []].append(number) }
    }
    if others.isEmpty { return }
    let insertion = try index.database.statement("INSERT INTO temp.source VALUES (?1)")
    for source in others.keys {
      insertion.reset()
      insertion.bind(1, source)
      try insertion.run()
    }
    for (source, keys) in lost {
      for other in others[source] ?? [] { lost[other, default: [:]].merge(keys) { first, _ in first } }
    }
    // Some at a time, because the rows are added to the same table.
    var last: (tile: Int, revision: Int) = (-1, -1)
    while let rows = try sharedRows(after: last), let end = rows.last {
      for (key, version) in rows {
        for other in others[version.revision] ?? [] {
          try index.removeVersion(of: key, writtenBy: other)
          try index.insert(TileVersion(revision: other, location: version.location), of: key)
          try copyHash(of: key, from: version.revision, to: other)
        }
      }
      last = (Int(end.key), end.version.revision)
    }
  }

  /// The next tile versions of the revisions whose tiles others have, ordered by tile and revision; nil at the end.
  private func sharedRows(
    after last: (tile: Int, revision: Int)
  ) throws(HistoryError) -> [(key: UInt32, version: TileVersion)]? {
    let query = try index.database.statement(
      """
      SELECT \(IndexPart.tile.columns) FROM tile
      WHERE (tile, revision) > (?1, ?2) AND revision IN (SELECT revision FROM temp.source)
      ORDER BY tile, revision LIMIT 4096
      """)
    query.bind(1, last.tile)
    query.bind(2, last.revision)
    defer { query.reset() }
    var rows: [(key: UInt32, version: TileVersion)] = []
    while try index.next(query, .tile) {
      rows.append((UInt32(truncatingIfNeeded: query.int(0)), index.version(in: query)))
    }
    return rows.isEmpty ? nil : rows
  }

  /// Whether a repair writes a new record of a revision: its own is lost or wrong, or it has the tiles of a revision
  /// whose pixels may move.
  func needsNewRecord(_ number: Int) -> Bool {
    guard let revision = revisions[number] else { return false }
    guard !revision.needsNewRecord, let source = revision.sameAs else { return revision.needsNewRecord }
    return !damagedPacks.isEmpty || revisions[source]?.needsNewRecord ?? true
  }

  private func copyHash(of key: UInt32, from source: Int, to other: Int) throws(HistoryError) {
    let copy = try index.database.statement(
      """
      INSERT OR REPLACE INTO temp.hash
      SELECT tile, ?3, high, low FROM temp.hash WHERE tile = ?1 AND revision = ?2
      """)
    copy.bind(1, Int(key))
    copy.bind(2, source)
    copy.bind(3, other)
    try copy.run()
  }
}
