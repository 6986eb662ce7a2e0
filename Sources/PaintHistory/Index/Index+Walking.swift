import PaintRaster

extension Index {
  /// Where `walkVersions` continues.
  enum WalkStep {
    /// At the next row.
    case next
    /// At the newest version of a tile at or before a revision, or else of a tile before it; it must come after the
    /// current row.
    case search(UInt32, Int)
    case end
  }

  /// Calls `body` with the versions of the tiles in a range of keys, in descending order of tile and revision.
  ///
  /// `body` must not change tiles. If `isForWriting`, no row with a damaged key is missed: the rows on both sides of
  /// each position that is searched for are checked, and so are all rows up to the first one below the range.
  ///
  /// - Parameter revision: where to begin with the last tile.
  func walkVersions(
    of keys: ClosedRange<UInt32>, from revision: Int,
    _ body: (UInt32, TileVersion) throws(HistoryError) -> WalkStep
  ) throws(HistoryError) {
    let query = try walkQuery()
    defer { query.reset() }
    var step = WalkStep.search(keys.upperBound, revision)
    while case .search(let tile, let revision) = step, tile >= keys.lowerBound {
      if isForWriting { try checkRow(after: tile, revision) }
      query.reset()
      query.bind(1, Int(tile))
      query.bind(2, revision)
      if !isForWriting { query.bind(3, Int(keys.lowerBound)) }
      step = .next
      while case .next = step {
        guard try next(query, .tile), let key = UInt32(exactly: query.int(0)), keys.contains(key) else { return }
        step = try body(key, version(in: query))
      }
    }
  }

  private func walkQuery() throws(HistoryError) -> Statement {
    if let walk { return walk }
    let query = try database.compile(
      """
      SELECT \(IndexPart.tile.columns) FROM tile WHERE (tile, revision) <= (?1, ?2)\(isForWriting ? "" : " AND tile >= ?3")
      ORDER BY tile DESC, revision DESC
      """)
    walk = query
    return query
  }
}
