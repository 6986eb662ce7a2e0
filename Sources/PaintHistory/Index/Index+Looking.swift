import PaintRaster

extension Index {
  /// The revisions made from `number`, rising.
  func children(of number: Int) throws(DatabaseError) -> [Int] {
    // The next revision is in no index: forks alone are.
    let query = try database.statement(
      """
      SELECT id FROM revision WHERE id = ?1 + 1 AND parent = ?1
      UNION ALL SELECT id FROM revision WHERE parent = ?1 AND parent <> id - 1 ORDER BY id
      """)
    query.bind(1, number)
    defer { query.reset() }
    var children: [Int] = []
    while try query.step() { children.append(query.int(0)) }
    return children
  }

  /// Calls `body` for the revisions behind `number`, the newest first, until it returns false; nil where a row makes no
  /// sense.
  func forEachRevision(after number: Int, _ body: (Revision?) -> Bool) throws(DatabaseError) {
    let query = try database.statement("SELECT \(Self.columns) FROM revision WHERE id > ?1 ORDER BY id DESC")
    query.bind(1, number)
    defer { query.reset() }
    while try query.step() { if !body(revision(in: query)) { return } }
  }

  /// Parent and tiles of the revision with that number; nil where it is missing.
  func step(_ number: Int) throws(DatabaseError) -> (parent: Int?, tiles: [UInt32])? {
    let query = try database.statement("SELECT parent, tiles FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    return try query.step() ? (query.optionalInt(0), TileList.decode(query.blob(1))) : nil
  }
}
