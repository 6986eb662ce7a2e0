extension Index {
  /// What is to be known of a revision that is removed.
  struct Leaving {
    var group: Int?
    var pack: Int
    var tiles: [UInt32]
    /// At least so many bytes its record takes.
    var recordBytes: Int
  }

  /// A revision that is to be removed; nil where it is missing.
  func leaving(_ number: Int) throws(DatabaseError) -> Leaving? {
    let query = try database.statement(
      "SELECT grp, pack, length(CAST(command AS BLOB)), tiles FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try query.step() else { return nil }
    return Leaving(
      group: query.optionalInt(0), pack: query.int(1), tiles: TileList.decode(query.blob(3)),
      recordBytes: Self.leastRecordBytes + query.int(2))
  }

  /// What a record has at least beside its command: so never more is said to be dead than is.
  static let leastRecordBytes = 170

  /// Removes a revision's own row; its tiles are another matter.
  func removeRevision(_ number: Int) throws(DatabaseError) {
    let removal = try database.statement("DELETE FROM revision WHERE id = ?1")
    removal.bind(1, number)
    try removal.run()
  }

  /// Removes a version of a tile; returns the pack and the bytes that it had there, where it had any.
  func takeVersion(of tile: UInt32, writtenBy revision: Int) throws(DatabaseError) -> (pack: Int, bytes: Int)? {
    let removal = try database.statement("DELETE FROM tile WHERE tile = ?1 AND revision = ?2 RETURNING pack, length")
    removal.bind(1, Int(tile))
    removal.bind(2, revision)
    defer { removal.reset() }
    var taken: (pack: Int, bytes: Int)?
    // To the end, or nothing would be removed.
    while try removal.step() { taken = (removal.int(0), removal.int(1) + Self.leastSlotBytes) }
    return taken.flatMap { $0.pack > 0 ? $0 : nil }
  }

  /// The revisions up to `revision` that wrote a version of a tile, falling.
  func writers(of tile: UInt32, atOrBefore revision: Int) throws(DatabaseError) -> [Int] {
    let query = try database.statement(
      "SELECT revision FROM tile WHERE tile = ?1 AND revision <= ?2 ORDER BY revision DESC")
    query.bind(1, Int(tile))
    query.bind(2, revision)
    defer { query.reset() }
    var writers: [Int] = []
    while try query.step() { writers.append(query.int(0)) }
    return writers
  }

  /// Removes every version below a revision; returns what packs lose by that.
  ///
  /// - Complexity: looks at all versions of all tiles.
  func takeVersions(below revision: Int) throws(DatabaseError) -> [Int: Int] {
    let query = try database.statement(
      "SELECT pack, sum(length + \(Self.leastSlotBytes)) FROM tile WHERE revision < ?1 AND pack > 0 GROUP BY pack")
    query.bind(1, revision)
    var lost: [Int: Int] = [:]
    do {
      defer { query.reset() }
      while try query.step() { lost[query.int(0)] = query.int(1) }
    }
    let removal = try database.statement("DELETE FROM tile WHERE revision < ?1")
    removal.bind(1, revision)
    try removal.run()
    return lost
  }

  /// Number, parent and time of every revision, rising.
  func tree() throws(DatabaseError) -> [(number: Int, parent: Int?, time: Int, bytes: Int)] {
    let query = try database.statement("SELECT id, parent, time, bytes FROM revision ORDER BY id")
    defer { query.reset() }
    var tree: [(number: Int, parent: Int?, time: Int, bytes: Int)] = []
    while try query.step() { tree.append((query.int(0), query.optionalInt(1), query.int(2), query.int(3))) }
    return tree
  }

  /// Whether there is any branch beside one line of revisions, as far as the index of forks knows.
  func mayHaveForks() throws(DatabaseError) -> Bool {
    let query = try database.statement("SELECT 1 FROM revision WHERE parent <> id - 1 LIMIT 1")
    defer { query.reset() }
    return try query.step()
  }

  /// Says that a version of a tile lies elsewhere now.
  func move(_ tile: UInt32, of revision: Int, to place: PackPlace) throws(DatabaseError) {
    let update = try database.statement("UPDATE tile SET pack = ?3, offset = ?4 WHERE tile = ?1 AND revision = ?2")
    update.bind(1, Int(tile))
    update.bind(2, revision)
    update.bind(3, place.pack)
    update.bind(4, Int(place.offset))
    try update.run()
  }

  /// Says that a revision's record is in another pack now.
  func move(record revision: Int, to pack: Int) throws(DatabaseError) {
    let update = try database.statement("UPDATE revision SET pack = ?2 WHERE id = ?1")
    update.bind(1, revision)
    update.bind(2, pack)
    try update.run()
  }
}
