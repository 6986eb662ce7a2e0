import PaintRaster

/// The file `index.sqlite`, which says which tile of which revision lies where: queries over the tables of `IndexSchema`.
final class Index {
  let database: Database
  /// Statements that run for every tile, which are not looked up by their text each time.
  private var newest: Statement?
  var insertions = TileInsertions()

  init(_ database: Database) { self.database = database }

  // MARK: The document's row

  /// The document's row; nil where it is missing or makes no sense.
  func state() throws(DatabaseError) -> DocumentState? {
    let query = try database.statement(
      """
      SELECT serial, current, tip, next_revision, revisions, next_pack, synced_revision, next_note, synced_note,
        pack_bytes, uuid, settings, color, root, root_note, steps, limit_steps, limit_bytes, side_age, live_bytes,
        small_packs, merged_pack, sides_seen
      FROM document WHERE id = 1
      """)
    defer { query.reset() }
    guard try query.step() else { return nil }
    let state = DocumentState(
      serial: query.int(0), current: query.int(1), tip: query.int(2), nextRevision: query.int(3),
      revisions: query.int(4), nextPack: query.int(5), syncedRevision: query.int(6), nextNote: query.int(7),
      syncedNote: query.int(8), root: query.int(13), rootNote: query.int(14), steps: query.int(15),
      limits: Limits(steps: query.int(16), bytes: query.int(17), sideAge: query.int(18)), liveBytes: query.int(19),
      smallPacks: query.int(20), mergedPack: query.int(21), sidesSeen: query.int(22), packBytes: query.int(9),
      identity: query.text(10), settings: query.text(11), color: query.blob(12))
    return state.isSound ? state : nil
  }

  func insert(_ state: DocumentState) throws(DatabaseError) {
    let insertion = try database.statement(
      """
      INSERT INTO document(id, serial, current, tip, next_revision, revisions, next_pack, synced_revision, next_note,
        synced_note, pack_bytes, settings, root, root_note, steps, limit_steps, limit_bytes, side_age, live_bytes,
        small_packs, merged_pack, sides_seen, uuid, color)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)
      """)
    bind(state, to: insertion)
    insertion.bind(22, state.identity)
    insertion.bind(23, state.color)
    try insertion.run()
  }

  /// Writes what can change of the row, and one more `serial`.
  func update(_ state: inout DocumentState) throws(DatabaseError) {
    state.serial += 1
    let update = try database.statement(
      """
      UPDATE document SET serial = ?1, current = ?2, tip = ?3, next_revision = ?4, revisions = ?5, next_pack = ?6,
        synced_revision = ?7, next_note = ?8, synced_note = ?9, pack_bytes = ?10, settings = ?11, root = ?12,
        root_note = ?13, steps = ?14, limit_steps = ?15, limit_bytes = ?16, side_age = ?17, live_bytes = ?18,
        small_packs = ?19, merged_pack = ?20, sides_seen = ?21
      WHERE id = 1
      """)
    bind(state, to: update)
    try update.run()
  }

  private func bind(_ state: DocumentState, to statement: Statement) {
    statement.bind(1, state.serial)
    statement.bind(2, state.current)
    statement.bind(3, state.tip)
    statement.bind(4, state.nextRevision)
    statement.bind(5, state.revisions)
    statement.bind(6, state.nextPack)
    statement.bind(7, state.syncedRevision)
    statement.bind(8, state.nextNote)
    statement.bind(9, state.syncedNote)
    statement.bind(10, state.packBytes)
    statement.bind(11, state.settings)
    let numbers = [
      state.root, state.rootNote, state.steps, state.limits.steps, state.limits.bytes, state.limits.sideAge,
      state.liveBytes, state.smallPacks, state.mergedPack, state.sidesSeen,
    ]
    for (position, number) in numbers.enumerated() { statement.bind(Int32(position + 12), number) }
  }

  // MARK: Tiles

  /// The newest version of a tile that was written at or before `revision`, on whatever branch.
  func newestVersion(of tile: UInt32, atOrBefore revision: Int) throws(DatabaseError) -> TileVersion? {
    let query = try newestVersionQuery()
    query.bind(1, Int(tile))
    query.bind(2, revision)
    defer { query.rewind() }
    guard try query.step() else { return nil }
    return version(in: query, from: 0)
  }

  private func newestVersionQuery() throws(DatabaseError) -> Statement {
    if let newest { return newest }
    let query = try database.statement(
      """
      SELECT revision, pack, offset, length, crc FROM tile
      WHERE tile = ?1 AND revision <= ?2 ORDER BY revision DESC LIMIT 1
      """)
    newest = query
    return query
  }

  /// The first tile of a range of keys that any revision wrote.
  func firstWrittenTile(in keys: ClosedRange<UInt32>) throws(DatabaseError) -> UInt32? {
    let query = try database.statement("SELECT tile FROM tile WHERE tile >= ?1 AND tile <= ?2 ORDER BY tile LIMIT 1")
    query.bind(1, Int(keys.lowerBound))
    query.bind(2, Int(keys.upperBound))
    defer { query.reset() }
    return try query.step() ? UInt32(truncatingIfNeeded: query.int(0)) : nil
  }

  /// The version of `tile` that `revision` itself wrote.
  func version(of tile: UInt32, writtenBy revision: Int) throws(DatabaseError) -> TileVersion? {
    let query = try database.statement(
      "SELECT revision, pack, offset, length, crc FROM tile WHERE tile = ?1 AND revision = ?2")
    query.bind(1, Int(tile))
    query.bind(2, revision)
    defer { query.reset() }
    guard try query.step() else { return nil }
    return version(in: query, from: 0)
  }

  func version(in row: Statement, from column: Int32) -> TileVersion {
    let pack = row.int(column + 1)
    let offset = UInt32(truncatingIfNeeded: row.int(column + 2))
    let place: TileVersion.Place =
      pack == 0
      ? .color(Pixel(bits: offset))
      : .slot(
        PackPlace(
          pack: pack, offset: offset, length: UInt32(truncatingIfNeeded: row.int(column + 3)),
          crc: UInt32(truncatingIfNeeded: row.int(column + 4))))
    return TileVersion(revision: row.int(column), place: place)
  }

  /// Removes the version of `tile` that `revision` wrote.
  func removeVersion(of tile: UInt32, writtenBy revision: Int) throws(DatabaseError) {
    let removal = try database.statement("DELETE FROM tile WHERE tile = ?1 AND revision = ?2")
    removal.bind(1, Int(tile))
    removal.bind(2, revision)
    try removal.run()
  }
}
