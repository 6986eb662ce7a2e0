import PaintRaster

extension Index {
  /// The children of `number`, in ascending order.
  func children(of number: Int) throws(HistoryError) -> [Int] {
    // The next revision is not in the SQL index, which only contains forks. The whole row is read, because an entry of
    // the SQL index has no checksum.
    let query = try database.statement(
      """
      SELECT \(IndexPart.revisionTree.columns) FROM revision WHERE id = ?1 + 1 AND parent = ?1
      UNION ALL SELECT \(IndexPart.revisionTree.columns) FROM revision WHERE parent = ?1 AND parent <> id - 1 ORDER BY id
      """)
    query.bind(1, number)
    defer { query.reset() }
    var children: [Int] = []
    while try next(query, .revisionTree) { children.append(query.int(0)) }
    return children
  }

  /// Whether a revision's parent or a branch is the revision with this number.
  func refers(to number: Int) throws(HistoryError) -> Bool {
    // No revision has a greater number, and the next one is computed.
    guard (0..<Int.max).contains(number) else { return false }
    if try !children(of: number).isEmpty { return true }
    return try branches().contains { $0.revision == number }
  }

  /// Calls `body` for the revisions after `number`, the newest first, until it returns false; with nil if a row is
  /// invalid.
  func forEachRevision(
    after number: Int, _ body: (Revision?) throws(HistoryError) -> Bool
  ) throws(HistoryError) {
    let query = try database.statement("SELECT \(revisionColumns) FROM revision WHERE id > ?1 ORDER BY id DESC")
    query.bind(1, number)
    defer { query.reset() }
    while try nextRevision(query) { if try !body(revision(in: query)) { return } }
  }

  /// The revisions after `number`, at most so many, in ascending order.
  ///
  /// - Throws: `.damaged` if one of them is invalid.
  func revisions(after number: Int, atMost limit: Int) throws(HistoryError) -> [Revision] {
    let query = try database.statement("SELECT \(revisionColumns) FROM revision WHERE id > ?1 ORDER BY id LIMIT ?2")
    query.bind(1, number)
    query.bind(2, limit)
    defer { query.reset() }
    var revisions: [Revision] = []
    while try nextRevision(query) {
      guard let revision = revision(in: query) else { throw .damaged("a revision of the index is invalid") }
      revisions.append(revision)
    }
    return revisions
  }

  /// The parent and the tiles of a revision; nil if it is missing.
  func step(_ number: Int) throws(HistoryError) -> (parent: Int?, tiles: [UInt32])? {
    let query = try database.statement(
      "SELECT \(IndexPart.revisionTree.columns), \(IndexPart.revisionTiles.columns) FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try next(query, [.revisionTree, .revisionTiles]) else { return nil }
    return (query.optionalInt(1), TileList.decode(query.blob(6)))
  }
}
