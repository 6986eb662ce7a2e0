import PaintRaster

extension Index {
  /// The revisions made from `number`, rising.
  func children(of number: Int) throws(DatabaseError) -> [Int] {
    // The next revision is in no index: forks alone are. All of the row is read, since an entry of the index has no
    // checksum of its own.
    let query = try database.statement(
      """
      SELECT \(selection(.revisionTree)) FROM revision WHERE id = ?1 + 1 AND parent = ?1
      UNION ALL SELECT \(selection(.revisionTree)) FROM revision WHERE parent = ?1 AND parent <> id - 1 ORDER BY id
      """)
    query.bind(1, number)
    defer { query.reset() }
    var children: [Int] = []
    while try next(query, .revisionTree) { children.append(query.int(0)) }
    return children
  }

  /// Calls `body` for the revisions behind `number`, the newest first, until it returns false; nil where a row makes no
  /// sense.
  func forEachRevision(after number: Int, _ body: (Revision?) -> Bool) throws(DatabaseError) {
    let query = try database.statement("SELECT \(revisionColumns) FROM revision WHERE id > ?1 ORDER BY id DESC")
    query.bind(1, number)
    defer { query.reset() }
    while try nextRevision(query) { if !body(revision(in: query)) { return } }
  }

  /// Parent and tiles of the revision with that number; nil where it is missing.
  func step(_ number: Int) throws(DatabaseError) -> (parent: Int?, tiles: [UInt32])? {
    let query = try database.statement(
      "SELECT \(selection(.revisionTree)), \(selection(.revisionTiles)) FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try next(query, [.revisionTree, .revisionTiles]) else { return nil }
    return (query.optionalInt(1), TileList.decode(query.blob(6)))
  }
}
