import CSQLite
import PaintPNG

/// The tables of `index.sqlite`, and the numbers that identify it.
enum IndexSchema {
  /// `PRAGMA application_id`: "pain" in ASCII.
  static let applicationID = 0x7061_696e
  /// `PRAGMA user_version`; an index with another number is of another version, and refused.
  static let version = DocumentVersion.current

  /// Every row carries checksums over its other columns (`IndexPart`).
  ///
  /// Columns have no declared types: the checksums cover the types of the values, and parsing the declarations took a
  /// hundredth of the time of a stroke in every process.
  ///
  /// Small columns come first, so that walking the tree reads no overflow pages. The commands are last, so that the
  /// tile list is found without reading them.
  ///
  /// `tile.pack` 0 marks a one-colour tile; its colour (`Pixel.bits`) is then in `offset`. The SQL index `fork` only
  /// contains revisions whose number is not their parent's plus one, so consecutive edits do not write to it.
  static let sql = """
    CREATE TABLE document(
      id INTEGER PRIMARY KEY CHECK (id = 1),
      commits, current, tip, next_revision, revisions, next_pack, synced_revision, pack_bytes, next_note, synced_note,
      root, root_note, steps, limit_steps, limit_bytes, side_age, live_bytes, small_packs, merged_pack, sides_seen,
      sum, uuid, settings, color);
    CREATE TABLE revision(
      id INTEGER PRIMARY KEY,
      parent, depth, jump, width, height, background, base, grp, pack, fingerprint_high, fingerprint_low, time,
      pixels, x, y, w, h, tile_count, bytes, same, sum, tree_sum, tiles_sum, text_sum, tiles, name, author,
      command, typed);
    CREATE TABLE tile(
      tile, revision, pack, offset, length, crc, sum, PRIMARY KEY (tile, revision)) WITHOUT ROWID;
    CREATE TABLE grp(id INTEGER PRIMARY KEY, last, name, sum);
    CREATE TABLE branch(name PRIMARY KEY, revision, sum) WITHOUT ROWID;
    CREATE TABLE note(id INTEGER PRIMARY KEY, pack, text, sum);
    CREATE TABLE pack(id INTEGER PRIMARY KEY, bytes, live, units, damaged, sum);
    CREATE INDEX fork ON revision(parent) WHERE parent <> id - 1;
    """

  /// The SQL index of the revisions that have the tiles of another one, which is made with the first of them: parsing it
  /// would cost every process more than the rest of a record.
  static let sharedTilesSQL = "CREATE INDEX same ON revision(same) WHERE same > 0"

  /// The statements as SQLite stores them, without the semicolon.
  static func statements() -> [String] {
    var statements: [String] = []
    var statement = ""
    for line in sql.split(separator: "\n") {
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
  /// The differences between the schema's text and that of an index; empty if there are none.
  func schemaFaults() throws(HistoryError) -> [String] {
    // This may be called while an error of another statement is handled (`Database.check`).
    let query = try statement("SELECT name, sql FROM sqlite_schema")
    defer { query.reset() }
    var missing = IndexSchema.statements()
    var faults: [String] = []
    while try query.step() {
      let sql = query.text(1)
      if sql == IndexSchema.sharedTilesSQL { continue }
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
  /// The version of the documents that this library reads and writes.
  public static var formatVersion: Int { DocumentVersion.current }

  /// The version of another document in messages, as in "version 4".
  public static func words(ofVersion version: Int) -> String { DocumentVersion.words(version) }
}
