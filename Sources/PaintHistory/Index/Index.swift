import PaintRaster

/// The file `index.sqlite`, which stores the location of each revision's tiles: queries on the tables of `IndexSchema`.
///
/// Rows are read and written through their parts (`IndexPart`), so that no row with a wrong checksum is used and none
/// is written without a checksum.
final class Index {
  let database: Database
  /// How rows with a wrong checksum are handled.
  var checking = RowChecking.throwing
  /// Frequently used statements, which are not looked up by their text.
  private var newest: Statement?
  private var following: Statement?
  /// The statement of `walkVersions`.
  var walk: Statement?
  /// Whether the tiles found in it will be edited.
  var isForWriting = false {
    didSet {
      newest = nil
      walk = nil
    }
  }
  private let kept = KeptStatements(count: Slot.count)
  /// The update statements, by part and columns.
  var updates: [UInt64: Statement] = [:]
  var insertions = TileInsertions()

  /// The position of a cached statement.
  struct Slot {
    fileprivate let position: Int
    fileprivate static let count = 48

    static let state = Slot(position: 0)
    static let updateState = Slot(position: 1)
    static let revision = Slot(position: 2)
    static let node = Slot(position: 3)
    static let row = Slot(position: 4)
    static let tiles = Slot(position: 5)
    static let version = Slot(position: 6)
    static let firstWritten = Slot(position: 7)
    static let insertRevision = Slot(position: 8)
    static let moveTile = Slot(position: 9)
    static let takeVersion = Slot(position: 10)
    static let writers = Slot(position: 11)
    static let pack = Slot(position: 12)
    static let note = Slot(position: 13)
    static let prunedRow = Slot(position: 14)
    static let revisionsSameAs = Slot(position: 15)
    static let sharedTiles = Slot(position: 16)
    static func insertion(_ part: IndexPart, replacing: Bool) -> Slot {
      Slot(position: 17 + Int(part.kind) * 2 + (replacing ? 1 : 0))
    }
  }

  /// The cached statement at a position; `sql` is only evaluated the first time.
  func kept(_ slot: Slot, _ sql: @autoclosure () -> String) throws(HistoryError) -> Statement {
    if let known = kept[slot.position] {
      known.reset()
      return known
    }
    let statement = try database.compile(sql())
    kept[slot.position] = statement
    return statement
  }

  init(_ database: Database) {
    self.database = database
    database.isIndex = true
  }

  // MARK: The document's row

  /// The document's row; nil if it is missing or invalid.
  func state() throws(HistoryError) -> DocumentState? {
    let query = try kept(.state, "SELECT \(IndexPart.document.columns) FROM document WHERE id = 1")
    defer { query.reset() }
    guard try next(query, .document) else { return nil }
    let state = DocumentState(
      serial: query.int(1), current: query.int(2), tip: query.int(3), nextRevision: query.int(4),
      revisions: query.int(5), nextPack: query.int(6), syncedRevision: query.int(7), nextNote: query.int(9),
      syncedNote: query.int(10), root: query.int(11), rootNote: query.int(12), steps: query.int(13),
      limits: Limits(steps: query.int(14), bytes: query.int(15), sideAge: query.int(16)), liveBytes: query.int(17),
      smallPacks: query.int(18), mergedPack: query.int(19), sidesSeen: query.int(20), packBytes: query.int(8),
      identity: query.text(21), settings: query.text(22), color: query.blob(23))
    return state.isValid ? state : nil
  }

  func insert(_ state: DocumentState) throws(HistoryError) {
    let insertion = try insertion(.document)
    var row = RowBinder(.document, to: insertion, of: self)
    bind(state, to: &row)
    row.add(state.identity)
    row.add(state.settings)
    row.add(state.color)
    row.end()
    try run(insertion, of: .document, key: 1)
  }

  /// Writes the columns that can change, and increments `serial`.
  ///
  /// The identity and the colour chunks are not written; if they are damaged, the new checksum will not match them.
  func update(_ state: inout DocumentState) throws(HistoryError) {
    state.serial += 1
    let update = try kept(
      .updateState,
      """
      UPDATE document SET sum = ?25, commits = ?2, current = ?3, tip = ?4, next_revision = ?5,
        revisions = ?6, next_pack = ?7, synced_revision = ?8, pack_bytes = ?9, next_note = ?10, synced_note = ?11,
        root = ?12, root_note = ?13, steps = ?14, limit_steps = ?15, limit_bytes = ?16, side_age = ?17,
        live_bytes = ?18, small_packs = ?19, merged_pack = ?20, sides_seen = ?21, settings = ?23
      WHERE id = ?1
      """)
    var row = RowBinder(.document, to: update, of: self)
    bind(state, to: &row)
    row.addToChecksum(state.identity)
    row.skip(to: 23)
    row.add(state.settings)
    row.addToChecksum(state.color)
    row.skip(to: 25)
    row.end()
    try update.run()
  }

  /// Binds the columns before the texts.
  private func bind(_ state: DocumentState, to row: inout RowBinder) {
    row.add(1)
    row.add(state.serial)
    row.add(state.current)
    row.add(state.tip)
    row.add(state.nextRevision)
    row.add(state.revisions)
    row.add(state.nextPack)
    row.add(state.syncedRevision)
    row.add(state.packBytes)
    row.add(state.nextNote)
    row.add(state.syncedNote)
    row.add(state.root)
    row.add(state.rootNote)
    row.add(state.steps)
    row.add(state.limits.steps)
    row.add(state.limits.bytes)
    row.add(state.limits.sideAge)
    row.add(state.liveBytes)
    row.add(state.smallPacks)
    row.add(state.mergedPack)
    row.add(state.sidesSeen)
  }

  // MARK: Tiles

  /// The newest version of a tile written at or before `revision`, on any branch.
  ///
  /// An edit must not miss a row with a damaged key, which would not be found. So if `isForWriting`, both neighbouring
  /// rows of the key are checked.
  func newestVersion(of tile: UInt32, atOrBefore revision: Int) throws(HistoryError) -> TileVersion? {
    if isForWriting { try checkRow(after: tile, revision) }
    let query = try newestVersionQuery()
    query.bind(1, Int(tile))
    query.bind(2, revision)
    defer { query.rewind() }
    guard try next(query, .tile), query.int(0) == Int(tile) else { return nil }
    return version(in: query)
  }

  private func newestVersionQuery() throws(HistoryError) -> Statement {
    if let newest { return newest }
    let condition =
      isForWriting
      ? "(tile, revision) <= (?1, ?2) ORDER BY tile DESC, revision DESC"
      : "tile = ?1 AND revision <= ?2 ORDER BY revision DESC"
    let query = try database.compile("SELECT \(IndexPart.tile.columns) FROM tile WHERE \(condition) LIMIT 1")
    newest = query
    return query
  }

  /// Throws if the row after a version, in key order, is damaged.
  func checkRow(after tile: UInt32, _ revision: Int) throws(HistoryError) {
    let query = try followingQuery()
    query.bind(1, Int(tile))
    query.bind(2, revision)
    defer { query.rewind() }
    _ = try next(query, .tile)
  }

  private func followingQuery() throws(HistoryError) -> Statement {
    if let following { return following }
    let query = try database.compile(
      """
      SELECT \(IndexPart.tile.columns) FROM tile
      WHERE (tile, revision) > (?1, ?2) ORDER BY tile, revision LIMIT 1
      """)
    following = query
    return query
  }

  /// The first tile in a range of keys that any revision wrote.
  func firstWrittenTile(in keys: ClosedRange<UInt32>) throws(HistoryError) -> UInt32? {
    let query = try kept(
      .firstWritten,
      "SELECT \(IndexPart.tile.columns) FROM tile WHERE tile >= ?1 AND tile <= ?2 ORDER BY tile LIMIT 1")
    query.bind(1, Int(keys.lowerBound))
    query.bind(2, Int(keys.upperBound))
    defer { query.reset() }
    return try next(query, .tile) ? UInt32(truncatingIfNeeded: query.int(0)) : nil
  }

  /// Calls `body` with the versions of the last written tile in a range of keys, the newest first, until it returns
  /// false.
  ///
  /// - Returns: the tile's key; nil if no tile in the range was written.
  func forEachVersion(
    ofLastTileIn keys: ClosedRange<UInt32>, _ body: (UInt32, TileVersion) throws(HistoryError) -> Bool
  ) throws(HistoryError) -> UInt32? {
    let query = try database.statement(
      "SELECT \(IndexPart.tile.columns) FROM tile WHERE tile BETWEEN ?1 AND ?2 ORDER BY tile DESC, revision DESC")
    query.bind(1, Int(keys.lowerBound))
    query.bind(2, Int(keys.upperBound))
    defer { query.reset() }
    var tile: UInt32?
    while try next(query, .tile) {
      let key = UInt32(truncatingIfNeeded: query.int(0))
      if let tile, tile != key { break }
      tile = key
      guard try body(key, version(in: query)) else { break }
    }
    return tile
  }

  /// The version of `tile` that `revision` itself wrote.
  func version(of tile: UInt32, writtenBy revision: Int) throws(HistoryError) -> TileVersion? {
    let query = try kept(
      .version, "SELECT \(IndexPart.tile.columns) FROM tile WHERE tile = ?1 AND revision = ?2")
    query.bind(1, Int(tile))
    query.bind(2, revision)
    defer { query.reset() }
    guard try next(query, .tile) else { return nil }
    return version(in: query)
  }

  /// The version in a row of the table.
  func version(in row: Statement) -> TileVersion {
    let pack = row.int(2)
    let offset = UInt32(truncatingIfNeeded: row.int(3))
    let location: TileVersion.Location =
      pack == 0
      ? .color(Pixel(bits: offset))
      : .slot(
        PackLocation(
          pack: pack, offset: offset, length: UInt32(truncatingIfNeeded: row.int(4)),
          crc: UInt32(truncatingIfNeeded: row.int(5))))
    return TileVersion(revision: row.int(1), location: location)
  }

  /// Removes the version of `tile` that `revision` wrote.
  func removeVersion(of tile: UInt32, writtenBy revision: Int) throws(HistoryError) {
    let removal = try database.statement("DELETE FROM tile WHERE tile = ?1 AND revision = ?2")
    removal.bind(1, Int(tile))
    removal.bind(2, revision)
    try removal.run()
  }
}
