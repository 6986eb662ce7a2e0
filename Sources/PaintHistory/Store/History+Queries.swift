import PaintRaster

extension History {
  /// The revisions that match a query, the oldest first.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if a row is missing or invalid; with a region the errors of
  ///   `Snapshot.tile`.
  /// - Complexity: O(returned rows and newer rows that do not match); with a region also the tiles in it of rows that
  ///   changed pixels on both sides of its edge.
  public func list(_ query: HistoryQuery) throws(HistoryError) -> [ListedRevision] {
    var selection = Selection(query, named: try query.text.map(namedTargets) ?? [])
    if query.limit == 0 { return [] }
    if query.isWholeTree {
      var isValid = true
      try index.forEachRevision(after: query.after ?? -1) { (revision) throws(HistoryError) in
        guard let revision else {
          isValid = false
          return false
        }
        return try selection.take(revision, in: self)
      }
      guard isValid else { throw .damaged("a revision in the index has impossible values") }
    } else {
      var next: Int? = state.tip
      while let number = next, number > query.after ?? -1 {
        let revision = try index.indexedRevision(number)
        guard try selection.take(revision, in: self) else { break }
        next = revision.parent
      }
    }
    return selection.finish()
  }

  /// The numbers of all revisions, in ascending order.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(revisions).
  public func numbers() throws(HistoryError) -> [Int] { try index.revisions(after: -1) }

  /// The children of a revision, in ascending order.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func children(of number: Int) throws(HistoryError) -> [Int] { try index.children(of: number) }

  /// The revision that last wrote a tile of a plane as of `revision`: the nearest ancestor, or itself, that changed the tile; the
  /// base if none did since, and the root if the writer is pruned.
  ///
  /// No pixel is read.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func lastWriter(
    of tile: TileIndex, in plane: TilePlane = .picture, at revision: Revision
  ) throws(HistoryError) -> Revision {
    let version = try tiles.shownVersion(of: TilePlace(tile, in: plane).key, at: revision)
    return try tree.indexedRevision(max(version.revision, revision.base, state.root))
  }

  /// The groups and branch targets whose group or branch name contains a text.
  private func namedTargets(_ text: String) throws(HistoryError) -> Set<NamedTarget> {
    let search = TextSearch(text)
    var targets: Set<NamedTarget> = []
    for branch in try branches() where search.isFound(in: branch.name) { targets.insert(.revision(branch.revision)) }
    for group in try tree.groups() where search.isFound(in: group.name) { targets.insert(.group(group.first)) }
    return targets
  }

  /// Something that has its own name.
  private enum NamedTarget: Hashable {
    case revision(Int)
    case group(Int)
  }

  /// The rows that match a query, added newest first.
  private struct Selection {
    private let query: HistoryQuery
    private let search: TextSearch?
    private let named: Set<NamedTarget>
    private var taken: [Revision] = []
    /// All rows read, so that each listed revision knows its nearest listed ancestor.
    private var parents: [(number: Int, parent: Int?)] = []

    init(_ query: HistoryQuery, named: Set<NamedTarget>) {
      self.query = query
      self.named = named
      search = query.text.map { TextSearch($0) }
    }

    /// Adds a row if it matches; false if no more rows are needed.
    mutating func take(_ revision: Revision, in history: History) throws(HistoryError) -> Bool {
      parents.append((revision.number, revision.parent))
      if let time = query.notBefore, revision.time < time { return true }
      if let author = query.author, revision.author != author { return true }
      if let search, !isNamed(revision), !search.isFound(in: revision.name), !search.isFound(in: revision.command) {
        return true
      }
      if let region = query.region, try !history.changedPixel(revision, in: region) { return true }
      taken.append(revision)
      return taken.count < query.limit ?? .max
    }

    private func isNamed(_ revision: Revision) -> Bool {
      named.contains(.revision(revision.number)) || revision.group.map { named.contains(.group($0)) } ?? false
    }

    consuming func finish() -> [ListedRevision] {
      var nearest: [Int: Int] = [:]
      var listed: [ListedRevision] = []
      var rest = taken.reversed()[...]
      for (number, parent) in parents.reversed() {
        let above = parent.flatMap { nearest[$0] }
        if let revision = rest.first, revision.number == number {
          listed.append(ListedRevision(revision: revision, above: above))
          nearest[number] = number
          rest.removeFirst()
        } else {
          nearest[number] = above
        }
      }
      return listed
    }
  }
}
