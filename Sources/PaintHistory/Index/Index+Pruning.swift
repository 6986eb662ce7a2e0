extension Index {
  /// What is needed of a revision that is removed.
  struct PrunedRow {
    var group: Int?
    var pack: Int
    var tiles: [UInt32]
    /// The minimum bytes of its record.
    var recordBytes: Int
    /// Whether its tiles are those of another revision, in whose packs they are.
    var sharesTiles: Bool
  }

  /// The row of a revision that is to be removed; nil if it is missing.
  func prunedRow(_ number: Int) throws(HistoryError) -> PrunedRow? {
    let parts = IndexPart.revisionParts + [.revisionTiles]
    let query = try kept(
      .prunedRow, "SELECT \(revisionColumns), \(IndexPart.revisionTiles.columns) FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try next(query, parts) else { return nil }
    // The positions of the columns in all parts.
    let group = IndexPart.revisionTree.count + 1 + IndexPart.Column.Revision.group
    let text = IndexPart.revisionTree.count + IndexPart.revision.count + 2
    let tiles = text + IndexPart.revisionText.count + 1 + IndexPart.Column.Tiles.tiles
    let commands = [IndexPart.Column.Text.command, IndexPart.Column.Text.typed]
    return PrunedRow(
      group: query.optionalInt(group), pack: query.int(group + 1), tiles: TileList.decode(query.blob(tiles)),
      recordBytes: commands.reduce(Self.minimumRecordBytes) { $0 + query.byteCount(text + $1) },
      sharesTiles: query.optionalInt(group - IndexPart.Column.Revision.group + IndexPart.Column.Revision.same) != nil)
  }

  /// The minimum bytes of a record without its commands, so that never too many bytes count as dead.
  static let minimumRecordBytes = 170

  /// The revisions that have the tiles of another one, in ascending order.
  func revisions(sameAs number: Int) throws(HistoryError) -> [Int] {
    guard try hasSharedTiles() else { return [] }
    let query = try kept(
      .revisionsSameAs, "SELECT id FROM revision WHERE same = ?1 AND same > 0 ORDER BY id")
    query.bind(1, number)
    defer { query.reset() }
    var numbers: [Int] = []
    while try query.step() { numbers.append(query.int(0)) }
    return numbers
  }

  /// Whether a revision has had the tiles of another one.
  func hasSharedTiles() throws(HistoryError) -> Bool {
    let query = try kept(.sharedTiles, "SELECT 1 FROM sqlite_schema WHERE name = 'same'")
    defer { query.reset() }
    return try query.step()
  }

  /// Removes a revision's row, but not its tiles.
  func removeRevision(_ number: Int) throws(HistoryError) {
    let removal = try database.statement("DELETE FROM revision WHERE id = ?1")
    removal.bind(1, number)
    try removal.run()
  }

  /// Removes a tile version; returns its pack and its bytes there, if it was in a pack.
  func takeVersion(of tile: UInt32, writtenBy revision: Int) throws(HistoryError) -> (pack: Int, bytes: Int)? {
    let removal = try kept(
      .takeVersion,
      "DELETE FROM tile WHERE tile = ?1 AND revision = ?2 RETURNING \(IndexPart.tile.columns)")
    removal.bind(1, Int(tile))
    removal.bind(2, revision)
    defer { removal.reset() }
    var taken: (pack: Int, bytes: Int)?
    // The statement must run to its end, otherwise nothing would be removed.
    while try next(removal, .tile) {
      taken = (removal.int(2), Int(UInt32(truncatingIfNeeded: removal.int(4))) + Self.minimumSlotBytes)
    }
    return taken.flatMap { $0.pack > 0 ? $0 : nil }
  }

  /// The revisions up to `revision` that wrote a tile, the newest first.
  func writers(of tile: UInt32, atOrBefore revision: Int) throws(HistoryError) -> [Int] {
    let query = try kept(
      .writers,
      "SELECT \(IndexPart.tile.columns) FROM tile WHERE tile = ?1 AND revision <= ?2 ORDER BY revision DESC")
    query.bind(1, Int(tile))
    query.bind(2, revision)
    defer { query.reset() }
    var writers: [Int] = []
    while try next(query, .tile) { writers.append(query.int(1)) }
    return writers
  }

  /// Removes all tile versions of older revisions; returns the bytes that each pack loses.
  ///
  /// - Complexity: O(all tile versions).
  func takeVersions(below revision: Int) throws(HistoryError) -> [Int: Int] {
    var lost: [Int: Int] = [:]
    try forEachVersion { version in
      guard version.revision < revision, case .slot(let location) = version.location else { return }
      lost[location.pack, default: 0] += Int(location.length) + Self.minimumSlotBytes
    }
    let removal = try database.statement("DELETE FROM tile WHERE revision < ?1")
    removal.bind(1, revision)
    try removal.run()
    return lost
  }

  /// Calls `body` for all tile versions.
  func forEachVersion(_ body: (TileVersion) -> Void) throws(HistoryError) {
    let query = try database.statement("SELECT \(IndexPart.tile.columns) FROM tile")
    defer { query.reset() }
    while try next(query, .tile) { body(version(in: query)) }
  }

  /// The number, parent, time and bytes of all revisions, in ascending order.
  ///
  /// - Throws: `.damaged` if a row has values that no revision has.
  func tree() throws(HistoryError) -> [(number: Int, parent: Int?, time: Int, bytes: Int)] {
    let query = try database.statement(
      "SELECT \(IndexPart.revisionTree.columns), \(IndexPart.revision.columns) FROM revision ORDER BY id")
    defer { query.reset() }
    var tree: [(number: Int, parent: Int?, time: Int, bytes: Int)] = []
    while try next(query, [.revisionTree, .revision]) {
      let (number, parent, bytes) = (query.int(0), query.optionalInt(1), query.int(21))
      guard number >= 0, parent.map({ (0..<number).contains($0) }) ?? true, (0...1 << 48).contains(bytes),
        Revision.times.contains(query.int(14))
      else { throw .damaged("r\(number) is invalid in the index") }
      tree.append((number, parent, query.int(14), bytes))
    }
    return tree
  }

  /// Whether there may be forks, according to the SQL index of forks.
  func mayHaveForks() throws(HistoryError) -> Bool {
    let query = try database.statement("SELECT 1 FROM revision WHERE parent <> id - 1 LIMIT 1")
    defer { query.reset() }
    return try query.step()
  }

  /// Records that a tile version was moved.
  func move(_ tile: UInt32, of revision: Int, to location: PackLocation) throws(HistoryError) {
    // Writes everything in the row except its key: the caller has read the row before.
    let update = try kept(
      .moveTile,
      """
      UPDATE tile SET pack = ?3, offset = ?4, length = ?5, crc = ?6, sum = ?7
      WHERE tile = ?1 AND revision = ?2
      """)
    var row = RowBinder(.tile, to: update, of: self)
    row.add(Int(tile))
    row.add(revision)
    row.add(location.pack)
    row.add(Int(location.offset))
    row.add(Int(location.length))
    row.add(Int(location.crc))
    row.end()
    try update.run()
  }

  /// Records that a revision's record was moved to another pack.
  func move(record revision: Int, to pack: Int) throws(HistoryError) {
    try update(.revision, revision, [(IndexPart.Column.Revision.pack, pack)])
  }
}
