import CSQLite

/// The tables of `index.sqlite`, and the numbers that identify it.
enum IndexSchema {
  /// `PRAGMA application_id`: "pain" in ASCII.
  static let applicationID = 0x7061_696e
  /// `PRAGMA user_version`; later versions are rejected, version 1 is read and migrated.
  static let version = 2

  /// Every row carries checksums over its other columns (`IndexPart`).
  ///
  /// Columns have no declared types: the checksums cover the types of the values, and parsing the declarations took a
  /// hundredth of the time of a stroke in every process.
  ///
  /// Small columns come first, so that walking the tree reads no overflow pages. `command` is last, so that the tile
  /// list is found without reading it.
  ///
  /// `tile.pack` 0 marks a one-colour tile; its colour (`Pixel.bits`) is then in `offset`. The SQL index `fork` only
  /// contains revisions whose number is not their parent's plus one, so consecutive edits do not write to it.
  ///
  /// In version 1 `commits` was called `serial`: a program of that version that has the document open during the
  /// migration does not find this column and stops, instead of writing rows without checksums.
  static let sql = """
    CREATE TABLE document(
      id INTEGER PRIMARY KEY CHECK (id = 1),
      commits, current, tip, next_revision, revisions, next_pack, synced_revision, pack_bytes, next_note, synced_note,
      root, root_note, steps, limit_steps, limit_bytes, side_age, live_bytes, small_packs, merged_pack, sides_seen,
      sum, uuid, settings, color);
    CREATE TABLE revision(
      id INTEGER PRIMARY KEY,
      parent, depth, jump, width, height, background, base, grp, pack, fingerprint_high, fingerprint_low, time,
      pixels, x, y, w, h, tile_count, bytes, sum, tree_sum, tiles_sum, text_sum, tiles, name, command);
    CREATE TABLE tile(
      tile, revision, pack, offset, length, crc, sum, PRIMARY KEY (tile, revision)) WITHOUT ROWID;
    CREATE TABLE grp(id INTEGER PRIMARY KEY, last, name, sum);
    CREATE TABLE branch(name PRIMARY KEY, revision, sum) WITHOUT ROWID;
    CREATE TABLE note(id INTEGER PRIMARY KEY, pack, text, sum);
    CREATE TABLE pack(id INTEGER PRIMARY KEY, bytes, live, units, damaged, sum);
    CREATE INDEX fork ON revision(parent) WHERE parent <> id - 1;
    """

  /// The tables of version 1.
  static let version1SQL = """
    CREATE TABLE document(
      id INTEGER PRIMARY KEY CHECK (id = 1),
      serial INTEGER NOT NULL, current INTEGER NOT NULL, tip INTEGER NOT NULL,
      next_revision INTEGER NOT NULL, revisions INTEGER NOT NULL,
      next_pack INTEGER NOT NULL, synced_revision INTEGER NOT NULL, pack_bytes INTEGER NOT NULL,
      next_note INTEGER NOT NULL, synced_note INTEGER NOT NULL,
      root INTEGER NOT NULL, root_note INTEGER NOT NULL, steps INTEGER NOT NULL,
      limit_steps INTEGER NOT NULL, limit_bytes INTEGER NOT NULL, side_age INTEGER NOT NULL,
      live_bytes INTEGER NOT NULL, small_packs INTEGER NOT NULL, merged_pack INTEGER NOT NULL,
      sides_seen INTEGER NOT NULL,
      uuid TEXT NOT NULL, settings TEXT NOT NULL, color BLOB NOT NULL);
    CREATE TABLE revision(
      id INTEGER PRIMARY KEY,
      parent INTEGER, depth INTEGER NOT NULL, jump INTEGER NOT NULL,
      width INTEGER NOT NULL, height INTEGER NOT NULL, background INTEGER NOT NULL,
      base INTEGER NOT NULL, grp INTEGER, pack INTEGER NOT NULL,
      fingerprint_high INTEGER NOT NULL, fingerprint_low INTEGER NOT NULL, time INTEGER NOT NULL,
      pixels INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, w INTEGER NOT NULL, h INTEGER NOT NULL,
      tile_count INTEGER NOT NULL, bytes INTEGER NOT NULL,
      name TEXT NOT NULL, command TEXT NOT NULL, tiles BLOB NOT NULL);
    CREATE TABLE tile(
      tile INTEGER NOT NULL, revision INTEGER NOT NULL,
      pack INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, crc INTEGER NOT NULL,
      PRIMARY KEY (tile, revision)) WITHOUT ROWID;
    CREATE TABLE grp(id INTEGER PRIMARY KEY, last INTEGER NOT NULL, name TEXT NOT NULL);
    CREATE TABLE branch(name TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE note(id INTEGER PRIMARY KEY, pack INTEGER NOT NULL, text TEXT NOT NULL);
    CREATE TABLE pack(
      id INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, live INTEGER NOT NULL, units INTEGER NOT NULL,
      damaged INTEGER NOT NULL);
    CREATE INDEX fork ON revision(parent) WHERE parent <> id - 1;
    """

  /// The statements of a version as SQLite stores them, without the semicolon.
  static func statements(of version: Int) -> [String] {
    var statements: [String] = []
    var statement = ""
    for line in (version == 1 ? version1SQL : sql).split(separator: "\n") {
      statement += statement.isEmpty ? String(line) : "\n" + line
      guard line.hasSuffix(";") else { continue }
      statement.removeLast()
      statements.append(statement)
      statement = ""
    }
    return statements
  }
}

extension Database {
  /// The differences between the schema's text and that of an index version; empty if there are none.
  func schemaFaults(of version: Int) throws(HistoryError) -> [String] {
    // This may be called while an error of another statement is handled (`Database.check`).
    let query = try statement("SELECT name, sql FROM sqlite_schema")
    defer { query.reset() }
    var missing = IndexSchema.statements(of: version)
    var faults: [String] = []
    while try query.step() {
      let sql = query.text(1)
      if let position = missing.firstIndex(of: sql) {
        missing.remove(at: position)
      } else {
        faults.append("'\(query.text(0))' has a wrong declaration")
      }
    }
    for sql in missing {
      let name = sql.split(separator: "(")[0].split(separator: " ").dropFirst(2).first ?? ""
      faults.append("the declaration of '\(name)' is missing")
    }
    return faults
  }
}

extension History {
  /// The version of the documents that this library writes; it reads earlier ones, too.
  public static var formatVersion: Int { IndexSchema.version }
}
