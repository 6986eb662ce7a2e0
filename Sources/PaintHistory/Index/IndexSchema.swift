import CSQLite

/// The tables of `index.sqlite`, and the marks by which it is known.
enum IndexSchema {
  /// `PRAGMA application_id`: "pain" in ASCII.
  static let applicationID = 0x7061_696e
  /// `PRAGMA user_version`; a later one is refused.
  static let version = 1

  /// Small columns first: walking the tree then reads no overflow page.
  ///
  /// `tile.pack` 0 marks a one-colour tile; its colour (`Pixel.bits`) is then in `offset`. The index `fork` has only
  /// revisions that do not follow their parent at once, so drawing on writes nothing to it.
  static let sql = """
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
}
